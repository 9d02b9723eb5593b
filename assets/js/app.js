// What the script adds to pages that already work without it. Each module minds one kind of data attribute and listens
// on the document, so that content which arrives later behaves the same.
import "./theme.js"
import "./toasts.js"
import "./dialogs.js"
import "./menus.js"
import "./tabs.js"
import "./keys.js"
import "./search.js"
import "./forms.js"
import "./copy.js"
import "./filter.js"
import "./bell.js"

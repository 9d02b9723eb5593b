// The scripts of the pages on which texts are written and lists are put in order. It is loaded before app.js, since the search over
// everything takes the keys that the buttons of a text leave.
import "../thumbnail.js"
import "../markdown.js"
import "../counter.js"
import "../differs.js"
import "../preview.js"
import "../sortable.js"

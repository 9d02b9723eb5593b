export const all = (selector, root = document) => [...root.querySelectorAll(selector)]

// on listens for events whose target is within an element that matches selector.
export function on(type, selector, handle) {
  document.addEventListener(type, (event) => {
    const found = event.target instanceof Element && event.target.closest(selector)
    if (found) handle(event, found)
  })
}

// ready runs now and after every swap by htmx: for what must be looked at, not only listened to.
export function ready(look) {
  look(document)
  document.addEventListener("htmx:afterSettle", (event) => look(event.target))
}

// text is a translated text that the page carries for the script.
export const text = (name) => document.body.dataset["text" + name] || ""

// fold strips case and accents: "Côté" and "cote" are equal in a search.
export const fold = (s) => s.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

// insert puts words in the place of what is selected in a field, as if they were typed: the browser's undo takes them back.
export function insert(field, words) {
  field.focus()
  if (document.execCommand("insertText", false, words)) return
  field.setRangeText(words, field.selectionStart, field.selectionEnd, "end")
  field.dispatchEvent(new Event("input", { bubbles: true }))
}

// language is that of the page, for what Intl formats: "fr-CA".
export const language = document.documentElement.lang + "-CA"

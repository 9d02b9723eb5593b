import { all, on, ready } from "./dom.js"

on("click", "[data-dialog]", (event, opener) => {
  const dialog = document.getElementById(opener.dataset.dialog)
  if (!dialog || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  open(dialog)
})

// The heading takes the focus, so that it is read out first and Enter does nothing by accident; a browser would choose the
// button that closes. A field with autofocus, or that of the search, keeps it, with its text selected: typing replaces an earlier search.
function open(dialog) {
  dialog.showModal()
  const field = dialog.querySelector("[autofocus], [data-search-everything] input")
  field ? field.select?.() : dialog.querySelector("h2")?.focus()
}

// A click on the backdrop closes; one that began inside (selecting text) does not.
let pressedOn = null
document.addEventListener("mousedown", (event) => { pressedOn = event.target })
on("click", "dialog", (event, dialog) => {
  if (event.target === dialog && pressedOn === dialog) dialog.close()
})

// A dialog that the server sent open becomes a modal one.
ready(() => all("dialog[open][data-modal]:not(:modal)").forEach((dialog) => {
  dialog.close()
  open(dialog)
}))

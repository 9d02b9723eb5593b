import { all, on, ready } from "./dom.js"

on("click", "[data-dialog]", (event, opener) => {
  const dialog = document.getElementById(opener.dataset.dialog)
  if (!dialog || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  dialog.showModal()
})

// A click on the backdrop closes; one that began inside (selecting text) does not.
let pressedOn = null
document.addEventListener("mousedown", (event) => { pressedOn = event.target })
on("click", "dialog", (event, dialog) => {
  if (event.target === dialog && pressedOn === dialog) dialog.close()
})

// A dialog that the server sent open becomes a modal one.
ready(() => all("dialog[open][data-modal]:not(:modal)").forEach((dialog) => {
  dialog.close()
  dialog.showModal()
}))

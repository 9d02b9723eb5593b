import { on, text } from "./dom.js"
import { say } from "./toasts.js"

// A button marked data-copy copies the text of the element with that id. Where the browser gives no clipboard (plain HTTP), the
// text that is selected is copied the old way.
on("click", "[data-copy]", async (_, button) => {
  const source = document.getElementById(button.dataset.copy)
  getSelection().selectAllChildren(source)
  try {
    await navigator.clipboard.writeText(source.textContent)
  } catch {
    if (!document.execCommand("copy")) return // it stays selected, to be copied by hand
  }
  say(text("Copied"), "good")
})

import { all, on, ready, text } from "./dom.js"

// Unsaved changes of a form marked data-guard: the browser asks before they are lost.
const unsaved = new Set()
on("input", "form[data-guard]", (_, form) => unsaved.add(form))
const stays = (event) => event.submitter?.formTarget // the answer is shown in a frame: the form stays as it is
on("submit", "form[data-guard]", (event, form) => stays(event) || unsaved.delete(form))
const pending = () => [...unsaved].some((form) => form.isConnected)

window.addEventListener("beforeunload", (event) => { if (pending()) event.preventDefault() })
document.addEventListener("htmx:confirm", (event) => {
  const { elt } = event.detail
  if (!pending() || !elt.matches("a[hx-get]") || confirm(text("Unsaved"))) return
  event.preventDefault()
})

on("change", "[data-autosubmit]", (_, field) => field.form?.requestSubmit())

// The summary of a refused form takes the focus, so that it is read out and seen.
ready(() => all("[data-focus]").forEach((summary) => {
  summary.removeAttribute("data-focus")
  summary.focus()
}))

// A form that is on its way is not sent twice by a double click.
on("submit", "form[method=post]:not([data-theme-switch])", (event, form) => {
  if (event.defaultPrevented || stays(event)) return
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = "1"
})
window.addEventListener("pageshow", () => all("form[data-sent]").forEach((form) => delete form.dataset.sent))
document.addEventListener("htmx:afterRequest", (event) => { if (event.target.dataset) delete event.target.dataset.sent })

// A button that stands for a piece of text puts it where one last wrote in its form.
let written
on("focusin", "form textarea, form input[type=text]", (_, field) => { written = field })
on("click", "[data-insert]", (event, button) => {
  const field = button.form?.contains(written) ? written : button.form?.querySelector("textarea")
  if (!field) return
  field.setRangeText(button.dataset.insert, field.selectionStart, field.selectionEnd, "end")
  field.dispatchEvent(new Event("input", { bubbles: true }))
  field.focus()
})

import { all, on } from "./dom.js"

// stays reports whether the answer to a form is shown in a frame, so that the form stays as it is.
export const stays = (event) => event.submitter?.formTarget

// A form that is on its way is not sent twice by a double click.
on("submit", "form[method=post]:not([data-theme-switch])", (event, form) => {
  if (event.defaultPrevented || stays(event)) return
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = "1"
})
window.addEventListener("pageshow", () => all("form[data-sent]").forEach((form) => delete form.dataset.sent))
document.addEventListener("htmx:afterRequest", (event) => { if (event.target.dataset) delete event.target.dataset.sent })

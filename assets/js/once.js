import { all, on } from "./dom.js"

const stays = (event) => event.submitter?.formTarget // the answer is shown in a frame: the form stays as it is

// A form that is on its way is not sent twice by a double click. One that is answered with a file leaves the page as it is, and may
// be sent again.
on("submit", "form[method=post]:not([data-theme-switch], [data-download])", (event, form) => {
  if (event.defaultPrevented || stays(event)) return
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = "1"
})
window.addEventListener("pageshow", () => all("form[data-sent]").forEach((form) => delete form.dataset.sent))
document.addEventListener("htmx:afterRequest", (event) => { if (event.target.dataset) delete event.target.dataset.sent })

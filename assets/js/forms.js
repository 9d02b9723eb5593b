import { all, on, ready, text } from "./dom.js"
import "./once.js"

// Unsaved changes of a form marked data-guard or data-autosave: the browser asks before they are lost. Fields in data-unguarded are
// ignored; the form itself is marked data-changed, also by the server that sends it back with what was typed.
const change = (form) => { form.dataset.changed = "" }
const clear = (form) => delete form.dataset.changed
on("input", "form[data-guard], form[data-autosave]", ({ target }, form) => target.closest("[data-unguarded]") || change(form))
on("click", "[data-discard]", () => all("form[data-changed]").forEach(clear))

// What is within a form marked data-autosave saves all of it by htmx. What is typed meanwhile is unsaved again. To htmx, a refusal that is
// swapped in is successful.
on("htmx:beforeRequest", "form[data-autosave]", (_, form) => clear(form))
on("htmx:afterRequest", "form[data-autosave]", ({ detail }, form) => detail.successful && detail.xhr.status < 400 || change(form))

const pending = () => document.querySelector("form[data-changed]:not([data-sent])")

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

// The buttons that send a form marked data-gate are off until every required box is ticked and every field is filled in as it must be.
const gate = (form) => { for (const button of all("button", form)) if (button.form === form) button.disabled = !form.checkValidity() }
on("input", "form[data-gate]", (_, form) => gate(form))
ready(() => all("form[data-gate]").forEach(gate))

// A form that is on its way leads to another page: an answer to a question that the page asked before, such as a new count, does not
// draw or load the page anew, which would drop the form's answer.
document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.requestConfig.verb === "get" && document.querySelector("form[data-sent]")) event.preventDefault()
})

on("click", "[data-print]", () => print())

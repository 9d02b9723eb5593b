// What the script adds to My time.
import { language, on } from "../dom.js"

// Escape closes a form that is open in the grid, as its cancel link does.
on("keydown", "[data-entry]", (event, form) => {
  if (event.key !== "Escape" || event.defaultPrevented) return
  event.preventDefault()
  form.querySelector("[data-cancel]")?.click()
})

// A form that has just been opened is in view as a whole, clear of the bars.
// What is filled in is selected, so that typing replaces it.
const show = () => {
  const field = document.activeElement
  field?.closest("[data-entry]")?.scrollIntoView({ block: "nearest" })
  if (field?.matches("[data-entry] input[inputmode]") && field.value === field.defaultValue) field.select()
}
document.addEventListener("htmx:afterSettle", show)
addEventListener("load", () => {
  if (location.hash) document.querySelector("[data-entry] [autofocus]")?.focus() // the browser has moved the focus to the day
  show()
})

// Shows the amount that a distance pays at the rate of its pay code while the user types it.
const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "CAD" })
const kilometres = new Intl.NumberFormat(language, { style: "unit", unit: "kilometer", maximumFractionDigits: 2 })
on("input", "[data-rates]", (_, form) => {
  const rate = JSON.parse(form.dataset.rates)[form.elements.bank_code_id.value]
  const km = Number(form.elements.amount.value.replace(/\s|km/gi, "").replace(",", "."))
  const [words, ...values] = km > 0 ? [form.dataset.paid, kilometres.format(km), dollars.format(rate), dollars.format(km * rate)] : [form.dataset.rate, dollars.format(rate)]
  form.querySelector("[data-driven]").textContent = rate ? values.reduce((text, value) => text.replace("%s", () => value), words) : ""
})

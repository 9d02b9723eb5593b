import { all, on } from "./dom.js"

// The checkboxes of rows to decide about together (data-tick), their sums (data-minutes, data-cents) on the button
// (data-ticks), and a checkbox for all of them (data-tick-all). Ticks are kept when htmx replaces the list. They are kept by the
// value of the checkbox, which contains the version of the row, so that a row that has changed is not ticked any more.
const boxes = () => all("[data-tick]")
let kept = new Set()

const language = document.documentElement.lang + "-CA"
const hours = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol", trailingZeroDisplay: "stripIfInteger" })
const sum = (list, name) => list.reduce((n, box) => n + Number(box.dataset[name] || 0), 0)

function show() {
  const ticked = boxes().filter((box) => box.checked)
  kept = new Set(ticked.map((box) => box.value))
  for (const label of all("[data-ticks]")) label.textContent = label.dataset.ticks.replace("%s", ticked.length)
  for (const note of all("[data-tick-sums]")) {
    const minutes = sum(ticked, "minutes"), cents = sum(ticked, "cents")
    note.textContent = [minutes && hours.format(minutes / 60) + "\u00a0h", cents && dollars.format(cents / 100)].filter(Boolean).join(" · ")
  }
  for (const box of all("[data-tick-all]")) {
    box.checked = ticked.length > 0 && ticked.length === boxes().length
    box.indeterminate = ticked.length > 0 && !box.checked
  }
}

// The bar that a tick brings must not cover the checkbox.
on("change", "[data-tick]", (_, box) => {
  show()
  box.scrollIntoView({ block: "nearest" })
})
on("change", "[data-tick-all]", (_, box) => {
  for (const tick of boxes()) tick.checked = box.checked
  show()
})
document.addEventListener("reset", (event) => { if (event.target.querySelector("[data-ticks]")) setTimeout(show) })
document.addEventListener("htmx:afterSwap", () => {
  for (const box of boxes()) if (kept.has(box.value)) box.checked = true
  show()
})
show()

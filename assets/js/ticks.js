import { all, language, on } from "./dom.js"

// The checkboxes of rows to decide about together (data-tick), their sums (data-minutes, data-cents), their number on the button
// (data-ticks: the text; that if a ticked row has data-check, as it needs a review; and the singular and the plural of each half of that
// if there are timesheets and leave), and a checkbox for all rows with data-all (data-tick-all), which clears them when they
// all are ticked; data-tick-sums may say how many are to be checked that are not ticked, in the singular and the plural. Ticks are kept when htmx
// replaces the list, by the value of the checkbox, which contains the version of the row, so that a row that has changed is not ticked
// any more.
const boxes = () => all("[data-tick]")
const flagged = (box) => "check" in box.dataset
let kept = new Set()

const hours = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "CAD", trailingZeroDisplay: "stripIfInteger" })
const sum = (list, name) => list.reduce((n, box) => n + (+box.dataset[name] || 0), 0)

const ofAll = (box) => "all" in box.dataset
const allTicked = () => boxes().every((box) => box.checked || !ofAll(box))

// left says how many rows are to be checked, if the others are ticked.
function left(note, ticked) {
  const rest = boxes().filter(flagged).length
  if (!note.dataset.tickSums || !rest || !allTicked() || ticked.some(flagged)) return ""
  const [one, many] = note.dataset.tickSums.split("|")
  return (rest > 1 ? many : one).replace("%s", rest)
}

function show() {
  const ticked = boxes().filter((box) => box.checked)
  kept = new Set(ticked.map((box) => box.value))
  const check = ticked.filter(flagged).length, leave = ticked.filter((box) => /^l/.test(box.value)).length
  for (const label of all("[data-ticks]")) {
    const [text, toCheck, one, many, and, more] = label.dataset.ticks.split("|"), sheets = ticked.length - leave
    label.textContent = (check ? toCheck : leave && sheets ? (sheets > 1 ? many : one) + (leave > 1 ? more : and) : text)
      .replace("%s", !check && sheets || ticked.length).replace("%s", check || leave)
  }
  for (const note of all("[data-tick-sums]")) {
    const minutes = sum(ticked, "minutes"), cents = sum(ticked, "cents")
    const parts = [minutes && hours.format(minutes / 60) + "\u00a0h", cents && dollars.format(cents / 100), left(note, ticked)]
    note.textContent = parts.filter(Boolean).join(" · ")
  }
  for (const box of all("[data-tick-all]")) {
    box.checked = allTicked()
    box.indeterminate = !box.checked && ticked.some(ofAll)
  }
}

// The bar that a tick brings must not cover the checkbox.
on("change", "[data-tick]", (_, box) => {
  show()
  box.scrollIntoView({ block: "nearest" })
})
on("change", "[data-tick-all]", () => {
  const clear = allTicked()
  for (const tick of boxes()) tick.checked = !clear && ofAll(tick)
  show()
})
document.addEventListener("reset", (event) => { if (event.target.querySelector("[data-ticks]")) setTimeout(show) })
document.addEventListener("htmx:afterSwap", () => {
  for (const box of boxes()) if (kept.has(box.value)) box.checked = true
  show()
})
show()

import { all, fold, on, ready } from "./dom.js"

// Narrows rows by what is typed; the form still searches on the server by Enter. An element marked data-filter-empty
// inside the same container shows when nothing is left.
function narrow(field) {
  const words = fold(field.value).split(/\s+/).filter(Boolean)
  let left = 0
  for (const row of all(field.dataset.filter)) {
    const content = fold(row.textContent)
    const fits = words.every((word) => content.includes(word))
    row.classList.toggle("is-filtered", !fits)
    if (fits) left++
  }
  for (const note of all("[data-filter-empty]")) note.hidden = left > 0
}

on("input", "[data-filter]", (_, field) => narrow(field))

// Rows that come later are narrowed as those were that they replace.
ready(() => all("[data-filter]").filter((field) => field.value).forEach(narrow))

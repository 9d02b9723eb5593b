import { all, on } from "./dom.js"

// Rows of a list marked data-sortable are ticked and put in order, by buttons (data-move) or by dragging. The element whose id
// the list names shows lines of the file: the headings of what is ticked, and the samples of each column.
function show(list) {
  const columns = all("li", list).filter((row) => row.querySelector("[type=checkbox]").checked)
  const lines = [columns.map((row) => row.dataset.column)]
  columns.forEach((row, i) => row.dataset.samples.split("|").forEach((value, n) => { (lines[n + 1] ??= [])[i] = value }))
  document.getElementById(list.dataset.sortable).textContent = lines.map((line) => line.join(",")).join("\n")
}

const changed = (row) => row.querySelector("input").dispatchEvent(new Event("input", { bubbles: true }))

on("change", "[data-sortable]", (_, list) => show(list))
on("click", "[data-move]", (event, button) => {
  event.preventDefault()
  const row = button.closest("li")
  const other = button.dataset.move === "up" ? row.previousElementSibling : row.nextElementSibling
  if (!other) return
  button.dataset.move === "up" ? other.before(row) : other.after(row)
  button.focus()
  changed(row)
  show(row.parentElement)
})

let dragged, after // the row that is dragged, and the one that it stood behind
on("dragstart", "[data-sortable] > li", (_, row) => { dragged = row; after = row.previousElementSibling })
on("dragover", "[data-sortable] > li", (event, row) => {
  if (!dragged || dragged.parentElement !== row.parentElement) return
  event.preventDefault()
  if (row === dragged) return
  row.compareDocumentPosition(dragged) & Node.DOCUMENT_POSITION_FOLLOWING ? row.before(dragged) : row.after(dragged)
})
on("dragend", "[data-sortable] > li", (_, row) => {
  dragged = null
  if (row.previousElementSibling === after) return
  changed(row)
  show(row.parentElement)
})

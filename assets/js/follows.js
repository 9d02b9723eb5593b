import { all } from "./dom.js"

// An end (data-follows names the field with the start) moves with its start and keeps the length, until a person changes it; one that
// a person has changed moves only when it would come before the start.
const USUAL = 3 * 3600e3 // without an end
const read = (input) => Date.parse(input.value + "Z")

for (const end of all("[data-follows]")) {
  const start = end.form.elements[end.dataset.follows]
  const length = () => Math.max(read(end) - read(start), 0) || USUAL
  let kept = length(), own = false
  end.addEventListener("input", () => {
    own = end.value !== ""
    kept = length()
  })
  start.addEventListener("input", () => {
    if (!start.value || own && read(end) > read(start)) return
    end.value = new Date(read(start) + kept).toISOString().slice(0, 16)
  })
}

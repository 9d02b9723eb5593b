import { all, on, ready } from "./dom.js"

// The search over everything: Ctrl+K or ⌘K opens it, the arrows choose a result, Enter opens the first one.
document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.defaultPrevented) return
  const link = document.querySelector("[data-dialog=search]")
  if (!link || document.querySelector("dialog:modal")) return
  event.preventDefault()
  link.click()
})

on("keydown", "[data-search-everything]", (event, form) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const stops = all("input, .found a", form)
  stops[(stops.indexOf(document.activeElement) + step + stops.length) % stops.length].focus()
})

// Results of an earlier text are not opened: the form then leads to the page with the results.
on("submit", "[data-search-everything]", (event, form) => {
  const link = form.querySelector(".found a")
  if (!link || form.querySelector(".found").dataset.query !== form.elements.q.value.trim()) return
  event.preventDefault()
  link.click()
})

// A field that chooses one of many records: typing takes the choice back, and the arrow down chooses the first record. Enter on a record
// does not send the form.
on("input", "[data-picker] [type=search]", (_, field) => {
  for (const choice of all(":checked", field.closest("[data-picker]"))) choice.checked = false
})
on("keydown", "[data-picker] [type=search]", (event, field) => {
  if (event.key !== "ArrowDown") return
  event.preventDefault()
  const choice = field.closest("[data-picker]").querySelector("[type=radio]")
  choice?.focus()
  choice?.click()
})
// It is the keypress of Enter, not its keydown, with which a browser sends a form.
on("keypress", "[data-picker] [type=radio]", (event) => { if (event.key === "Enter") event.preventDefault() })
ready((root) => root.matches?.("[data-picks]") && root.dispatchEvent(new Event("change", { bubbles: true })))

if (/Mac|iP/.test(navigator.platform)) for (const key of all("[data-mac]")) key.textContent = key.dataset.mac

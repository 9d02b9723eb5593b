import { all, on } from "./dom.js"

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

if (/Mac|iP/.test(navigator.platform)) for (const key of all("[data-mac]")) key.textContent = key.dataset.mac

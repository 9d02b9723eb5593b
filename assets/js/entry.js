import { on } from "./dom.js"

// Escape closes a form that is open in the grid, as its cancel link does.
on("keydown", "[data-entry]", (event, form) => {
  if (event.key !== "Escape" || event.defaultPrevented) return
  event.preventDefault()
  form.querySelector("[data-cancel]")?.click()
})

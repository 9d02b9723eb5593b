import { all } from "./dom.js"

const open = () => all("[data-menu][open]")

document.addEventListener("click", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false
})

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return
  for (const menu of open()) {
    menu.open = false
    menu.querySelector("summary").focus()
  }
})

// A menu that the focus has left closes behind it.
document.addEventListener("focusin", (event) => {
  for (const menu of open()) if (!menu.contains(event.target)) menu.open = false
})

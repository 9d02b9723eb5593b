import { all } from "./dom.js"

const open = () => all("[data-menu][open]")

// A menu opens upward where there is more room for it, and is no higher than the room that it has.
const UNDER = 14 // px: the gaps between the button, the list and the edge of the window
const BESIDE = 8 // px: between a list and the edge of the window
const OVER = 70 // the same, with the header

document.addEventListener("toggle", ({ target }) => {
  if (!target.open || !target.matches("[data-menu]")) return
  const list = target.lastElementChild
  const { top, bottom } = target.getBoundingClientRect()
  const below = innerHeight - bottom - UNDER
  const above = top - OVER
  target.classList.toggle("is-up", list.scrollHeight > below && above > below)
  list.style.translate = ""
  const { left, right } = list.getBoundingClientRect()
  const room = document.documentElement.clientWidth - BESIDE
  if (right - left <= room - BESIDE) list.style.translate = `${Math.max(BESIDE - left, 0) + Math.min(room - right, 0)}px` // a sheet is wider
  list.style.setProperty("--room", `${Math.max(target.matches(".is-up") ? above : below, 120)}px`)
}, true)

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

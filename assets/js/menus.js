import { all } from "./dom.js"

const open = () => all("[data-menu][open]")

// A menu opens upward where there is more room for it, and is no higher than the room that it has. One that is a sheet stays where it is.
const EDGE = 8
const GAP = 6

function place(menu) {
  const list = menu.lastElementChild
  list.style.removeProperty("--room")
  menu.classList.remove("is-up")
  if (menu.matches(".menu-up") || getComputedStyle(list).position === "fixed") return
  const { top, bottom } = menu.getBoundingClientRect()
  const header = parseFloat(getComputedStyle(menu).getPropertyValue("--header")) || 0
  const below = innerHeight - bottom - GAP - EDGE
  const above = top - header - GAP - EDGE
  const up = list.scrollHeight > below && above > below
  menu.classList.toggle("is-up", up)
  list.style.setProperty("--room", `${Math.max(up ? above : below, 120)}px`)
}

document.addEventListener("toggle", ({ target }) => {
  if (target.open && target.matches?.("[data-menu]")) place(target)
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

// What the script adds to the schedule of a team: a shift is moved by dragging it, or by the keyboard, and forms open above the grid.
import { all, on } from "../dom.js"

const board = document.getElementById("schedule")
const mover = document.getElementById("schedule-move")
const says = document.getElementById("schedule-says")
document.documentElement.classList.add("has-schedule-script")

// What is kept over the reload that follows a move: where the page was scrolled to, and which shift had the focus.
const place = "schedule-place"
function keep(id) {
  const on = all(".schedule-strip [aria-current]").map((link) => link.dataset.pick)
  sessionStorage.setItem(place, JSON.stringify({ y: scrollY, id, on }))
}
const before = JSON.parse(sessionStorage.getItem(place) || "null")
sessionStorage.removeItem(place)
if (before && board) addEventListener("load", () => { // the browser has moved to the row by then
  scrollTo(0, before.y)
  board.querySelector(`[data-id="${before.id}"]`)?.focus({ preventScroll: true })
})

// On a phone a week shows one of its days: the one that was chosen last, unless the address names one.
function pick(day) {
  const chosen = board?.querySelector(`[data-pick="${day}"]`)
  if (!chosen) return
  const week = chosen.closest(".schedule-week")
  const links = [...week.querySelectorAll("[data-pick]")]
  for (const link of links) link.removeAttribute("aria-current")
  chosen.setAttribute("aria-current", "date")
  week.className = week.className.replace(/schedule-on-\d/, "schedule-on-" + links.indexOf(chosen))
}
if (before && !new URLSearchParams(location.search).has("on")) before.on.forEach(pick)
on("click", "[data-pick]", (event, link) => {
  event.preventDefault()
  pick(link.dataset.pick)
})
on("click", ".schedule-warnings [data-on]", (_, link) => pick(link.dataset.on))
on("submit", "form", () => board && keep(document.activeElement?.dataset?.id))

// cells returns the cells of days in a row.
const cells = (row) => [...row.cells].slice(1, -1)
const dayOf = (cell) => cell.closest("table").tHead.rows[0].cells[cell.cellIndex].dataset.day
const isDay = (cell) => cell?.matches("#schedule tbody td:not(:last-child)")

// named says where a cell is: whose it is, and which day.
function named(cell) {
  const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex]
  return cell.parentElement.cells[0].textContent.trim() + ", " + head.querySelector(".visually-hidden").textContent
}

let target = null
function aim(cell) {
  if (cell === target) return
  target?.classList.remove("is-target")
  target = cell
  target?.classList.add("is-target")
}

// drop sends the move of a shift to a cell, or copies it there.
function drop(shift, cell, copy) {
  aim(null)
  if (!cell || cell === shift.closest("td") && !copy) return
  const fields = mover.elements
  mover.action = board.dataset.move + shift.dataset.id
  fields.employee_id.value = cell.parentElement.dataset.e
  fields.day.value = dayOf(cell)
  fields.version.value = shift.dataset.v
  fields.copy.value = copy ? "1" : ""
  if (!copy) cell.append(shift) // where it goes, until the server has answered
  keep(shift.dataset.id)
  mover.submit()
}

// With the pointer: a mouse drags at once, a finger after it has rested on the shift, so that the page still scrolls.
const REST = 350
let drag = null
function end() {
  if (!drag) return
  clearTimeout(drag.timer)
  drag.ghost?.remove()
  drag.shift.classList.remove("is-lifted")
  document.documentElement.classList.remove("is-dragging")
  aim(null)
  drag = null
}
function lift() {
  drag.ghost = drag.shift.cloneNode(true)
  drag.ghost.classList.add("schedule-ghost")
  drag.ghost.style.width = drag.shift.offsetWidth + "px"
  drag.ghost.removeAttribute("data-id")
  document.body.append(drag.ghost)
  drag.shift.classList.add("is-lifted")
  document.documentElement.classList.add("is-dragging")
}
on("pointerdown", "#schedule a.schedule-shift:not(.is-gone)", (event, shift) => {
  if (event.button) return
  end()
  drag = { shift, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType !== "mouse" }
  if (drag.touch) drag.timer = setTimeout(lift, REST)
})
document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.id) return
  const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 6
  if (!drag.ghost) {
    if (!far) return
    if (drag.touch) return end() // the page is scrolled
    lift()
  }
  drag.ghost.style.transform = `translate(${event.clientX + 8}px, ${event.clientY + 8}px)`
  const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("td")
  aim(isDay(cell) ? cell : null)
})
document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.id) return
  const { shift, ghost } = drag
  const cell = target
  end()
  if (!ghost) return
  const stop = (click) => click.preventDefault()
  addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 100) // after a drag by finger, no click may come
  setTimeout(() => drop(shift, cell, event.ctrlKey || event.altKey))
})
document.addEventListener("pointercancel", end)
document.addEventListener("touchmove", (event) => drag?.ghost && event.preventDefault(), { passive: false })
on("dragstart", "#schedule a", (event) => event.preventDefault())
on("contextmenu", "#schedule a.schedule-shift", (event) => drag?.touch && event.preventDefault())

// By the keyboard: Space lifts the shift that has the focus, the arrows choose a cell, Space or Enter drops it there.
let lifted = null
function put() {
  lifted?.classList.remove("is-lifted")
  lifted = null
  aim(null)
}
on("keydown", "#schedule a.schedule-shift:not(.is-gone)", (event, shift) => {
  const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }
  if (event.key === " " && !lifted) {
    lifted = shift
    shift.classList.add("is-lifted")
    aim(shift.closest("td"))
    says.textContent = board.dataset.lifted
  } else if (!lifted) {
    return
  } else if (event.key === "Escape" || event.key === "Tab") {
    put()
    says.textContent = board.dataset.put
    if (event.key === "Tab") return
  } else if (event.key === " " || event.key === "Enter") {
    const cell = target
    put()
    drop(shift, cell, event.ctrlKey)
  } else if (steps[event.key]) {
    const rows = all("#schedule tr[data-e]").filter((row) => row.offsetParent)
    const [down, right] = steps[event.key]
    const row = rows[rows.indexOf(target.parentElement) + down] || target.parentElement
    const next = cells(row)[cells(target.parentElement).indexOf(target) + right]
    if (next) aim(next)
    target.scrollIntoView({ block: "nearest" })
    says.textContent = named(target)
  } else {
    return
  }
  event.preventDefault()
})
on("focusout", "#schedule a.schedule-shift", (_, shift) => shift === lifted && put())

// A form opens in a dialog above the grid, one at a time; if it cannot be read, its page opens.
async function read(href) {
  const answer = await fetch(href, { headers: { Accept: "text/html" } })
  return answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html")
}
let asking = false
async function show(href) {
  if (asking) return
  asking = true
  const page = await read(href).catch(() => null)
  asking = false
  const form = page && page.querySelector("[data-shift-form]")
  if (!form) return location.assign(href)
  const dialog = document.createElement("dialog")
  dialog.className = "dialog dialog-wide"
  dialog.setAttribute("aria-labelledby", "schedule-dialog-title")
  const title = document.createElement("h2")
  title.id = "schedule-dialog-title"
  title.tabIndex = -1
  title.textContent = page.querySelector("h1").textContent
  const head = document.createElement("header")
  head.className = "dialog-head"
  head.append(title)
  form.classList.remove("card")
  dialog.append(head, form)
  dialog.addEventListener("close", () => dialog.remove())
  document.getElementById("schedule-form").append(dialog)
  dialog.showModal()
  ;(form.querySelector("[name=start_time]") || title).focus()
}
on("click", "[data-schedule-form]", (event, link) => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || !board) return
  event.preventDefault()
  show(link.href)
})
on("click", "dialog [data-cancel]", (event, link) => {
  event.preventDefault()
  link.closest("dialog").close()
})
// A click on an empty place of a cell adds a shift there.
on("click", "#schedule tbody td", (event, cell) => {
  if (event.target !== cell || !isDay(cell) || !cell.offsetParent) return
  const to = new URL(cell.parentElement.querySelector("th a").href)
  to.searchParams.set("day", dayOf(cell))
  show(to)
})

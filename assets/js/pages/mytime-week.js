// What the script adds to the picture of a week: shifts are drawn, moved and stretched with a mouse, a finger or the keyboard.
import "./mytime.js"
import { all, language, on } from "../dom.js"

const MINUTE = 60_000
const STEP = 15 // minutes
const HOLD = 400 // ms that a finger rests before it takes hold, so that the page can be scrolled
const SLIP = 5 // px that a press may move without being a drag
const DAY = 24 * 60

const week = () => document.getElementById("week")
const columns = () => all(".wk-hours")

// The scale. A height is a number of minutes from the top of a day's scale, of which the picture shows those from first to last; where the
// clocks change, a day may have a gap in it.
const number = (element, name) => parseFloat(getComputedStyle(element).getPropertyValue(name))
const shown = () => ({ first: number(week(), "--fh") * 60, last: number(week(), "--th") * 60 })
const day = (column) => ({ start: +column.dataset.start, minutes: +column.dataset.minutes, turn: +column.dataset.turn || Infinity, gap: +column.dataset.gap || 0 })

// heightOf returns the height of an instant in a column; isEnd: something ends there.
function heightOf(column, at, isEnd) {
  const { start, turn, gap } = day(column)
  const minutes = (at - start) / MINUTE
  return minutes > turn || minutes === turn && !isEnd ? minutes + gap : minutes
}

// instantOf is the reverse: within the gap, the instant at which the clocks change.
function instantOf(column, height) {
  const { start, turn, gap } = day(column)
  return start + MINUTE * (height > turn ? Math.max(turn, height - gap) : height)
}

const endOf = (column) => day(column).start + day(column).minutes * MINUTE
const columnOf = (at) => columns().find((column) => at >= day(column).start && at < endOf(column))
const snap = (minutes) => Math.round(minutes / STEP) * STEP

// under returns the column that is shown at, or nearest to, a place across the page, and the height there.
function under({ clientX, clientY }) {
  const away = (column) => ((box) => Math.max(box.left - clientX, clientX - box.right))(column.getBoundingClientRect())
  const column = columns().filter((x) => x.checkVisibility()).sort((a, b) => away(a) - away(b))[0]
  const box = column.getBoundingClientRect()
  const { first, last } = shown()
  const part = Math.min(1, Math.max(0, (clientY - box.top) / box.height))
  return { column, height: first + part * (last - first) }
}

// placeOf returns the index of the column in which an instant is, and its height there; that of the day before the week is -1.
function placeOf(at) {
  const list = columns()
  const index = list.findIndex((column) => at < endOf(column))
  const first = day(list[0]).start
  return at < first ? { index: -1, height: DAY - (first - at) / MINUTE } : { index, height: heightOf(list[index], at) }
}

// The times of the company's zone in the language of the page, as the server writes them.
const parts = (at) => Object.fromEntries(new Intl.DateTimeFormat("en-CA", { timeZone: week().dataset.zone, hour: "numeric", minute: "2-digit", hourCycle: "h23" })
  .formatToParts(at).map(({ type, value }) => [type, value]))
function clock(at) {
  const { hour, minute } = parts(at)
  if (language.startsWith("en")) return `${(+hour + 11) % 12 + 1}:${minute}\u00a0${hour < 12 ? "a.m." : "p.m."}`
  return `${+hour}\u00a0h` + (minute === "00" ? "" : `\u00a0${minute}`)
}
const hours = (from, to) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format((to - from) / MINUTE / 60) + "\u00a0h"

const say = (words) => { document.getElementById("week-said").textContent = words }
const fill = (words, ...values) => values.reduce((text, value) => text.replace("%s", () => value), words)

// preview shows what a change leads to, in every column that it lies in.
function preview(change) {
  clear()
  const { start, end, box } = change
  for (const column of columns()) {
    const from = Math.max(start, day(column).start), until = Math.min(end, endOf(column))
    if (from >= until) continue
    const ghost = document.createElement("div")
    ghost.className = "wk-ghost fm0 tm0"
    ghost.style.setProperty("--fh", heightOf(column, from) / 60)
    ghost.style.setProperty("--th", heightOf(column, until, true) / 60)
    if (from === start) ghost.textContent = `${clock(start)}\u00a0– ${clock(end)} · ${hours(start, end)}`
    column.append(ghost)
  }
  for (const part of partsOf(box)) part.classList.add("is-lifted")
  const column = columnOf(start)
  if (column) say(fill(week().dataset.said, column.dataset.day, clock(start), clock(end)))
}

const partsOf = (box) => box ? all(`[data-shift="${box.dataset.shift}"]`) : []

// clear takes away what preview shows.
function clear() {
  for (const ghost of all(".wk-ghost")) ghost.remove()
  for (const part of all(".is-lifted")) part.classList.remove("is-lifted")
}

const changeOf = (box) => ({ box, start: +box.dataset.start, end: +box.dataset.end })

// moved returns a change that begins at a height of a column, and lasts as long.
function moved(change, column, height) {
  const { first, last } = shown()
  const start = instantOf(column, Math.min(Math.max(snap(height), first), last - STEP))
  return { ...change, start, end: start + change.end - change.start }
}

// stretched returns a change of which an edge is at an instant: no shorter than a step, and no longer than a day.
function stretched(change, edge, at) {
  const { start, end } = change
  if (edge === "start") return { ...change, start: Math.max(Math.min(at, end - STEP * MINUTE), end - DAY * MINUTE) }
  return { ...change, end: Math.min(Math.max(at, start + STEP * MINUTE), start + DAY * MINUTE) }
}

const hidden = () => Object.fromEntries(new FormData(week().querySelector("[data-hidden]")))

// save posts the new times of a shift. The server answers with the week as it is then, also when it refuses them.
function save({ box, start, end }) {
  if (start === +box.dataset.start && end === +box.dataset.end) return clear()
  week().classList.add("is-sending")
  htmx.ajax("POST", box.dataset.move, { source: box, swap: "none", values: { ...hidden(), start, end, version: box.dataset.version } })
    .finally(() => {
      week().classList.remove("is-sending")
      clear()
    })
}

// draw opens the form of a new shift with its times.
function draw(column, { start, end }) {
  htmx.ajax("GET", column.dataset.add, { source: column, swap: "none", values: { start, end } }).finally(clear)
}

const fixed = (box) => box.dataset.why || !box.dataset.move
const refuse = (box) => document.dispatchEvent(new CustomEvent("toast", { detail: box.dataset.why }))

// A press of a mouse, or of a finger that rests for a moment, takes hold of a shift, of its edge, or of an empty place.
let hold = null

// edgeAt returns the edge of a shift that a pointer is at, if that edge is in this part of it.
function edgeAt(box, { clientY, pointerType }) {
  const { top, bottom, height } = box.getBoundingClientRect()
  const reach = Math.min(pointerType === "mouse" ? 7 : 18, height / 3)
  const { classList } = box.parentElement
  if (clientY < top + reach && !classList.contains("is-rest")) return "start"
  if (clientY > bottom - reach && !classList.contains("goes-on")) return "end"
}

function take(event) {
  const { box, column } = hold
  hold.active = true
  if (box) {
    const at = under(hold.event)
    hold.edge = edgeAt(box, hold.event)
    hold.change = changeOf(box)
    const from = placeOf(hold.change.start)
    hold.days = columns().indexOf(at.column) - from.index
    hold.offset = at.height - from.height
  } else {
    const start = instantOf(column, snap(under(hold.event).height))
    hold.change = { start, end: start + (event.pointerType === "mouse" ? STEP : 60) * MINUTE }
    hold.from = start
  }
  week().classList.add("is-moving")
  preview(hold.change)
}

function drag(event) {
  hold.last = event
  const { box, column, edge } = hold
  if (!box) {
    const at = instantOf(column, snap(under(event).height))
    const [start, end] = at < hold.from ? [at, hold.from] : [hold.from, at]
    hold.change = { start, end: Math.max(end, start + STEP * MINUTE) }
  } else if (edge) {
    const at = under(event)
    hold.change = stretched(changeOf(box), edge, instantOf(at.column, snap(at.height)))
  } else {
    const at = under(event)
    const list = columns()
    const to = Math.min(Math.max(list.indexOf(at.column) - hold.days, 0), list.length - 1)
    hold.change = moved(changeOf(box), list[to], at.height - hold.offset)
  }
  preview(hold.change)
}

// roll scrolls the page while something is held near the top or the bottom of the window.
function roll() {
  if (!hold?.active) return
  const { clientY } = hold.last
  const by = clientY < 90 ? -8 : clientY > innerHeight - 110 ? 8 : 0
  if (by) {
    scrollBy(0, by)
    drag(hold.last)
  }
  requestAnimationFrame(roll)
}

function release() {
  clearTimeout(hold?.timer)
  hold = null
  week()?.classList.remove("is-moving")
}

on("pointerdown", ".wk-hours", (event, column) => {
  if (hold || event.button !== 0 || !event.isPrimary || week().matches(".is-sending")) return
  const box = event.target.closest("[data-shift]")
  if (!box && !column.dataset.add || event.target.closest(".wk-gap")) return
  hold = { box, column, event, last: event, pointer: event.pointerId }
  if (event.pointerType !== "mouse") hold.timer = setTimeout(() => begin(event), HOLD)
})

// begin takes hold, unless the shift cannot be moved, which is said.
function begin(event) {
  if (hold.box && fixed(hold.box)) {
    refuse(hold.box)
    hold.refused = true
    return
  }
  take(event)
  navigator.vibrate?.(10)
  requestAnimationFrame(roll)
}

document.addEventListener("pointermove", (event) => {
  if (!hold || event.pointerId !== hold.pointer || hold.refused) return
  if (hold.active) return drag(event)
  if (Math.hypot(event.clientX - hold.event.clientX, event.clientY - hold.event.clientY) < SLIP) return
  if (event.pointerType !== "mouse") return release() // the finger scrolls
  begin(event)
  if (hold.active) drag(event)
})

document.addEventListener("pointerup", (event) => {
  if (!hold || event.pointerId !== hold.pointer) return
  const { active, refused, box, column, change } = hold
  release()
  if (active || refused) swallow()
  if (!active) return
  box ? save(change) : draw(column, change)
})
document.addEventListener("pointercancel", () => {
  if (hold?.active) clear()
  release()
})

// swallow keeps the click that follows a drag from opening the form.
function swallow() {
  const stop = (event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 100)
}

// What a finger holds does not scroll the page, nor open the menu of a link.
document.addEventListener("touchmove", (event) => { if (hold?.active) event.preventDefault() }, { passive: false })
document.addEventListener("contextmenu", (event) => { if (hold && hold.event.pointerType !== "mouse") event.preventDefault() })
on("dragstart", ".wk-hours", (event) => event.preventDefault())

// The pointer of a mouse says what a press would do.
on("pointermove", "[data-shift]", (event, box) => {
  if (!hold) box.dataset.press = fixed(box) ? "nothing" : edgeAt(box, event) ? "stretch" : "move"
})

// The keyboard: M, or an arrow with Alt or Shift, begins to move the shift that has the focus.
let moving = null

function stop(words) {
  moving = null
  clear()
  if (words) say(words)
}

const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }

// step returns a change moved by an arrow: up and down by a step, left and right by a day; with Shift its end changes, with Alt too its start.
function step(change, [days, steps], { shiftKey, altKey }) {
  const list = columns()
  if (shiftKey) {
    const edge = altKey ? "start" : "end"
    return stretched(change, edge, change[edge] + (days * 4 + steps) * STEP * MINUTE)
  }
  const column = columnOf(change.start)
  const to = column && list[list.indexOf(column) + days]
  return to ? moved(change, to, heightOf(column, change.start) + steps * STEP) : change
}

on("keydown", "[data-shift]", (event, box) => {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return
  const arrow = arrows[key]
  const starts = key.toLowerCase() === "m" || arrow && (altKey || shiftKey)
  if (moving ? !arrow && key !== "Enter" && key !== "Escape" : !starts) return
  event.preventDefault()
  if (!moving && fixed(box)) return refuse(box)
  if (key === "Escape") return stop(week().dataset.kept)
  if (key === "Enter") {
    const change = moving
    moving = null
    return save(change)
  }
  const first = !moving
  moving ||= changeOf(box)
  if (arrow) moving = step(moving, arrow, event)
  preview(moving)
  if (first && !arrow) say(week().dataset.moving)
})
on("focusout", "[data-shift]", () => { if (moving) stop(week().dataset.kept) })

// The focus returns from a dialog that is closed to what opened it; the field that had the focus first has taken the place of that.
let opener
on("focusin", "#week a", (_, link) => { opener = link })
document.addEventListener("close", ({ target }) => { if (target.id === "entry" && !target.open) opener?.focus() }, true)

// Cancel closes the dialog.
on("click", "[data-closes]", (event, link) => {
  event.preventDefault()
  link.closest("dialog").close()
})

// The strip of a phone shows another day without a request, as does a finger that moves sideways.
on("click", "[data-pick]", (event, link) => {
  event.preventDefault()
  show(Number(link.dataset.pick))
})

// What changes several days leaves the day that is shown as it is.
document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
  const next = target.id === "week" && !fragment.querySelector("#week [autofocus]") && fragment.querySelector("#week")
  if (next) next.className = next.className.replace(/wk-on-\d/, week().className.match(/wk-on-\d/)[0])
})

function show(day) {
  if (day >= 0 && day <= 6) week().className = week().className.replace(/wk-on-\d/, "wk-on-" + day)
}

const SWIPE = 60 // px
let touch
document.addEventListener("touchstart", (event) => {
  touch = event.touches.length === 1 && event.target.closest?.(".wk-days") ? event.touches[0] : undefined
}, { passive: true })
document.addEventListener("touchend", (event) => {
  const from = touch, to = event.changedTouches[0]
  touch = undefined
  if (!from || hold?.active || document.querySelector(".wk-strip")?.offsetParent == null) return
  const across = to.clientX - from.clientX
  if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(to.clientY - from.clientY)) return
  show(Number(week().className.match(/wk-on-(\d)/)[1]) + (across < 0 ? 1 : -1))
}, { passive: true })

// The line of the present time goes on.
setInterval(() => {
  const line = document.querySelector("[data-now]")
  if (!line) return
  const column = line.parentElement
  const height = heightOf(column, Date.now())
  line.hidden = columnOf(Date.now()) !== column || height > shown().last
  line.style.setProperty("--fh", height / 60)
  line.style.setProperty("--fm", 0)
}, MINUTE)

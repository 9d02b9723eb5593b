import { all, on } from "../dom.js"
import "../once.js"
import { reach } from "../reach.js"

// Many people use a kiosk one after the other: a screen on which nothing happens returns to the first one, and a confirmation does so by itself; the first
// one is read again. The history keeps the address of the first one for each screen, so that the browser's buttons neither lead back to one nor send a form
// again. Without a network, the screen stays.
const { home } = document.body.dataset
if (document.body.dataset.idle) history.replaceState(null, "", home)
const leave = () => location.replace(home)
let timer
function wait() {
  const { idle } = document.body.dataset
  clearTimeout(timer)
  if (idle) timer = setTimeout(() => reach(home, { cache: "no-store" }).then(leave, wait), idle * 1000)
}
for (const type of ["pointerdown", "keydown", "input"]) document.addEventListener(type, wait)
wait()
addEventListener("pageshow", (event) => event.persisted && leave())

// The pad types into the field; the keyboard of the device then need not come up.
const pin = (of) => of.closest("form").querySelector("[data-pin]")
for (const pad of all("[data-pad]")) {
  pad.hidden = false
  pin(pad).inputMode = "none"
}
on("click", "[data-digit]", (_, button) => {
  const field = pin(button)
  const digit = button.dataset.digit
  field.value = digit ? (field.value + digit).slice(0, field.maxLength) : field.value.slice(0, -1)
})

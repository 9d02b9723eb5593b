import { all, on } from "../dom.js"

// Many people use a kiosk one after the other: a screen on which nothing happens returns to the first one, and a confirmation does so by itself; the first
// one is read again. Each screen is replaced, so that the browser's button leads back to none of them. Without a network, the screen stays.
const { home } = document.body.dataset
const leave = () => location.replace(home)
let timer
function wait() {
  const { idle } = document.body.dataset
  clearTimeout(timer)
  if (idle) timer = setTimeout(() => fetch(home, { cache: "no-store" }).then(leave, wait), idle * 1000)
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

import { all, on, ready, text } from "./dom.js"

// Long enough to read; longer where there is something to do about it. What went wrong stays until it is dismissed.
const READ = 6000
const UNDO = 15000

const clocks = new Map()

function leave(toast) {
  clearTimeout(clocks.get(toast))
  clocks.delete(toast)
  toast.classList.add("is-leaving")
  setTimeout(() => toast.remove(), 200)
}

function wind(toast) {
  if (toast.classList.contains("tone-bad") || toast.classList.contains("is-leaving")) return
  clearTimeout(clocks.get(toast))
  clocks.set(toast, setTimeout(leave, toast.querySelector("form, a") ? UNDO : READ, toast))
}

// A new message replaces those that have nothing to click.
function begin() {
  const come = all("[data-toast]:not(.is-leaving)").filter((t) => !clocks.has(t))
  if (come[0]) for (const t of clocks.keys()) if (!t.querySelector("form, a")) leave(t)
  come.forEach(wind)
}

ready(begin)
document.addEventListener("htmx:oobAfterSwap", begin)

on("click", "[data-dismiss]", (_, button) => leave(button.closest("[data-toast]")))

// A message stays visible while the pointer or the focus is on it.
for (const type of ["mouseover", "focusin"]) on(type, "[data-toast]", (_, toast) => clearTimeout(clocks.get(toast)))
for (const type of ["mouseout", "focusout"]) on(type, "[data-toast]", (_, toast) => wind(toast))

// say shows a toast of our own making.
export function say(message, tone) {
  const region = document.getElementById("toasts")
  if (!region || !message) return
  const toast = document.createElement("div")
  toast.className = "toast tone-" + tone
  toast.dataset.toast = ""
  const words = document.createElement("p")
  words.textContent = message
  const close = document.createElement("button")
  close.type = "button"
  close.className = "btn btn-ghost btn-small"
  close.dataset.dismiss = ""
  close.textContent = text("Close")
  toast.append(words, close)
  region.append(toast)
  wind(toast)
}

// The script of a page, which is another file, shows one by an event.
document.addEventListener("toast", ({ detail }) => say(detail, "warn"))

// A refused request of htmx is answered where the eye is, in the words of the page that a plain request would have got.
document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
  const page = new DOMParser().parseFromString(xhr.responseText, "text/html")
  say(all("[data-problem]", page).map((part) => part.textContent.trim()).join(" – ") || text("Offline"), "bad")
})
for (const type of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(type, () => say(text("Offline"), "bad"))

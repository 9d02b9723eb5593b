import { all, on, ready, text } from "./dom.js"

// Long enough to read; longer where there is something to do about it. What went wrong stays until it is dismissed.
const READ = 6000
const UNDO = 15000

const clocks = new Map() // of those that leave by themselves
const seen = new WeakSet()

function leave(toast) {
  clearTimeout(clocks.get(toast))
  clocks.delete(toast)
  toast.classList.add("is-leaving")
  setTimeout(() => toast.remove(), 200)
}

// wind has a toast leave after a while, unless it says what went wrong, and returns it.
function wind(toast) {
  seen.add(toast)
  if (toast.matches(".tone-bad, .is-leaving")) return toast
  clearTimeout(clocks.get(toast))
  clocks.set(toast, setTimeout(leave, toast.querySelector("form, a") ? UNDO : READ, toast))
  return toast
}

// A new message replaces those that have nothing to click.
function begin() {
  const come = all("[data-toast]:not(.is-leaving)").filter((t) => !seen.has(t))
  if (come[0]) for (const t of clocks.keys()) if (!t.querySelector("form, a")) leave(t)
  come.forEach(wind)
}

ready(begin)
document.addEventListener("htmx:oobAfterSwap", begin)

on("click", "[data-dismiss]", (_, button) => leave(button.closest("[data-toast]")))

// A message stays visible while the pointer or the focus is on it.
for (const type of ["mouseover", "focusin"]) on(type, "[data-toast]", (_, toast) => clearTimeout(clocks.get(toast)))
for (const type of ["mouseout", "focusout"]) on(type, "[data-toast]", (_, toast) => wind(toast))

// say shows a toast of our own making, and returns it. What is shown already is not said twice.
export function say(message, tone) {
  const region = document.getElementById("toasts")
  if (!region || !message) return
  const shown = all("[data-toast]:not(.is-leaving)", region).find((t) => t.querySelector("p")?.textContent === message)
  if (shown) return wind(shown)
  const toast = document.createElement("div")
  toast.className = "toast tone-" + tone
  toast.dataset.toast = ""
  toast.innerHTML = '<p></p><button type="button" class="btn btn-ghost btn-small" data-dismiss></button>'
  toast.firstChild.textContent = message
  toast.lastChild.textContent = text("Close")
  region.append(toast)
  return wind(toast)
}

// The script of a page, which is another file, shows one by an event.
document.addEventListener("toast", ({ detail }) => say(detail, "warn"))

// A refused request of htmx is answered where the eye is, in the words of the page that a plain request would have got. Without any words, it
// is not known whether something was saved. What could not be read is said until its element can read it: a part that is read again and again
// says it once.
const unread = new WeakMap() // the message about an element
for (const type of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(type, ({ detail: { xhr, requestConfig: { elt, verb } } }) => {
    const page = new DOMParser().parseFromString(xhr.responseText, "text/html")
    const words = all("[data-problem]", page).map((part) => part.textContent.trim()).join(" – ")
    const reads = verb === "get"
    const toast = say(words || text("Offline") + (reads ? "" : " " + text("Unsure")), "bad")
    if (reads) unread.set(elt, toast)
  })
}
document.addEventListener("htmx:afterRequest", ({ detail: { successful, requestConfig: { elt } } }) => {
  const toast = successful && unread.get(elt)
  if (toast) leave(toast)
})

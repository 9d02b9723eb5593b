import { all, on } from "./dom.js"

// Single keys can be switched off (WCAG 2.1.4): speech input and slips of the hand trigger them.
const SWITCH = "presence-keys"
let enabled = true
try { enabled = localStorage.getItem(SWITCH) !== "off" } catch { /* storage is refused: the keys stay on */ }

for (const box of all("[data-keys-switch]")) box.checked = enabled
on("change", "[data-keys-switch]", (_, box) => {
  enabled = box.checked
  try { localStorage.setItem(SWITCH, enabled ? "on" : "off") } catch { /* for this page only, then */ }
})

const typing = (element) => element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName)
const rows = () => all("[data-queue] [data-row]").filter((row) => row.checkVisibility())
const here = () => document.querySelector("[data-row].is-here")

// move marks the row before or after, and gives its link the focus: Enter then opens it, as on any link.
function move(step) {
  const list = rows()
  if (!list.length) return
  const at = list.indexOf(here())
  const row = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1)]
  mark(row)
  const target = row.querySelector("[data-open], a[href], button") || row
  target.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest" })
  if (row.closest("[data-follow]") && target.checkVisibility() && at !== list.indexOf(row)) target.click()
}

function mark(row) {
  here()?.classList.remove("is-here")
  row.classList.add("is-here")
}

on("focusin", "[data-row]", (_, row) => mark(row))

// approve presses the button of the row at hand, or the one that stands outside of all rows.
function approve() {
  const button = here()?.querySelector("[data-approve]") || document.querySelector("[data-approve]:not([data-row] *)")
  if (button && !button.disabled) button.click()
}

const deeds = {
  "/": () => { const field = document.querySelector("[data-search]"); field?.focus(); field?.select() },
  "?": () => document.getElementById("keys")?.showModal(),
  j: () => move(1),
  k: () => move(-1),
  a: approve,
}

document.addEventListener("keydown", (event) => {
  if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key === "a") return
  if (typing(event.target) || document.querySelector("dialog:modal")) return
  const deed = Object.hasOwn(deeds, event.key) && deeds[event.key]
  if (!deed) return
  event.preventDefault()
  deed()
})

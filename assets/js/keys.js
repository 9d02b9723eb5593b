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

const typing = (element) => element.isContentEditable || element.matches?.("textarea, select, input:not([type=checkbox])")
const rows = () => all("[data-queue] [data-row]").filter((row) => row.checkVisibility())

// focused returns the row that has the focus; the row marked data-open is the one shown beside the list, whatever is focused.
const focused = () => document.activeElement?.closest("[data-row]")

// move focuses the row before or after the focused one, and in a list marked data-follow opens it next to the list.
function move(step) {
  const list = rows()
  if (!list.length) return
  const at = list.indexOf(focused() || document.querySelector("[data-row][data-open]"))
  const row = list[at < 0 ? (step > 0 ? 0 : list.length - 1) : Math.min(Math.max(at + step, 0), list.length - 1)]
  row.focus({ preventScroll: true })
  row.scrollIntoView({ block: "nearest" })
  if (row.closest("[data-follow]") && !row.hasAttribute("data-open")) row.querySelector("[data-link]")?.click()
}

// approve clicks the button of the focused row, or the one next to the list if that row is open there. It does nothing while rows
// are ticked or before the focused row is open, because two rows could be meant.
function approve() {
  if (document.querySelector("[data-tick]:checked")) return
  const row = focused()
  const button = row && !row.hasAttribute("data-open") ? row.querySelector("[data-approve]") : document.querySelector("[data-approve]:not([data-row] *)")
  if (button && !button.disabled) button.click()
}

// Where an item takes the place of its list, it is read from its beginning, or from a field with an error; beside the list, the
// page stays where it was.
document.addEventListener("htmx:afterSettle", (event) => {
  const list = document.querySelector("[data-follow]")
  if (event.target.id !== "queue" || !list || list.checkVisibility()) return
  const fault = document.querySelector("[aria-invalid=true]")
  fault ? fault.scrollIntoView({ block: "center" }) : scrollTo(0, 0)
})

// g and then the letter of a section lead there.
let going = 0
const go = (letter) => document.querySelector(`[data-go="${CSS.escape(letter)}"]`)?.click()

const actions = {
  "/": () => { const field = document.querySelector("[data-search]"); field?.focus(); field?.select() },
  "?": () => document.getElementById("keys")?.showModal(),
  j: () => move(1),
  k: () => move(-1),
  a: approve,
  g: () => { going = Date.now() },
}

document.addEventListener("keydown", (event) => {
  if (!enabled || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key === "a") return
  if (typing(event.target) || document.querySelector("dialog:modal")) return
  if (event.key === "Enter" && event.target.matches("[data-row]")) return event.target.querySelector("[data-link]")?.click()
  if (Date.now() - going < 1500) {
    going = 0
    return go(event.key)
  }
  const action = Object.hasOwn(actions, event.key) && actions[event.key]
  if (!action) return
  event.preventDefault()
  action()
})

// The second click of a double click is no second decision: by then another row or item may stand under the pointer.
document.addEventListener("click", (event) => {
  if (event.detail < 2 || !event.target.closest?.("[data-approve]")) return
  event.preventDefault()
  event.stopPropagation()
}, true)

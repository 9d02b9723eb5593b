import { insert, on } from "./dom.js"

// The buttons above a field of Markdown or HTML (data-format in a data-format-bar) and their keys: Ctrl or ⌘ with B and I, and with K
// while text is selected; without a selection K opens the search, as everywhere. What is typed for the person can be undone.

// put replaces what is selected, and selects the part of it that begins at from and ends at to.
export function put(field, words, from, to) {
  const start = field.selectionStart
  insert(field, words)
  field.setSelectionRange(start + from, start + to)
}

// around puts signs around what is selected, or takes them away: one star on each side is italic, two are bold, three are both.
function around(field, sign) {
  const { value, selectionStart: start, selectionEnd: end } = field
  const n = sign.length, words = value.slice(start, end)
  const stars = Math.min(value.slice(0, start).match(/\**$/)[0].length, value.slice(end).match(/^\**/)[0].length)
  if (stars === n || stars === 3) {
    field.setSelectionRange(start - n, end + n)
    return put(field, words, 0, words.length)
  }
  put(field, sign + words + sign, n, n + words.length)
}

// link makes a link of what is selected: an address is where it leads, anything else is what is read.
function link(field) {
  const words = field.value.slice(field.selectionStart, field.selectionEnd)
  if (/^(https?:\/\/|mailto:|tel:)\S+$/.test(words)) return put(field, `[](${words})`, 1, 1)
  const at = words.length + 3
  put(field, `[${words}](https://)`, words ? at : 1, words ? at + 8 : 1)
}

// list makes items of the lines that are selected, or lines of the items.
function list(field) {
  const { value } = field
  const start = value.lastIndexOf("\n", field.selectionStart - 1) + 1
  const next = value.indexOf("\n", field.selectionEnd)
  field.setSelectionRange(start, next < 0 ? value.length : next)
  const lines = value.slice(start, field.selectionEnd).split("\n")
  const items = lines.every((line) => line.startsWith("- "))
  const words = lines.map((line) => items ? line.slice(2) : line.startsWith("- ") ? line : "- " + line).join("\n")
  put(field, words, lines.length > 1 ? 0 : words.length, words.length)
}

export const selected = (field) => field.value.slice(field.selectionStart, field.selectionEnd)

// formats are what the buttons do in each kind of markup; html.js adds HTML.
export const formats = { markdown: { bold: (field) => around(field, "**"), italic: (field) => around(field, "*"), link, list } }
const keys = { b: "bold", i: "italic", k: "link" }
const write = (field, format) => formats[field.dataset.markup][format](field)

on("click", "[data-format]", (_, button) => {
  write(document.getElementById(button.closest("[data-format-bar]").getAttribute("aria-controls")), button.dataset.format)
})

// An entry of a menu that is about a field (data-insert-into has its id) inserts a piece of text where one writes in it.
on("click", "[data-insert]", (_, entry) => {
  const menu = entry.closest("[data-insert-into]")
  menu.querySelector("details").open = false
  insert(document.getElementById(menu.dataset.insertInto), entry.dataset.insert)
})

on("keydown", "[data-markup]", (event, field) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
  const key = event.key.toLowerCase()
  if (!Object.hasOwn(keys, key) || key === "k" && field.selectionStart === field.selectionEnd) return
  event.preventDefault()
  write(field, keys[key])
})

// Within the bar the arrows move, and Tab leaves it.
on("keydown", "[data-format-bar]", (event, bar) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const buttons = [...bar.querySelectorAll("button")]
  const at = buttons.indexOf(document.activeElement)
  const to = buttons[(at + step + buttons.length) % buttons.length]
  for (const button of buttons) button.tabIndex = button === to ? 0 : -1
  to.focus()
})

import { formats, put, selected } from "./markdown.js"

// What the buttons above a field of HTML do.

// tag puts a start tag and an end tag around what is selected, or takes them away.
function tag(field, name) {
  const { value, selectionStart: start, selectionEnd: end } = field
  const open = `<${name}>`, close = `</${name}>`, words = selected(field)
  if (value.slice(0, start).endsWith(open) && value.slice(end).startsWith(close)) {
    field.setSelectionRange(start - open.length, end + close.length)
    return put(field, words, 0, words.length)
  }
  put(field, open + words + close, open.length, open.length + words.length)
}

// anchor makes an HTML link of what is selected: an address is where it leads, anything else is what is read.
function anchor(field) {
  const words = selected(field)
  const address = /^(https?:\/\/|mailto:|tel:)\S+$/.test(words)
  const start = `<a href="${address ? words : "https://"}">`
  put(field, start + (address ? "" : words) + "</a>", address || !words ? start.length : 9, address || !words ? start.length : start.length - 2)
}

// items makes an HTML list of the lines that are selected.
function items(field) {
  const lines = selected(field).split("\n").map((line) => `  <li>${line.trim()}</li>`)
  const words = `<ul>\n${lines.join("\n")}\n</ul>`
  const at = lines.length > 1 ? words.length : words.indexOf("</li>")
  put(field, words, at, at)
}

formats.html = { bold: (field) => tag(field, "strong"), italic: (field) => tag(field, "em"), link: anchor, list: items }

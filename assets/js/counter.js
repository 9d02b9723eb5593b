import { all, language, on, ready } from "./dom.js"

// How much of a field's limit is used (data-count holds the field's id). It shows while one writes, and always near the limit,
// where it is also read out, once one pauses.
const number = new Intl.NumberFormat(language)
let pause

function show(note) {
  const field = document.getElementById(note.dataset.count)
  if (!field) return
  const left = field.maxLength - field.value.length
  if (!note.firstChild) note.append(document.createElement("span"), document.createElement("span"))
  const [seen, heard] = note.children
  seen.setAttribute("aria-hidden", "true")
  seen.textContent = number.format(field.value.length) + " / " + number.format(field.maxLength)
  heard.className = "visually-hidden"
  heard.setAttribute("role", "status")
  note.toggleAttribute("data-near", left <= field.maxLength / 10)
  clearTimeout(pause)
  pause = setTimeout(() => { heard.textContent = note.hasAttribute("data-near") ? note.dataset.left.replace("%s", number.format(left)) : "" }, 800)
}

on("input", "[maxlength]", (_, field) => all(`[data-count="${CSS.escape(field.id)}"]`).forEach(show))
ready((root) => all("[data-count]", root).forEach(show))

import { all, on, ready } from "./dom.js"

// The preview of a form marked data-live follows what is typed: the button that data-live names is pressed for the person, towards
// a frame that takes the place of the one that is seen once it is drawn. A frame that is new leaves nothing in the history.
const PAUSE = 400
let clock

// at is where the preview begins: at the block in which one writes, if the form has blocks.
const at = (form) => {
  const block = document.activeElement?.closest(".blocks-block")
  return form.contains(block) ? "#" + block.id : ""
}

function draw(form) {
  const button = document.getElementById(form.dataset.live)
  const frames = document.querySelectorAll(".tpl-frame")
  const seen = frames[0]
  for (const late of [...frames].slice(1)) late.remove()
  const next = seen.cloneNode()
  next.removeAttribute("src")
  next.name = seen.name === "preview" ? "preview-next" : "preview"
  next.classList.add("is-coming")
  seen.after(next)
  next.addEventListener("load", () => {
    seen.remove()
    next.classList.remove("is-coming")
  })
  button.formTarget = next.name
  button.formAction = button.formAction.split("#")[0] + at(form)
  form.requestSubmit(button)
}

function drawSoon(form) {
  clearTimeout(clock)
  clock = setTimeout(draw, PAUSE, form)
}

on("input", "form[data-live]", (_, form) => drawSoon(form))

// A form that the server sends back with what was typed is not what the frame shows.
ready(() => all("form[data-live][data-changed]").forEach(drawSoon))

// A part of the form marked data-redraws is another one after htmx has replaced it.
document.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.matches?.("[data-redraws]")) drawSoon(target.closest("form"))
})

// While such a part is on its way, what is typed into it would be lost.
const locked = (part, yes) => all("input, textarea", part).forEach((field) => { field.readOnly = yes })
on("htmx:beforeRequest", "[data-redraws]", (_, part) => locked(part, true))
on("htmx:afterRequest", "[data-redraws]", (_, part) => locked(part, false))

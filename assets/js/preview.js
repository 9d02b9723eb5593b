import { all, on, ready } from "./dom.js"

// The preview of a form marked data-live follows what is typed: the button that data-live names is pressed for the person, towards
// a frame that takes the place of the one that is seen once it is drawn. A frame that is new leaves nothing in the history.
const PAUSE = 400
let clock

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
  const block = document.activeElement.closest(".blocks-block") // the preview begins at the one in which one writes
  button.formAction = button.formAction.replace(/#.*|$/, block ? "#" + block.id : "")
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

import { all, on, ready } from "../dom.js"

// The form in which staff register somebody has fields for as many people as come. For none, which is an error or a guest who declines,
// and without a script it shows all that it has; for more people than it has, saving it asks for the others.
function show(input) {
  const people = Number(input.value)
  for (const box of input.form.querySelectorAll("[data-person]")) box.hidden = people > 0 && Number(box.dataset.person) > people
}

on("input", "[data-party]", (_, input) => show(input))
ready(() => all("[data-party]").forEach(show))

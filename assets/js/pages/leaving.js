import { all } from "../dom.js"

// A row that a decision takes away is marked data-leaving until the answer takes the place of the list (the server, or the form,
// delays that): the row of a form marked data-moves, and those that the answer has no more.
document.addEventListener("htmx:beforeSwap", ({ detail: { target, requestConfig, serverResponse, xhr } }) => {
  if (requestConfig?.verb !== "post" || xhr.status >= 400) return
  const moved = requestConfig.elt.closest("form[data-moves]")?.closest("[data-row]")
  for (const row of all("[data-row]", target)) if (row === moved || !serverResponse.includes(`id="${row.id}"`)) row.dataset.leaving = ""
})

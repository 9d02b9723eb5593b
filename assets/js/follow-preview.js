// The preview of an event scrolls to what is being edited, also after it is drawn again: the questions and the places to the form of
// the answer, the rest to the top.
const SHOWN = { parties: "#attend", offers: "#attend", questions: "#attend", when: ".facts", words: ".what" }
let section

function follow() {
  const page = document.querySelector(".event-frame")?.contentDocument
  const top = page?.querySelector(SHOWN[section])?.getBoundingClientRect().top
  if (top !== undefined) page.defaultView.scrollTo({ top: page.defaultView.scrollY + top - 16 })
}

document.addEventListener("focusin", ({ target }) => {
  const now = target.closest("#event section[id]")?.id
  if (now && now !== section) follow(section = now)
})
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  detail.target.querySelector?.(".event-frame")?.addEventListener("load", follow)
})

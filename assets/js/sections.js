import { all } from "./dom.js"

// The links to the parts of an event's form show which part is in view: the last one that begins above the upper third. Without
// a script they are links only.
const links = all(".event-parts a")

function mark() {
  const now = links.findLast((link) => document.querySelector(link.hash).getBoundingClientRect().top < innerHeight / 3) || links[0]
  if (now.ariaCurrent) return
  for (const link of links) link.ariaCurrent = link === now ? "true" : null
  now.closest("ul").scrollTo({ left: now.offsetLeft - 40 })
}

if (links[0]) {
  mark()
  addEventListener("scroll", mark)
}

import { all } from "./dom.js"

// The links to the parts of an event's form show which part is in view: the last one that begins above the upper third, and at
// the end of the page the last of all. Without a script they are links only.
const links = all(".event-parts a")

function mark() {
  const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  const now = links.findLast((link) => atEnd || document.querySelector(link.hash).getBoundingClientRect().top < innerHeight / 3) || links[0]
  if (now.ariaCurrent) return
  for (const link of links) link.ariaCurrent = link === now ? "true" : null
  now.closest("ul").scrollTo({ left: now.offsetLeft - 40 })
}

if (links[0]) {
  mark()
  addEventListener("scroll", mark)
}

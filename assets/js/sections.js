// The links to the parts of a page (data-sections) show which part is in view: the last one that begins above the upper third. Without
// a script they are links only.
const nav = document.querySelector("[data-sections]")
if (nav) {
  const parts = new Map()
  for (const link of nav.querySelectorAll("a[href^='#']")) {
    const part = document.getElementById(link.hash.slice(1))
    if (part) parts.set(part, link)
  }
  const mark = () => {
    let now
    for (const [part, link] of parts) if (!now || part.getBoundingClientRect().top < innerHeight / 3) now = link
    if (!now || now.hasAttribute("aria-current")) return
    for (const link of parts.values()) link.removeAttribute("aria-current")
    now.setAttribute("aria-current", "true")
    const list = now.closest("ul")
    list.scrollTo({ left: now.offsetLeft - (list.clientWidth - now.offsetWidth) / 2 })
  }
  addEventListener("scroll", mark, { passive: true })
  mark()
}

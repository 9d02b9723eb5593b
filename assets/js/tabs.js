import { all, ready } from "./dom.js"

// A row of tabs, or of filters, that is wider than the screen is scrolled to the one that is open, a little farther than it must, so that
// the next one shows that there is more.
function reach(root) {
  for (const tab of all(":is(.tabs, .chips) [aria-current]", root)) {
    const row = tab.closest("nav")
    row.scrollLeft += Math.max(0, tab.getBoundingClientRect().right - row.getBoundingClientRect().right + 24)
  }
}
ready(reach)
document.fonts?.ready.then(() => reach(document)) // the labels may be wider in a font that is loaded later

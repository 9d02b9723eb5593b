import { all } from "./dom.js"
import { say } from "./toasts.js"

// The bell counts by itself while the page is looked at. A hidden page lets go of its connection, since browsers give a
// site few of them, and learns the number again when it is seen.
let source

function show({ unread }) {
  all("[data-unread]").forEach((count) => {
    count.hidden = !unread
    count.firstElementChild.textContent = unread
  })
  navigator.setAppBadge?.(unread).catch(() => {})
}

function follow() {
  const at = document.querySelector("[data-stream]")?.dataset.stream
  if (!at || source || document.hidden) return
  source = new EventSource(at)
  source.addEventListener("unread", (event) => show(JSON.parse(event.data)))
  source.addEventListener("notification", (event) => {
    const note = JSON.parse(event.data)
    if (note.unread !== undefined) show(note)
    say(note.text, "info")
  })
  source.addEventListener("error", () => {
    if (source?.readyState !== EventSource.CLOSED) return
    source = null
    setTimeout(follow, 60000)
  })
}

function rest() {
  source?.close()
  source = null
}

document.addEventListener("visibilitychange", () => document.hidden ? rest() : follow())
window.addEventListener("pagehide", rest)
window.addEventListener("pageshow", follow)
follow()

import { all, on, text } from "./dom.js"
import { say } from "./toasts.js"

// The theme changes at once; the server keeps it in the browser's session for the next page.
on("submit", "[data-theme-switch]", (event, form) => {
  const pressed = event.submitter
  if (!pressed) return
  event.preventDefault()
  const root = document.documentElement
  if (pressed.value === "system") root.removeAttribute("data-theme")
  else root.dataset.theme = pressed.value
  for (const b of all("[data-theme-switch] button")) b.setAttribute("aria-pressed", b.value === pressed.value)
  const kept = fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form, pressed)), redirect: "manual" })
  kept.catch(() => say(text("Offline"), "warn"))
})

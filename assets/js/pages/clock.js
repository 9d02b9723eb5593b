// On the page with the clock: keeps what the clock shows for when there is no network, and has the service worker installed that shows it then
// and hands over what was stamped.
import { handOver, handedOver, saveState } from "../clock/device.js"

const card = document.querySelector("[data-clock]")
const TOLERANCE = 60_000 // milliseconds
const opened = Date.now()

// byDevice returns what the server says of the clock with times by the clock of the device, if that is wrong.
function byDevice(known) {
  const ahead = Date.now() - known.now
  if (Math.abs(ahead) < TOLERANCE) return known
  const moved = (at) => at && at + ahead
  return { ...known, now: moved(known.now), since: moved(known.since), break: moved(known.break) }
}

// count shows for how long the person has worked, or been on a break.
function count() {
  const shown = card.querySelector("[data-elapsed]")
  const minutes = Math.floor((+shown.dataset.elapsed + Date.now() - opened) / 60_000)
  const h = Math.floor(minutes / 60), min = minutes % 60
  shown.textContent = [h && `${h}\u00a0h`, (min || !h) && `${min}\u00a0min`].filter(Boolean).join("\u00a0")
}

async function start() {
  const { worker, scope, clock } = card.dataset
  const known = JSON.parse(clock)
  navigator.serviceWorker.addEventListener("message", () => location.reload()) // it has handed over
  const before = await handedOver()
  await saveState(byDevice(known))
  // the address of the worker changes with its content
  navigator.serviceWorker.register(worker, { scope, updateViaCache: "all" }).catch(() => {})
  await send(known.employee, before)
  addEventListener("online", () => send(known.employee, before).catch(() => {}))
}

// send hands over what the service worker has not. The page was made before that, and before what was handed over since: times of the device
// do not tell, as its clock may have been set.
async function send(employee, before) {
  const sent = await handOver(card.dataset.stamps, employee)
  if (sent || (await handedOver()) !== before) location.reload()
}

if (card?.querySelector("[data-elapsed]")) setInterval(count, 10_000)
if (card && navigator.serviceWorker && window.indexedDB && navigator.locks) start().catch(() => {}) // stamps stay until the next page

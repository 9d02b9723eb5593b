// The service worker of the check-in page. While the network works it only passes requests on. Without a network, it answers with
// the page that the device keeps, and keeps the taps that are sent.
import { SHELLS, forget, keep, kept, list, partyOfCode } from "../door/device.js"
import { reach } from "../reach.js"

self.addEventListener("install", () => self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  const door = url.pathname.match(/^(.*\/staff\/events\/([^/]+)\/door)(\/arrivals|\/walk-ins)?$/)
  const code = url.pathname.match(/^(.*)\/door\/([A-Z2-7]{26})$/)
  if (url.origin !== location.origin) return
  if (url.pathname.includes("/static/")) event.respondWith(file(request))
  else if (door?.[3] && request.method === "POST") event.respondWith(send(request, door[1], decodeURIComponent(door[2])))
  else if (request.mode !== "navigate" || request.method !== "GET") return
  else if (door && !door[3]) event.respondWith(show(request, door[1], decodeURIComponent(door[2])))
  else if (code) event.respondWith(lead(request, code[1], code[2]))
})

// file answers with a file that is kept; their names change with their content.
const file = async (request) => (await caches.match(request)) || fetch(request)

// show answers with the page, or the one that is kept of its event. A device that may no longer see the page does not keep its
// list either.
async function show(request, path, event) {
  try {
    const response = await reach(request)
    if (response.type === "opaqueredirect" || [401, 403, 404, 410].includes(response.status)) await forget(event)
    return response
  } catch (failure) {
    const shell = (await list(event)) && (await caches.match(path + "?offline=1"))
    if (shell) return shell
    throw failure
  }
}

// send passes a tap on, or keeps it. It may have reached the server in spite of that: it is handed over with the same key.
async function send(request, path, event) {
  const copy = request.clone()
  try {
    return await reach(request)
  } catch (failure) {
    if (!(await list(event))) throw failure
    const form = await copy.formData()
    const number = (name) => Number(form.get(name) || 0)
    const name = form.get("name")?.trim()
    const tap = { key: form.get("key"), event, people: number("people"), anyway: form.get("anyway") === "1", tried: true }
    if (form.has("name")) {
      if (name) await keep({ ...tap, walk_in: name })
      return Response.redirect(path, 303)
    }
    const party = number("registration")
    const known = (await list(event)).parties.find((p) => p.id === party)
    const before = (await kept(event)).filter((other) => other.party === party)
    const seen = before.reduce((n, other) => n + (other.people || 0), known?.arrived || 0)
    await keep({ ...tap, party, undo: number("undo"), seen })
    return Response.redirect(`${path}?at=${party}`, 303)
  }
}

// lead answers with where a guest's check-in code leads, by the lists that are kept.
async function lead(request, prefix, code) {
  try {
    return await reach(request)
  } catch (failure) {
    const found = await partyOfCode(code)
    if (found) return Response.redirect(`${prefix}/staff/events/${found.event}/door?at=${found.id}`, 303)
    throw failure
  }
}

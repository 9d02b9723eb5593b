// The service worker of the staff pages. It keeps one page, the clock for when there is no network, and answers with it when a page cannot be
// reached. It keeps no page with anything about anybody, and leaves all other requests alone. It also shows the notices that the device gets.
import { Refusal, handOver, kept } from "../clock/device.js"
import { reach } from "../reach.js"

const page = new URL(location.href).searchParams.get("page")
const CACHES = "presence-clock:"
const cache = () => caches.open(CACHES + page)

self.addEventListener("install", (event) => event.waitUntil(install()))
self.addEventListener("activate", (event) => event.waitUntil(activate()))
self.addEventListener("sync", (event) => event.waitUntil(handOverAll()))
self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())))
self.addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)))

async function install() {
  const response = await fetch(page, { cache: "reload", credentials: "omit" })
  if (!response.ok) throw new Error(`status ${response.status}`)
  const files = (await response.clone().text()).matchAll(/(?:href|src)="([^"]*\/static\/[^"]+)"/g)
  const into = await cache()
  await into.addAll([...new Set([...files].map(([, file]) => file))])
  await into.put(page, response)
  await self.skipWaiting()
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHES) && name !== CACHES + page) await caches.delete(name)
  }
  await self.clients.claim()
}

self.addEventListener("fetch", (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  if (request.mode === "navigate") event.respondWith(navigate(event))
  else if (url.pathname.includes("/static/")) event.respondWith(file(request))
})

// navigate fetches a page from the network. If that works, the stamps are handed over. Only the page of the clock has to answer soon: others may
// be large, or files. The answer to a form is shown whatever it is.
async function navigate(event) {
  const { method, url } = event.request
  const soon = new URL(url).pathname === new URL(self.registration.scope).pathname
  try {
    const response = await (method === "GET" ? reach(event.request, {}, soon ? undefined : 0) : fetch(event.request))
    event.waitUntil(handOverAll(event.resultingClientId).catch(() => {})) // stamps stay until the next page
    return response
  } catch {
    return offline(event.request)
  }
}

// offline answers with the cached page. The content of a form is not kept, as the server may have received it.
const offline = async (request) =>
  request.method === "GET" ? (await (await cache()).match(page)) || Response.error() : Response.redirect(self.registration.scope, 303)

// file answers with a file of the page; their names change with their content.
const file = async (request) => (await (await cache()).match(request)) || fetch(request)

// handOverAll hands over the stamps of the person who has signed in, and tells the pages: also the one with the id, which is still being loaded
// and may have been made before.
async function handOverAll(loading) {
  let sent = 0
  for (const employee of new Set((await kept()).map((stamp) => stamp.employee))) {
    try {
      sent += await handOver(new URL("../clock/stamps", self.registration.scope).href, employee)
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure // not of another person
    }
  }
  if (!sent) return
  const clients = await self.clients.matchAll()
  if (loading && !clients.some(({ id }) => id === loading)) clients.push(await self.clients.get(loading))
  for (const client of clients) client?.postMessage("handed over")
}

// show shows a notice; one that comes twice replaces itself.
async function show({ title, body, url, tag, unread, lang }) {
  await self.registration.showNotification(title, { body, tag, lang, data: url })
  await (unread ? navigator.setAppBadge?.(unread) : navigator.clearAppBadge?.())
}

// open opens the page of a notice, in a window of Presence if there is one.
async function open(notice) {
  notice.close()
  const url = new URL(notice.data, location.origin)
  if (url.origin !== location.origin) return
  for (const client of await self.clients.matchAll({ type: "window" })) {
    if (!new URL(client.url).pathname.startsWith(new URL(self.registration.scope).pathname)) continue
    try {
      return await (await client.navigate(url.href))?.focus()
    } catch {} // it belongs to another worker
  }
  return self.clients.openWindow(url.href)
}

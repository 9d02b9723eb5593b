// What a device at the door keeps: the list of an event's parties, and the taps that it has not handed over yet. The page and its
// service worker share it. Lists are personal data and are deleted with the event; taps stay until the server has them.

import { Refusal, ask, keeper } from "../kept.js"

export { Refusal, ask }

export const SHELLS = "presence-door" // the cache with the page that is shown without a network, and what it loads

const lists = keeper("door-lists", (db) => db.createObjectStore("all"))
const tapStore = keeper("door-kept", (db) =>
  db.createObjectStore("all", { keyPath: "seq", autoIncrement: true }).createIndex("key", "key", { unique: true }))

// list returns what was saved of an event, if it is not over: {until, parties, codes}. until is by the clock of the device.
export async function list(event) {
  const saved = await lists("readonly", (store) => store.get(event))
  if (saved && saved.until > Date.now()) return saved
  if (saved) await forget(event)
}

export const saveList = (event, { left, ...saved }) =>
  lists("readwrite", (store) => store.put({ ...saved, until: Date.now() + left }, event))

// forget deletes the list of an event, and the page that shows it.
export async function forget(event) {
  await lists("readwrite", (store) => store.delete(event))
  const cache = await caches.open(SHELLS)
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname.endsWith(`/staff/events/${event}/door`)) await cache.delete(request)
  }
}

// partyOfCode returns the event and the id of the party with a check-in code, among all lists.
export async function partyOfCode(code) {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code))
  const short = [...new Uint8Array(hash).slice(0, 8)].map((b) => b.toString(16).padStart(2, "0")).join("")
  for (const event of await lists("readonly", (store) => store.getAllKeys())) {
    const id = (await list(event))?.codes[short]
    if (id) return { event, id }
  }
}

// A tap is {key, event, party, people, anyway, seen, undo, undo_key, walk_in, at, tried}. tried: it may have reached the server.

// kept returns the taps of an event, in their order.
export const kept = async (event) => (await tapStore("readonly", (store) => store.getAll())).filter((tap) => tap.event === event)

const add = (store, tap) => {
  store.add({ at: Date.now(), ...tap }).onerror = (event) => { // the key is there
    event.preventDefault()
    event.stopPropagation()
  }
}

// keep stores a tap, unless one with its key is stored.
export const keep = (tap) => tapStore("readwrite", (store) => add(store, tap))

const drop = (taps) => tapStore("readwrite", (store) => { for (const tap of taps) store.delete(tap.seq) })

// mark marks taps as tried, and returns them without those that were taken back since they were read.
async function mark(taps) {
  const marked = []
  await tapStore("readwrite", (store) => {
    for (const { seq } of taps) {
      store.get(seq).onsuccess = ({ target: { result: tap } }) => {
        if (!tap) return
        store.put({ ...tap, tried: true })
        marked.push(tap)
      }
    }
  })
  return marked
}

// takeBack undoes a tap: one that certainly has not reached the server is deleted; for another, such as one that was sent since it was read,
// the server is told to.
export const takeBack = (tap, key) => tapStore("readwrite", (store) => {
  store.get(tap.seq).onsuccess = ({ target: { result: now } }) => {
    if (now && !now.tried) store.delete(tap.seq)
    else add(store, { key, event: tap.event, undo_key: tap.key })
  }
})

const wire = ({ key, party, people, anyway, seen, undo, undo_key, walk_in, at }) =>
  ({ key, party, people, anyway, seen, undo, undo_key, walk_in, ago: Math.max(0, Date.now() - at) })

const PER_REQUEST = 50

// handOver sends the taps of an event in their order, and returns how many had each fate. It throws Refusal if the device may no
// longer check in, and another error without a network. Two tabs do not send at once; that the same tap is sent again does no
// harm.
export const handOver = (event, to) => navigator.locks.request("presence-door", async () => {
  const fates = {}
  for (;;) {
    const list = (await kept(event)).slice(0, PER_REQUEST)
    if (!list.length) return fates
    const taps = await mark(list)
    if (!taps.length) continue
    const headers = { "Content-Type": "application/json" }
    const response = await ask(to, { method: "POST", headers, body: JSON.stringify(taps.map(wire)) })
    const answer = await response.json()
    const over = taps.filter((tap) => answer[tap.key])
    if (!over.length) throw new Error("no tap was taken")
    for (const tap of over) fates[answer[tap.key]] = (fates[answer[tap.key]] || 0) + 1
    await drop(over)
  }
})

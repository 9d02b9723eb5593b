// The check-in page goes on without a network. While there is one, the script keeps the list of the parties and a page to show
// them, and hands over what was kept. That page, which the service worker answers with, is drawn here, from the list and from
// what was tapped since.
import { fold } from "../dom.js"
import { Refusal, SHELLS, ask, forget, handOver, keep, kept, list, saveList, takeBack } from "../door/device.js"

const root = document.querySelector("[data-door]")
const { event, self, shell, worker, scopes, ...to } = root.dataset
const texts = JSON.parse(root.dataset.texts)
const offline = "offline" in root.dataset
const state = document.getElementById("door-state")
const REFRESH = 120_000 // milliseconds between two readings of the list
const PROBE = 4000 // milliseconds between two looks whether the network is back
const SHOWN = 25

// fill puts values in the places of a text.
const fill = (text, ...values) => values.reduce((t, v) => t.replace("%s", v), text)
const plural = document.documentElement.lang === "fr" ? (n) => n >= 2 : (n) => n !== 1
// count is the text for a number of something, with the number in it.
const count = (name, n) => fill(texts[plural(n) ? name + "s" : name], n)
const newKey = () => "d:" + crypto.randomUUID()

// ---- with a network ----

async function online() {
  document.addEventListener("htmx:sendError", lost)
  document.addEventListener("htmx:responseError", ({ detail }) => detail.xhr.status >= 502 && lost())
  window.addEventListener("offline", lost)
  await tell()
  await handOverAll().catch((failure) => { if (failure instanceof Refusal) throw failure })
  await Promise.all(scopes.split(" ").map((scope) => navigator.serviceWorker.register(worker, { scope })))
  await saveShell()
  await refresh()
  setInterval(() => handOverAll().then(refresh).catch(failed), REFRESH)
  root.dataset.ready = ""
}

// failed deletes what the device may no longer have. Of other failures nothing is said: the page works by itself, and finds out
// without a network when it reads the totals.
const failed = (failure) => failure instanceof Refusal && refused()

// tell says how many taps are kept.
async function tell() {
  const n = (await kept(event)).length
  const said = sessionStorage.getItem("door-said")
  sessionStorage.removeItem("door-said")
  state.textContent = n ? count(offline ? "kept" : "sending", n) : offline ? texts.offline : said || ""
  state.dataset.kept = n
}

async function handOverAll() {
  if (!(await kept(event)).length) return
  const fates = await handOver(event, to.kept)
  const n = (fates.counted || 0) + (fates.repeated || 0)
  const said = [n && count("sent", n), fates.held && count("held", fates.held), fates.refused && count("refused", fates.refused)]
  sessionStorage.setItem("door-said", said.filter(Boolean).join(" "))
  location.replace(self + location.search)
  await new Promise(() => {}) // the page is left
}

// saveShell keeps the page for when there is no network, with the files that this one has loaded.
async function saveShell() {
  const cache = await caches.open(SHELLS)
  const named = [...document.querySelectorAll("link[href*='/static/'], script[src*='/static/']")].map((e) => e.href || e.src)
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/static/"))
  const wanted = [...new Set([...named, ...loaded])]
  const page = await ask(shell)
  await Promise.all(wanted.map(async (file) => (await cache.match(file)) || cache.add(file)))
  await cache.put(shell, page)
  for (const request of await cache.keys()) {
    if (request.url.includes("/static/") && !wanted.includes(request.url)) await cache.delete(request)
  }
}

async function refresh() {
  await saveList(event, await (await ask(to.parties)).json())
}

// lost shows the page that is kept, if there is one and nothing is being typed into the form of a walk-in.
async function lost() {
  const name = root.querySelector("#walk-in input[name=name]")
  const typed = name.value !== name.defaultValue
  state.textContent = texts.offline
  if (typed || !navigator.serviceWorker?.controller || !(await list(event))) return
  const text = root.querySelector(".door-search input")?.value
  location.replace(text ? `${self}?q=${encodeURIComponent(text)}` : self + location.search)
}

// ---- without a network ----

let parties = []
let taps = []

async function disconnected() {
  const form = root.querySelector(".door-search")
  const input = form.querySelector("input")
  const asked = new URLSearchParams(location.search)
  input.value = asked.get("q") || ""
  if (!(await load())) return
  show(Number(asked.get("at")), null, false)
  input.addEventListener("input", drawList)
  form.addEventListener("submit", (e) => e.preventDefault())
  document.addEventListener("submit", submitted, true)
  window.addEventListener("online", probe)
  setInterval(probe, PROBE)
  root.dataset.ready = ""
}

// load reads what is kept, and adds what was tapped to the list. It returns false if there is no list: the event is over.
async function load() {
  const saved = await list(event)
  if (!saved) return false
  taps = await kept(event)
  const undone = new Set(taps.map((tap) => tap.undo_key))
  taps = taps.filter((tap) => !tap.undo_key && !undone.has(tap.key))
  parties = saved.parties
  const byID = new Map(parties.map((p) => [p.id, p]))
  for (const p of parties) p.folded ||= fold([p.name, p.note, ...(p.with || [])].join(" "))
  for (const tap of taps) {
    let p = byID.get(tap.party)
    if (tap.walk_in) parties.push(p = { id: tap.key, name: tap.walk_in, people: tap.people, folded: fold(tap.walk_in) })
    if (!p) continue
    if (tap.undo) takeOff(p, tap.undo)
    else {
      p.arrived = (p.arrived || 0) + tap.people
      p.tap = tap
    }
  }
  await tell()
  drawTotals()
  drawList()
  return true
}

// takeOff takes back an arrival that the list contains, as the server will.
function takeOff(p, arrival) {
  if (p.last !== arrival) return
  p.arrived -= p.came
  p.last = p.by = null
}

function drawTotals() {
  const sum = (of) => parties.reduce((n, p) => n + (of(p) || 0), 0)
  const [arrived, expected] = [sum((p) => p.arrived), sum((p) => p.people)]
  root.querySelector("#door-totals strong").textContent = arrived
  root.querySelector("#door-totals .muted").textContent = count("of", expected)
  const bar = root.querySelector("#door-totals [role=meter]")
  bar.setAttribute("aria-valuemax", Math.max(expected, 1))
  bar.setAttribute("aria-valuenow", Math.min(arrived, expected))
  bar.setAttribute("aria-valuetext", fill(texts.count, arrived, expected))
  bar.querySelector(".gauge-fill").setAttribute("width", Math.min(100, (100 * arrived) / Math.max(expected, 1)))
}

function drawList() {
  const text = fold(root.querySelector(".door-search input").value.trim())
  const matches = parties.filter((p) => (text ? p.folded.includes(text) : p.people))
  const own = (p) => (p.own ||= fold(p.name)).includes(text)
  const found = text ? [...matches.filter(own), ...matches.filter((p) => !own(p))] : matches
  const box = document.getElementById("door-list")
  const items = document.createElement("ul")
  items.className = "card door-parties"
  for (const p of found.slice(0, SHOWN)) {
    p.with?.sort((a, b) => fold(b).includes(text) - fold(a).includes(text)) // those that a search found first
    items.appendChild(document.createElement("li")).append(draw(p))
  }
  const rest = document.createElement("p")
  rest.className = "muted small door-more"
  rest.textContent = found.length > SHOWN ? fill(texts.more, SHOWN) : ""
  box.replaceChildren(...(found.length ? [items, rest] : [copy("door-none")]))
}

const copy = (id) => document.getElementById(id).content.cloneNode(true)

// draw returns the form of a party, with its question if there is one.
function draw(p, question) {
  const made = copy("door-party")
  const form = made.querySelector("form")
  const at = (selector) => form.querySelector(selector)
  const arrived = p.arrived || 0
  const missing = Math.max(p.people - arrived, 0) || (!p.people && !arrived ? 1 : 0)
  form.elements.registration.value = p.id
  form.elements.key.value = newKey()
  const family = p.name.trimEnd().lastIndexOf(" ") + 1
  at(".door-name b").replaceWith(p.name.slice(0, family), Object.assign(document.createElement("b"), { textContent: p.name.slice(family) }))
  write(at(".door-note"), [p.note, p.with && fill(texts.with, p.with.join(", "))].filter(Boolean).join(" · "))
  write(at(".door-why"), p.why)
  const [tone, status] = !arrived ? (p.people ? ["neutral", count("expected", p.people)] : ["warn", texts.declined])
    : arrived < p.people ? ["info", fill(texts.partly, arrived, p.people)] : ["good", count("arrived", arrived)]
  at(".door-status").textContent = status
  at(".door-status").className = "door-status tone-" + tone
  write(at(".door-last"), p.tap ? texts.here : p.by && fill(texts.last, p.at, p.by))
  const set = (selector, label, value, on) => {
    const button = at(selector)
    if (!on) return button.remove()
    if (value) button.value = value
    button.querySelector("span") ? (button.querySelector("span").textContent = label) : (button.textContent = label)
    button.setAttribute("aria-label", `${label} – ${p.name}`)
  }
  if (question) {
    at(".door-taps").replaceWith(question)
    return made
  }
  const walkIn = typeof p.id === "string"
  set("[name=undo]", texts.undo, p.tap?.key, p.tap)
  set("[value='-1']", texts.fewer, "-1", !walkIn && arrived > 0)
  set("[value='1']:not([data-all])", arrived ? texts.oneMore : texts.only, "1", !walkIn && (arrived ? missing !== 1 : p.people > 1))
  if (arrived) delete at("[data-all]").dataset.short
  else at("[data-all]").dataset.short = count("short", missing)
  set("[data-all]", count(arrived ? "checkInOther" : "checkIn", missing), missing, missing > 0)
  return made
}

function write(element, text) {
  if (text) element.textContent = text
  else element.remove()
}

// show puts a party on top, with its question if there is one. After a tap it takes the focus, since the button that had it is
// gone.
function show(id, question, focused = true) {
  const box = root.querySelector(".door-now")
  const p = parties.find((party) => party.id === id)
  box.hidden = !p
  box.replaceChildren(...(p ? [draw(p, question)] : []))
  if (focused) (box.querySelector("[data-focus]") || box).focus()
}

// submitted keeps a tap, in place of sending it.
async function submitted(e) {
  const form = e.target
  if (!form.closest("[data-door]") || form.matches(".door-search")) return
  e.preventDefault()
  e.stopPropagation()
  const data = new FormData(form, e.submitter)
  if (form.closest("#walk-in")) return walkIn(form, data)
  const tap = taps.find(({ key }) => key === data.get("undo"))
  const id = Number(data.get("registration")) || data.get("registration")
  if (tap) {
    await takeBack(tap, newKey())
    await load()
    return show(id)
  }
  const p = parties.find((party) => party.id === id)
  const people = Number(data.get("people"))
  const arrived = p.arrived || 0
  if (people > 0 && arrived + people > p.people && !data.has("anyway")) return show(id, question(p, people))
  await keep({ key: data.get("key"), event, party: id, people, anyway: data.has("anyway"), seen: arrived })
  await load()
  show(id)
}

// question asks whether to count more than are expected.
function question(p, people) {
  const made = copy("door-question")
  const arrived = p.arrived || 0
  made.querySelector(".strong").textContent = !p.people ? texts.askDeclined
    : arrived ? fill(texts.askAlready, arrived, p.people) : fill(texts.askMore, p.people)
  const button = made.querySelector("button")
  const label = count("anyway", people)
  button.value = people
  button.querySelector("span") ? (button.querySelector("span").textContent = label) : (button.textContent = label)
  return made
}

async function walkIn(form, data) {
  const name = data.get("name").trim()
  const people = Number(data.get("people"))
  if (!name || !(people >= 1 && people <= 20)) return form.reportValidity()
  const key = newKey()
  await keep({ key, event, walk_in: name, people })
  form.reset()
  form.closest("details").open = false
  await load()
  show(key)
}

let probing = false

// probe looks whether the network is back. If it is, what was kept is handed over, and the page of the server is shown.
async function probe() {
  if (probing) return
  probing = true
  try {
    await ask(to.probe)
    await handOverAll()
    location.replace(self + location.search)
  } catch (failure) {
    await failed(failure)
  } finally {
    probing = false
  }
}

// refused deletes the list of an event that the device may no longer see. What was tapped stays: it is handed over when the
// device is admitted again.
async function refused() {
  await forget(event)
  if (offline) location.replace(self)
}

if (navigator.serviceWorker && window.indexedDB && navigator.locks) {
  (offline ? disconnected() : online()).catch(failed)
}

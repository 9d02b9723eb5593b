// The clock without a network. It shows the state of the clock when a page last showed it, with the stamps since then, which it keeps until
// they are handed over.
import { Refusal, apply, ask, handOver, keep, kept, state } from "../clock/device.js"

const root = document.querySelector("[data-offline]")
const { today, probe, stamps: to, language } = root.dataset
const texts = JSON.parse(root.dataset.texts)
const PROBE = 5000 // milliseconds between two looks whether the network is back

const at = (selector) => root.querySelector(selector)
const fill = (text, ...values) => values.reduce((t, v) => t.replace("%s", v), text)
const plural = document.documentElement.lang === "fr" ? (n) => n >= 2 : (n) => n !== 1
const count = (name, n) => fill(texts[plural(n) ? name + "s" : name], n)
const time = new Intl.DateTimeFormat(language, { timeStyle: "short" })
const moment = new Intl.DateTimeFormat(language, { dateStyle: "long", timeStyle: "short" })
// when is a time of day, with its day unless that is today.
const when = (ms) => (new Date(ms).toDateString() === new Date().toDateString() ? time : moment).format(ms)

let known // the state of the clock when a page last showed it
let now // the state with the stamps since then

async function load() {
  known = await state()
  const all = await kept()
  const own = all.filter((stamp) => stamp.employee === known?.employee)
  if (known) drawClock(own)
  at("[data-known]").hidden = !known
  at("[data-nobody]").hidden = Boolean(known)
  at("[data-waiting]").hidden = !all.length
  at("[data-count]").textContent = count("kept", all.length)
  at("[data-others]").textContent = known && all.length > own.length ? count("others", all.length - own.length) : ""
  at("[data-list]").replaceChildren(...(known ? own : []).map(({ act, at, task }) => {
    const item = document.createElement("li")
    const name = known.tasks?.find(({ id }) => id === task)?.name
    item.textContent = [when(at), texts.acts[act], name].filter(Boolean).join(" · ")
    return item
  }))
}

function drawClock(own) {
  now = apply(known, own)
  at("#offline-name").textContent = fill(texts.name, known.name)
  at("[data-as-of]").textContent = fill(texts.known, moment.format(known.now))
  const box = at("[data-state]")
  box.textContent = now.break ? fill(texts.onBreak, when(now.break)) : now.since ? fill(texts.running, when(now.since)) : texts.out
  box.classList.toggle("clock-break", Boolean(now.break))
  const tasks = (known.tasks || []).filter(({ id }) => !now.since || id !== now.task)
  const choice = tasks.length > (now.since ? 0 : 1)
  at("[data-tasks]").hidden = !choice
  at("form").dataset.state = now.since ? "in" : "out"
  at("select").replaceChildren(...tasks.map(({ id, name }) => new Option(name, id)))
  const shown = now.break ? ["back", "out"] : now.since ? ["out", "break"] : ["in"]
  if (now.since && choice) shown.push("task")
  for (const button of root.querySelectorAll("[data-act]")) {
    button.hidden = !shown.includes(button.dataset.act)
    button.disabled = false
    button.classList.toggle("btn-primary", button.dataset.act === shown[0])
    button.classList.toggle("btn-secondary", button.dataset.act !== shown[0])
  }
}

async function press({ currentTarget: button }) {
  for (const other of root.querySelectorAll("[data-act]")) other.disabled = true
  const { act } = button.dataset
  const task = act === "in" || act === "task" ? Number(at("select").value) : 0
  try {
    await keep({ employee: known.employee, act, task })
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register("clock").catch(() => {}) // where the browser cannot, the next page hands over
    refuse(false)
  } catch {
    refuse(true)
  }
  await load()
  // as on the page of the clock, tapping twice does not stamp twice: another button stands where one was pressed
  at(".clock-buttons").animate({ pointerEvents: ["none", "none"] }, 1000)
  at("[data-state]").focus()
}

// refuse says that the device cannot keep a stamp, until it keeps one.
const refuse = (refused) => { at("[data-full]").hidden = !refused }

let said // the name of the last text
const say = (name) => {
  said = name
  at("[data-waiting]").hidden = false
  at("[data-said]").textContent = texts[name]
}

let busy = false

// resume asks whether the network is back. If it is, the stamps are handed over, and the requested page is shown.
async function resume() {
  if (busy) return
  busy = true
  try {
    await ask(probe, { method: "HEAD" })
    if (known && (await kept()).some((stamp) => stamp.employee === known.employee)) {
      say("sending")
      await handOver(to, known.employee)
    }
    if (location.pathname === new URL(probe, location.href).pathname) location.replace(today)
    else location.reload()
  } catch (failure) {
    if (!(failure instanceof Refusal)) said === "sending" && say("failed")
    else if (failure.message === "401") {
      say("signIn")
      at("[data-sign-in]").hidden = false
    } else location.replace(today) // another person has signed in
  } finally {
    busy = false
  }
}

for (const button of root.querySelectorAll("[data-act]")) button.addEventListener("click", press)
addEventListener("online", resume)
navigator.serviceWorker?.addEventListener("message", load) // it has handed over
setInterval(resume, PROBE)
load().catch(() => refuse(true))

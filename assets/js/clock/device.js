// The data of the clock on a device: the state of the clock when a page last showed it, and the stamps that were not handed over yet. Pages
// and the service worker share it. The state is deleted when its person signs out; stamps stay until the server has them.
import { Refusal, ask, keeper } from "../kept.js"

export { Refusal, ask }

const states = keeper("clock-state", (db) => db.createObjectStore("all"))
const stamps = keeper("clock-stamps", (db) =>
  db.createObjectStore("all", { keyPath: "seq", autoIncrement: true }).createIndex("id", "id", { unique: true }))

// A state is {employee, name, now, since, break, task, tasks: [{id, name}]}, with times in milliseconds. It has no since while its person
// is not clocked in, and no break unless one goes on.

export const state = () => states("readonly", (store) => store.get("state"))
export const saveState = (known) => states("readwrite", (store) => store.put(known, "state"))

// handedOver returns when stamps were handed over last; undefined if none were.
export const handedOver = () => states("readonly", (store) => store.get("handed"))

// A stamp is {seq, id, employee, act, at, task}. at is by the clock of the device.

export const kept = () => stamps("readonly", (store) => store.getAll())
export const keep = (stamp) => stamps("readwrite", (store) => store.add({ id: crypto.randomUUID(), at: Date.now(), ...stamp }))
const drop = (list) => stamps("readwrite", (store) => { for (const stamp of list) store.delete(stamp.seq) })

const LONGEST = 16 * 3600_000 // after which the end of the work counts as forgotten

// apply returns the state after stamps.
export function apply(known, list) {
  let now = known
  for (const { act, at, task } of list) {
    now = { ...now }
    if (act === "in" || act === "task") Object.assign(now, { since: at, break: 0, task: task || now.tasks?.[0]?.id })
    else if (act === "break") now.break = at
    else if (act === "back") now.break = 0
    else now.since = now.break = 0
  }
  return now.since && Date.now() - now.since > LONGEST ? { ...now, since: 0, break: 0 } : now
}

const PER_REQUEST = 500

// handOver sends the stamps of an employee in their order, deletes those that the server answers for, and returns how many. It throws Refusal
// if the person is not signed in, and another error without a network. Two tabs do not send at once; that a stamp is sent again does no harm.
export const handOver = (to, employee) => navigator.locks.request("presence-clock", async () => {
  for (let sent = 0; ;) {
    const list = (await kept()).filter((stamp) => stamp.employee === employee).slice(0, PER_REQUEST)
    if (!list.length) return sent
    const wire = ({ id, act, at, task }) => ({ stamp_id: id, act, at: new Date(at).toISOString(), ...(task ? { bank_code_id: task } : {}) })
    const body = JSON.stringify({ employee_id: employee, sent_at: new Date().toISOString(), stamps: list.map(wire) })
    const response = await ask(to, { method: "POST", headers: { "Content-Type": "application/json" }, body })
    const fates = new Map((await response.json()).stamps.map((stamp) => [stamp.stamp_id, stamp.outcome]))
    const over = list.filter((stamp) => fates.has(stamp.id))
    if (!over.length) throw new Error("no stamp was taken")
    const known = await state()
    if (known?.employee === employee) await saveState(apply(known, over.filter((stamp) => fates.get(stamp.id) === "taken")))
    await states("readwrite", (store) => store.put(Date.now(), "handed"))
    await drop(over)
    sent += over.length
  }
})

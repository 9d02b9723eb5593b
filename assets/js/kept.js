// What a device keeps in a database of the browser with one store.

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result)
  request.onerror = () => reject(request.error)
})

// keeper returns a function that runs work on the store of a database, in one transaction, and resolves when that is on disk. create makes
// the store of a new database.
export const keeper = (name, create) => async (mode, work) => {
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => create(opening.result)
  const db = await done(opening)
  try {
    const transaction = db.transaction("all", mode, { durability: "strict" })
    const ended = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    const result = work(transaction.objectStore("all"))
    await ended
    return result instanceof IDBRequest ? result.result : result
  } finally {
    db.close()
  }
}

// Refusal is thrown when the server refuses a request: its message is the status.
export class Refusal extends Error {}

// ask is fetch for the page's own requests: every answer but a good one is an error.
export async function ask(url, options) {
  const response = await fetch(url, { redirect: "manual", cache: "no-store", ...options })
  if (response.type === "opaqueredirect" || [401, 403, 404, 410].includes(response.status)) throw new Refusal(String(response.status))
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response
}

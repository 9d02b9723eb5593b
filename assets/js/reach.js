const PATIENCE = 4000 // milliseconds until a network that does not answer counts as none

// reach is fetch for requests that the device can do without: it fails without a network, after a while without an answer, and when what is
// in front of the program answers that the program is gone, or the program that it starts. Without patience, it waits as long as the browser.
export async function reach(request, options, patience = PATIENCE) {
  const late = new Promise((_, reject) => patience && setTimeout(() => reject(new Error("no answer")), patience))
  const response = await Promise.race([fetch(request, options), late])
  if ([502, 503, 504].includes(response.status)) throw new Error(`status ${response.status}`)
  return response
}

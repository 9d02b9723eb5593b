// The button by which a person asks for notices on the device that they are using. The form around it is sent with what the browser's push
// service has given; where the browser cannot, or is not allowed to, the page says so.
const form = document.querySelector("[data-push]")
const said = document.querySelector("[data-push-said]")
const say = (name) => { said.textContent = said.dataset[name] }

const decode = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0))

// worker returns the registration of the service worker that shows notices.
async function worker() {
  const { worker, scope } = form.dataset
  await navigator.serviceWorker.register(worker, { scope, updateViaCache: "all" })
  return navigator.serviceWorker.ready
}

async function subscribe() {
  const { pushManager } = await worker()
  const options = { userVisibleOnly: true, applicationServerKey: decode(form.dataset.push) }
  try {
    return await pushManager.subscribe(options)
  } catch (failure) {
    if (failure.name !== "InvalidStateError") throw failure // else it has subscribed with another key
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function ask(event) {
  event.preventDefault()
  said.textContent = ""
  if ((await Notification.requestPermission()) !== "granted") return say("denied")
  try {
    const { endpoint, keys } = (await subscribe()).toJSON()
    form.endpoint.value = endpoint
    form.p256dh.value = keys.p256dh
    form.auth.value = keys.auth
    form.submit()
  } catch (failure) {
    say(failure.name === "NotAllowedError" ? "denied" : "failed")
  }
}

if (form) {
  if (navigator.serviceWorker && window.PushManager && window.Notification) {
    form.hidden = false
    form.addEventListener("submit", ask)
    if (Notification.permission === "denied") say("denied")
  } else {
    say(/iPhone|iPad/.test(navigator.userAgent) ? "install" : "missing")
  }
}

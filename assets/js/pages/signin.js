import "./passkey.js"

// The sign-in page is what people see who have signed out. They leave no guests on the device, which the check-in page keeps for when
// there is no network. What was counted and not handed over stays.
window.indexedDB?.deleteDatabase("door-lists")
window.indexedDB?.deleteDatabase("clock-state") // stamps that were not handed over stay
window.caches?.delete("presence-door")

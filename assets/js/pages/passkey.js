// Making and using passkeys. A [data-passkey] holds the options of navigator.credentials as the server writes them, with bytes in base64url;
// the browser's answer is sent in its field, with the form around it.
const decode = text => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), c => c.charCodeAt(0))
const encode = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")

const options = box => {
	const o = JSON.parse(box.dataset.options)
	o.challenge = decode(o.challenge)
	if (o.user) o.user.id = decode(o.user.id)
	for (const list of [o.excludeCredentials, o.allowCredentials]) for (const c of list ?? []) c.id = decode(c.id)
	return o
}

const answer = c => {
	const response = {}
	for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
		if (c.response[name]) response[name] = encode(c.response[name])
	if (c.response.getTransports) response.transports = c.response.getTransports()
	return JSON.stringify({id: c.id, rawId: encode(c.rawId), type: c.type, response, clientExtensionResults: c.getClientExtensionResults(),
		authenticatorAttachment: c.authenticatorAttachment ?? undefined})
}

// pending is the offer in the field, which a click on the button ends: a browser asks for one passkey at a time.
let pending = new AbortController()

const ask = async (box, more) => {
	const credential = await navigator.credentials[box.dataset.passkey]({publicKey: options(box), ...more})
	box.querySelector("input").value = answer(credential)
	box.closest("form").submit()
}

for (const box of document.querySelectorAll("[data-passkey]")) {
	if (!window.PublicKeyCredential) {
		box.hidden = true
		continue
	}
	box.querySelector("button").addEventListener("click", async () => {
		const error = box.querySelector("[data-passkey-error]")
		error.hidden = true
		pending.abort()
		try {
			await ask(box)
		} catch {
			error.hidden = false
			offer(box)
		}
	})
	offer(box)
}

async function offer(box) {
	if (!("offered" in box.dataset) || !await PublicKeyCredential.isConditionalMediationAvailable?.()) return
	pending = new AbortController()
	ask(box, {mediation: "conditional", signal: pending.signal}).catch(() => {})
}

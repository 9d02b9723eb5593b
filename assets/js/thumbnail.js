import { on } from "./dom.js"

// The picture that is chosen within a place marked data-thumbnail is shown there before it is saved, in its first image. A tick that
// removes the picture was not meant for this one.
on("change", "[data-thumbnail]", ({ target: { files } }, place) => {
  if (!files) return
  const image = place.querySelector("img")
  const reader = new FileReader()
  image.hidden = !files[0]
  reader.onload = () => { image.src = reader.result }
  if (!files[0]) return
  place.querySelector("[type=checkbox]").checked = false
  reader.readAsDataURL(files[0])
})

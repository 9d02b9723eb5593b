import { on } from "./dom.js"

// The picture that is chosen in a field marked data-thumbnail is shown before it is saved, in the image whose id is the mark's value.
on("change", "input[data-thumbnail]", (_, { files, dataset }) => {
  const image = document.getElementById(dataset.thumbnail)
  const reader = new FileReader()
  image.hidden = !files[0]
  reader.onload = () => { image.src = reader.result }
  if (files[0]) reader.readAsDataURL(files[0])
})

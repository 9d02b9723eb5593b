import { on } from "./dom.js"

// A field of a guarded form that differs from what is saved is marked.
on("input", "form[data-guard] .field", ({ target }, field) => {
  const options = [...(target.options || [])]
  const differs = options.length ? options.some((option) => option.selected !== option.defaultSelected)
    : ["radio", "checkbox"].includes(target.type) ? target.checked !== target.defaultChecked : target.value !== target.defaultValue
  field.toggleAttribute("data-differs", differs)
})

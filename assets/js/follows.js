import { on } from "./dom.js"

// The end of an event moves with its start and keeps the length, three hours without an end, until a person changes it; one that a
// person has changed moves only when it would come before the start.
let own

on("input", "[name=ends_at]", (_, end) => own = end.value)
on("input", "[name=starts_at]", (_, start) => {
  const end = start.form.ends_at, at = start.valueAsNumber
  if (at && !(own && end.valueAsNumber > at)) end.valueAsNumber = at + (Date.parse(end.defaultValue) - Date.parse(start.defaultValue) || 108e5)
})

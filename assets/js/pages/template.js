// The scripts of the page of a template: those of texts and lists, and HTML.
import "./editing.js"
import "../html.js"

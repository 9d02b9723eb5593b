// The scripts of the form for a new event: those of texts and lists, and the end that follows the start.
import "./editing.js"
import "../follows.js"

// The script of the lists in which rows are ticked, and which a decision takes rows from.
import "./leaving.js"
import "../ticks.js"

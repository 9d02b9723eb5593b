// The script of the lists in which rows are ticked.
import "../ticks.js"

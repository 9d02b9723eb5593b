package main

import "time"

// now is the machine's clock, which only this command reads.
var now = time.Now

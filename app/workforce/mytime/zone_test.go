package mytime

import "time"

var toronto = func() *time.Location {
	zone, err := time.LoadLocation("America/Toronto")
	if err != nil {
		panic(err)
	}
	return zone
}()

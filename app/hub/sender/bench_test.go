package sender_test

import (
	"testing"
	"time"

	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/db"
	"presence/db/dbtest"
)

// BenchmarkWorker is a durable send into a sink on the same machine, in messages a second.
func BenchmarkWorker(b *testing.B) {
	for _, c := range []struct {
		name        string
		connections int
		sink        sink.Options
		guests      int
	}{
		{"4 connections", 4, sink.Options{}, 20000},
		{"16 connections", 16, sink.Options{}, 40000},
		{"50 connections", 50, sink.Options{}, 40000},
		{"50 connections, 4 ms after the dot", 50, sink.Options{Dot: 4 * time.Millisecond}, 30000},
		{"4 connections, 4 ms after the dot", 4, sink.Options{Dot: 4 * time.Millisecond}, 4000},
		{"4 connections, 4 ms a round trip", 4, sink.Options{Trip: 4 * time.Millisecond}, 4000},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				w := sends.New(b, dbtest.Open(b, db.SQLite), c.sink)
				w.Options.Connections = c.connections
				w.S = w.NewService(w.DB)
				w.Invite(c.guests)
				start := b.Elapsed()
				id := w.Send().ID
				reserved := b.Elapsed()
				stop := w.Work(w.S)
				w.Sink.Wait(c.guests, time.Minute)
				took := b.Elapsed() - reserved
				w.Until(id, campaigns.Completed)
				stop()
				b.ReportMetric(float64(c.guests)/took.Seconds(), "msg/s")
				b.ReportMetric((reserved-start).Seconds()*1e9/float64(c.guests), "ns/reserved")
			}
		})
	}
}

package mail_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"presence/app/apptest/sink"
	"presence/app/platform/mail"
)

// invitation is a message of the size that the built-in one has.
func invitation(n int) *mail.Message {
	m := message(n)
	m.HTML = "<!doctype html><html lang=\"fr\"><body>" +
		strings.Repeat("<p style=\"margin:0 0 16px\">Vous êtes invité à la fête de fin d'année, à l'hôtel de ville.</p>\n", 55) + "</body></html>"
	m.Text = strings.Repeat("Vous êtes invité à la fête de fin d'année, à l'hôtel de ville.\n", 12)
	return m
}

func BenchmarkMessage_WriteTo(b *testing.B) {
	parts := mail.Encode([]mail.Attachment{{Filename: "plan.pdf", MediaType: "application/pdf", Data: make([]byte, 200<<10)}})
	for name, p := range map[string]*mail.Parts{"alone": nil, "with 200 KB": parts} {
		b.Run(name, func(b *testing.B) {
			m := invitation(1)
			m.Parts = p
			b.ReportAllocs()
			for b.Loop() {
				n, err := m.WriteTo(io.Discard)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(n)
			}
		})
	}
}

// BenchmarkRelay_Send is the bare loop of some sessions into a sink in a process of its own.
func BenchmarkRelay_Send(b *testing.B) {
	for name, o := range map[string]sink.Options{"no delay": {}, "round trips of 4 ms": {Trip: 4 * time.Millisecond},
		"4 ms after the dot": {Dot: 4 * time.Millisecond}} {
		b.Run(name, func(b *testing.B) {
			p, err := sink.Child(o)
			if err != nil {
				b.Fatal(err)
			}
			relay := relayTo(b, p.URL, mail.DefaultTimeouts)
			var number atomic.Int64
			var work sync.WaitGroup
			b.ResetTimer()
			for range 4 {
				work.Go(func() {
					s, err := relay.Open(context.Background())
					if err != nil {
						b.Error(err)
						return
					}
					defer s.Close()
					m := invitation(int(number.Add(1)))
					for m != nil {
						var next *mail.Message
						if n := int(number.Add(1)); n <= b.N {
							next = invitation(n)
						}
						if err := s.Send(context.Background(), m, next, func() error { return nil }); err != nil {
							b.Error(err)
							return
						}
						m = next
					}
				})
			}
			work.Wait()
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
			if faults, err := p.Stop(); err != nil || len(faults) > 0 {
				b.Error(faults, err)
			}
		})
	}
}

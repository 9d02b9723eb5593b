package app

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/pprof"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"presence/app/accounts/notifications"
	"presence/app/platform/httpx"
	"presence/db"
)

// metrics serves metrics and profiles on a separate address (O5).
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec

	// These two change with the settings.
	streams      atomic.Pointer[notifications.Service] // whose streams are counted
	hasDirectory atomic.Bool                           // there is a source of customers
}

func newMetrics(d *db.DB, now func() time.Time, version string) *metrics {
	m := &metrics{registry: prometheus.NewRegistry(), requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "presence_request_seconds", Help: "Time to answer a request, by route pattern.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5},
	}, []string{"method", "route", "status"})}
	streams := func() int {
		if s := m.streams.Load(); s != nil {
			return s.Streams()
		}
		return 0
	}
	m.registry.MustRegister(m.requests, companyFigures{d, now, version, streams, m.hasDirectory.Load}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// observe counts one answered request. The route is a pattern, so that no id or name becomes a label.
func (m *metrics) observe(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// serve serves /metrics and /debug/pprof until ctx ends, and closes listener.
func (m *metrics) serve(ctx context.Context, listener net.Listener) error {
	mux := http.NewServeMux()
	mux.Handle("/metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	s := &http.Server{Handler: httpx.DrainUnreadBodies(mux), ReadHeaderTimeout: headerTimeout}
	go func() {
		<-ctx.Done()
		_ = s.Close() // unfinished responses do not matter
	}()
	if err := s.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

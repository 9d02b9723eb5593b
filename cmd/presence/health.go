package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// healthTimeout is how long health waits for the answer.
const healthTimeout = 3 * time.Second

// health asks the server of these settings whether it is ready (GET /readyz). It is for a container, in which there is no other program
// that could ask.
func health(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("health", args, nil); err != nil {
		return err
	}
	s, err := c.settings()
	if err != nil {
		return err
	}
	if err := s.askReady(ctx); err != nil {
		return fmt.Errorf("health: %w", err)
	}
	_, err = fmt.Fprintln(c.out, "ready")
	return err
}

// askReady fails unless /readyz answers 200.
func (s *settings) askReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	url := "http://" + localAddress(s.Listen) + strings.TrimRight(s.PublicURL.Path, "/") + "/readyz"
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	transport := http.Transport{DisableKeepAlives: true} // without the proxy of the environment
	answer, err := transport.RoundTrip(r)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, answer.Body) // what it says does not matter
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s responds with %s", url, answer.Status)
	}
	return nil
}

// localAddress returns the address by which this machine reaches a server that listens at an address, which may be all of the machine's.
func localAddress(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
		if ip.Is6() {
			host = "::1"
		}
	}
	return net.JoinHostPort(host, port)
}

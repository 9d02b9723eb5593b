package outbound

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"presence/db"
	"presence/db/dbtest"
)

func TestRefuseMetadata(t *testing.T) {
	for address, refused := range map[string]bool{
		"169.254.169.254:80": true, "[fe80::1]:25": true, "[fe80::1%eth0]:25": true, "[::ffff:169.254.169.254]:25": true,
		"[fd00:ec2::254]:80": true, "100.100.100.200:80": true, "168.63.129.16:80": true, "192.0.0.192:80": true, "[fd20:ce::254]:80": true,
		"10.0.0.1:25": false, "127.0.0.1:25": false, "[fd00::1]:25": false, "203.0.113.9:587": false, "100.100.100.201:80": false,
	} {
		t.Run(address, func(t *testing.T) {
			if err := refuseMetadata("tcp", address, nil); (err != nil) != refused {
				t.Error(err)
			}
		})
	}
}

func TestRefuseThisMachine(t *testing.T) {
	for address, refused := range map[string]bool{
		"127.0.0.1:6379": true, "127.8.9.1:80": true, "[::1]:80": true, "[::ffff:127.0.0.1]:80": true, "0.0.0.0:80": true, "[::]:80": true,
		"169.254.169.254:80": true, "10.0.0.1:443": false, "203.0.113.9:443": false,
	} {
		t.Run(address, func(t *testing.T) {
			if err := refuseThisMachine("tcp", address, nil); errors.Is(err, ErrRefused) != refused {
				t.Error(err)
			}
		})
	}
}

func TestRefusePrivate(t *testing.T) {
	for address, refused := range map[string]bool{
		"127.0.0.1:80": true, "[::1]:80": true, "0.0.0.0:80": true, "0.1.2.3:80": true, "10.0.0.1:443": true, "172.16.0.1:443": true,
		"172.31.255.255:443": true, "192.168.1.1:443": true, "100.64.0.1:443": true, "[fd00::1]:443": true, "[::ffff:10.0.0.1]:443": true,
		"169.254.169.254:80": true, "[fe80::1%eth0]:25": true, "[64:ff9b::a00:1]:443": true, "[2002:a00:1::]:443": true,
		"224.0.0.1:443": true, "255.255.255.255:443": true, "198.18.0.1:443": true, "168.63.129.16:80": true, "[fec0::1]:443": true,
		"[::127.0.0.1]:443": true, "[::ffff:0:127.0.0.1]:443": true,
		"[fd00::1%eth0]:443": true, "172.32.0.1:443": false, "203.0.113.9:443": false, "8.8.8.8:443": false, "[2606:4700::1]:443": false,
	} {
		t.Run(address, func(t *testing.T) {
			if err := refusePrivate("tcp", address, nil); errors.Is(err, ErrRefused) != refused {
				t.Error(err)
			}
		})
	}
}

func TestRemoteTransport_refuses_this_machine(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	for name, x := range map[string]struct {
		transport RoundTripper
		refused   bool
	}{"of a source that an administrator has typed": {RemoteTransport(), true}, "of another one": {Transport(), false},
		"of an endpoint": {publicTransport(), true}} {
		t.Run(name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := (&http.Client{Transport: x.transport}).Do(r)
			if err == nil {
				_ = answer.Body.Close()
			}
			if errors.Is(err, ErrRefused) != x.refused {
				t.Error(err)
			}
		})
	}
}

func TestTransport(t *testing.T) {
	t.Run("a redirect to a metadata address is not followed", func(t *testing.T) {
		server := httptest.NewServer(http.RedirectHandler("http://169.254.169.254/latest/meta-data", http.StatusFound))
		defer server.Close()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := (&http.Client{Transport: Transport()}).Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		if err == nil || !strings.Contains(err.Error(), ErrRefused.Error()) {
			t.Error(err)
		}
	})
	t.Run("a server on the same machine is reached", func(t *testing.T) {
		server := httptest.NewServer(http.NotFoundHandler())
		defer server.Close()
		c, err := NewDialer(time.Second).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, local := c.RemoteAddr().(*net.TCPAddr); !local {
			t.Error(c.RemoteAddr())
		}
		_ = c.Close()
	})
}

// Other writes would wait for whatever the other side takes.
func TestTransactions_do_not_use_the_network(t *testing.T) {
	t.Run("a dialer does not connect", func(t *testing.T) {
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		dial := func(ctx context.Context) error {
			conn, err := NewDialer(time.Second).DialContext(ctx, "tcp", listener.Addr().String())
			if err == nil {
				err = conn.Close()
			}
			return err
		}
		if err := dial(t.Context()); err != nil {
			t.Fatal("outside:", err)
		}
		dbtest.InWrite(t, func(ctx context.Context) {
			if err := dial(ctx); !errors.Is(err, db.ErrInWrite) {
				t.Error(err)
			}
		})
	})
	for name, transport := range map[string]RoundTripper{"a transport": Transport(), "that of a source": RemoteTransport(),
		"that of an endpoint": publicTransport()} {
		t.Run(name+" sends nothing", func(t *testing.T) {
			dbtest.InWrite(t, func(ctx context.Context) {
				if err := post(ctx, transport, "http://203.0.113.9/"); !errors.Is(err, db.ErrInWrite) {
					t.Error(err)
				}
			})
		})
	}
	t.Run("nor by a connection that is open", func(t *testing.T) {
		var requests atomic.Int64
		server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
		defer server.Close()
		transport := Transport()
		if err := post(t.Context(), transport, server.URL); err != nil {
			t.Fatal("outside:", err)
		}
		dbtest.InWrite(t, func(ctx context.Context) {
			if err := post(ctx, transport, server.URL); !errors.Is(err, db.ErrInWrite) || requests.Load() != 1 {
				t.Error(err, requests.Load())
			}
		})
	})
}

func post(ctx context.Context, transport RoundTripper, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		return err
	}
	answer, err := (&http.Client{Transport: transport}).Do(r)
	if err == nil {
		err = answer.Body.Close()
	}
	return err
}

package dbtest

import (
	"net"
	"net/url"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Wire stands between the program and PostgreSQL. It can cut what goes over it without a word of farewell, and hold it back, as a server
// does that accepts connections and does not answer.
type Wire struct {
	listener net.Listener
	to       *pgx.ConnConfig
	mu       sync.Mutex
	conns    []net.Conn
	frozen   chan struct{} // nil: bytes pass; else closed when they pass again
}

// NewWire makes a wire to the PostgreSQL database of an address, which ends with the test.
func NewWire(t testing.TB, address string) *Wire {
	t.Helper()
	to, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &Wire{listener: l, to: to}
	go w.serve(l)
	t.Cleanup(func() { l.Close(); w.Thaw(); w.Cut() })
	return w
}

// URL returns the address of the database by this wire.
func (w *Wire) URL() string {
	user := url.User(w.to.User)
	if w.to.Password != "" {
		user = url.UserPassword(w.to.User, w.to.Password)
	}
	u := url.URL{Scheme: "postgres", User: user, Host: w.listener.Addr().String(), Path: w.to.Database, RawQuery: "sslmode=disable"}
	return u.String()
}

// Refuse ends all connections and refuses new ones, as a server does that is stopped, until accept is called.
func (w *Wire) Refuse(t testing.TB) (accept func()) {
	t.Helper()
	address := w.listener.Addr().String()
	w.listener.Close()
	w.Cut()
	return func() {
		t.Helper()
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go w.serve(l)
	}
}

func (w *Wire) serve(listener net.Listener) {
	for {
		in, err := listener.Accept()
		if err != nil {
			return
		}
		network, address := pgconn.NetworkAddress(w.to.Host, w.to.Port)
		out, err := net.Dial(network, address)
		if err != nil {
			in.Close()
			continue
		}
		w.mu.Lock()
		w.conns = append(w.conns, in, out)
		w.mu.Unlock()
		go w.pass(in, out)
		go w.pass(out, in)
	}
}

// pass copies what comes from one side to the other until either ends.
func (w *Wire) pass(to, from net.Conn) {
	defer to.Close()
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		w.mu.Lock()
		frozen := w.frozen
		w.mu.Unlock()
		if frozen != nil {
			<-frozen
		}
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Freeze holds back all bytes until Thaw. Connections are still accepted.
func (w *Wire) Freeze() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen == nil {
		w.frozen = make(chan struct{})
	}
}

// Thaw lets the bytes pass again.
func (w *Wire) Thaw() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.frozen != nil {
		close(w.frozen)
		w.frozen = nil
	}
}

// Cut closes every connection, without a word to either side.
func (w *Wire) Cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, c := range w.conns {
		c.Close()
	}
	w.conns = nil
}

package auth

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"presence/db"
	"presence/db/dbtest"
)

// wire stands between the product and PostgreSQL, and writes down each statement that goes through.
type wire struct {
	mu   sync.Mutex
	sent []string
}

// newWire gives a database of its own, and its address by way of the wire.
func newWire(t *testing.T) (*wire, string) {
	t.Helper()
	server, err := pgx.ParseConfig(dbtest.URL(t, db.Postgres))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	w := &wire{}
	go func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			network, address := pgconn.NetworkAddress(server.Host, server.Port)
			to, err := net.Dial(network, address)
			if err != nil {
				from.Close()
				return
			}
			go func() { defer from.Close(); _, _ = io.Copy(from, to) }()
			go func() { defer to.Close(); w.carry(from, to) }()
		}
	}()
	return w, fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", url.UserPassword(server.User, server.Password), listener.Addr(),
		server.Database)
}

// carry reads the messages of one connection: a statement is a Query, or a Bind of what a Parse has named.
func (w *wire) carry(from, to net.Conn) {
	in, named := bufio.NewReader(from), map[string]string{}
	for head := 4; ; head = 5 { // the first message has no type
		m := make([]byte, head)
		if _, err := io.ReadFull(in, m); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(m[head-4:])-4)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		text := strings.Split(string(body), "\x00")
		switch {
		case head == 5 && m[0] == 'P':
			named[text[0]] = text[1]
		case head == 5 && m[0] == 'B':
			w.note(named[text[1]])
		case head == 5 && m[0] == 'Q':
			w.note(text[0])
		}
		if _, err := to.Write(append(m, body...)); err != nil {
			return
		}
	}
}

func (w *wire) note(statement string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, statement)
}

// taken are the statements since it was asked last.
func (w *wire) taken() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	sent := w.sent
	w.sent = nil
	return sent
}

// Who calls, their theme and what the last form has to say come with one statement, and a page that shows them writes
// nothing.
func TestBrowserSession_costs_a_page_one_statement(t *testing.T) {
	sent, address := newWire(t)
	d, err := db.Open(t.Context(), address, db.Options{Conns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	w := newWorld(t, d, testURL)
	c := w.start(w.add("jeanne@ferme.example", Employee), "")
	wantStatus(t, w.post("/staff/preferences", url.Values{"theme": {"dark"}}, cookie(c)), 303)
	page := func() *httptest.ResponseRecorder { return w.get("/auth/v1/login", cookie(c)) }
	page()
	sent.taken()
	if seen := page(); !strings.Contains(seen.Body.String(), "Jeanne Roy") || !shows(t, seen, "html[data-theme=dark]") {
		t.Error("the page does not know who is signed in, or in which theme")
	}
	if got := sent.taken(); len(got) != 1 || !strings.Contains(got[0], "FROM sessions s JOIN people p") {
		t.Errorf("%d statements:\n%s", len(got), strings.Join(got, "\n"))
	}
	wantStatus(t, w.get("/auth/v1/me", bearerOf(w.tokens("jeanne@ferme.example").Access), cookie(c)), 200)
	for _, statement := range sent.taken() {
		if strings.Contains(statement, "FROM sessions") {
			t.Errorf("the caller has a token, and the cookie is looked up: %s", statement)
		}
	}
}

package browser

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"presence/app/apptest"
)

// Network is the connection of one device to the product, which can be cut. Unlike a browser that pretends to be offline, it is
// cut for service workers as well.
type Network struct {
	listener net.Listener
	to       string

	mu      sync.Mutex
	down    bool
	instead int // the status that is answered in place of the product; 0: none; silent: no request is answered
	lines   map[net.Conn]bool
}

const silent = -1

// NewNetwork returns the connection, and the app at its near end.
func NewNetwork(t *testing.T, a *apptest.App) (*Network, *apptest.App) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &Network{listener: l, to: strings.TrimPrefix(a.URL, "http://"), lines: map[net.Conn]bool{}}
	t.Cleanup(func() { l.Close(); n.Cut(true) })
	go n.serve()
	return n, a.At("http://" + l.Addr().String())
}

func (n *Network) serve() {
	for {
		near, err := n.listener.Accept()
		if err != nil {
			return
		}
		if status := n.inPlace(); status != 0 {
			go n.answer(near, status)
			continue
		}
		far, err := net.Dial("tcp", n.to)
		if err != nil || !n.open(near, far) {
			near.Close()
			continue
		}
		for _, pair := range [][2]net.Conn{{near, far}, {far, near}} {
			go func() {
				_, _ = io.Copy(pair[0], pair[1])
				near.Close()
				far.Close()
			}()
		}
	}
}

// open keeps both ends of a line, so that they can be cut; false: the network is down.
func (n *Network) open(ends ...net.Conn) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range ends {
		n.lines[c] = true
		if n.down {
			c.Close()
		}
	}
	return !n.down
}

func (n *Network) inPlace() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.instead
}

// answer answers the request of a connection with a status, as what is in front of the product does while that is gone, or with nothing.
func (n *Network) answer(near net.Conn, status int) {
	if !n.open(near) {
		return
	}
	r, err := http.ReadRequest(bufio.NewReader(near))
	if err == nil && status != silent {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = fmt.Fprintf(near, "HTTP/1.1 %d %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status, http.StatusText(status))
		near.Close()
	}
}

// Cut cuts the network, or connects it again.
func (n *Network) Cut(down bool) { n.become(down, 0) }

// Answer lets something in front of the product answer with a status in its place.
func (n *Network) Answer(status int) { n.become(false, status) }

// Silence lets no request be answered.
func (n *Network) Silence() { n.become(false, silent) }

func (n *Network) become(down bool, instead int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down, n.instead = down, instead
	for c := range n.lines {
		c.Close()
		delete(n.lines, c)
	}
}

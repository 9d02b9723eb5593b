package browser

import (
	"io"
	"net"
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

	mu    sync.Mutex
	down  bool
	lines map[net.Conn]bool
}

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

// Cut cuts the network, or connects it again.
func (n *Network) Cut(down bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down = down
	for c := range n.lines {
		c.Close()
		delete(n.lines, c)
	}
}

//go:build linux

package db_test

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"presence/db"
	"presence/db/dbtest/pgcluster"
)

// tcpCluster is a server that listens on an address, which the one that tests share does not, and lets everybody in.
func tcpCluster(t *testing.T, address string) (c *pgcluster.Cluster, url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	rules, err := os.CreateTemp("/tmp", "presence-hba")
	if err != nil {
		t.Fatal(err)
	}
	_, err = rules.WriteString("local all all trust\nhost all all 0.0.0.0/0 trust\n")
	t.Cleanup(func() { _ = os.Remove(rules.Name()) })
	for _, late := range []error{err, rules.Chmod(0o644), rules.Close(), l.Close()} {
		if late != nil {
			t.Fatal(late)
		}
	}
	c, err = pgcluster.Start("listen_addresses="+address, "port="+port, "hba_file="+rules.Name())
	if err != nil {
		if os.Getenv("REQUIRE_POSTGRES") == "1" {
			t.Fatal(err)
		}
		t.Skipf("no PostgreSQL for this test: %v", err)
	}
	t.Cleanup(c.Stop)
	return c, "postgres://postgres@" + net.JoinHostPort(address, port) + "/postgres"
}

// TestPostgres_WatchesOverConnections shows that both ends of a connection ask whether the other one is still there, and
// how long they wait for it.
func TestPostgres_WatchesOverConnections(t *testing.T) {
	_, url := tcpCluster(t, "127.0.0.1")
	d, err := db.Open(t.Context(), url, db.Options{Conns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	c, err := db.Connect(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	for setting, want := range map[string]string{"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3",
		"tcp_user_timeout": "20000", "idle_in_transaction_session_timeout": "15s", "jit": "off", "work_mem": "32MB"} {
		t.Run("the server by "+setting, func(t *testing.T) {
			var holder, pool string
			if err := c.QueryRow(t.Context(), "SHOW "+setting).Scan(&holder); err != nil || holder != want {
				t.Errorf("where a name is held it is %s, want %s: %v", holder, want, err)
			}
			if err := d.QueryRow(t.Context(), "SHOW "+setting).Scan(&pool); err != nil || pool != want {
				t.Errorf("in the pool it is %s, want %s: %v", pool, want, err)
			}
		})
	}
	t.Run("this end by its socket", func(t *testing.T) {
		raw, err := c.PgConn().Conn().(*net.TCPConn).SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		err = raw.Control(func(fd uintptr) {
			for option, want := range map[[2]int]int{{unix.SOL_SOCKET, unix.SO_KEEPALIVE}: 1, {unix.IPPROTO_TCP, unix.TCP_KEEPIDLE}: 10,
				{unix.IPPROTO_TCP, unix.TCP_KEEPINTVL}: 5,
				{unix.IPPROTO_TCP, unix.TCP_KEEPCNT}:   3, {unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT}: 20_000} {
				if got, err := unix.GetsockoptInt(int(fd), option[0], option[1]); err != nil || got != want {
					t.Errorf("option %v is %d, want %d: %v", option, got, want, err)
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// TestPostgres_MachineVanishes cuts the wire of a process that holds a name, and kills it: its end arrives nowhere. The
// server must let go of the name within 30 s.
func TestPostgres_MachineVanishes(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the timeouts of TCP, up to half a minute")
	}
	t.Parallel()
	n := newNetwork(t)
	c, url := tcpCluster(t, n.near)
	holder := startHolder(t, url, "ip", "netns", "exec", n.space)
	looker := openAt(t, c.URL)
	mustHold(t, looker, "killed", false)
	n.ip("-n", n.space, "link", "set", n.space, "down")
	began := time.Now()
	_ = holder.Process.Kill()
	_ = holder.Wait()
	if free, err := looker.IsLockFree(t.Context(), "killed"); free || err != nil {
		t.Fatalf("the server has heard of the end of the process (%v): this shows nothing", err)
	}
	look := time.NewTicker(200 * time.Millisecond)
	defer look.Stop()
	for range look.C {
		free, err := looker.IsLockFree(t.Context(), "killed")
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); free {
			t.Logf("let go after %s", took.Round(100*time.Millisecond))
			return
		} else if took > 30*time.Second {
			t.Fatalf("after %s the server keeps the name for a machine that has vanished", took)
		}
	}
}

// network is a namespace of its own, at the other end of a wire.
type network struct {
	testing.TB
	space string // also the name of its end of the wire
	near  string // the address of this end
}

func newNetwork(t *testing.T) *network {
	t.Helper()
	if _, err := exec.LookPath("ip"); err != nil || os.Getuid() != 0 {
		t.Skip("a network of one's own takes root and iproute2")
	}
	pid := os.Getpid()
	n := &network{TB: t, space: fmt.Sprintf("pw%d", pid)}
	subnet := fmt.Sprintf("10.%d.%d.", 200+pid%50, pid/50%250)
	n.near = subnet + "1"
	if out, err := exec.CommandContext(t.Context(), "ip", "netns", "add", n.space).CombinedOutput(); err != nil {
		t.Skipf("this system makes no networks: %v %s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("ip", "netns", "del", n.space).Run() })
	here := fmt.Sprintf("pv%d", pid)
	if out, err := exec.CommandContext(t.Context(), "ip", "link", "add", here, "type", "veth", "peer", "name", n.space, "netns",
		n.space).CombinedOutput(); err != nil {
		t.Skipf("this system makes no wires: %v %s", err, out)
	}
	n.ip("addr", "add", n.near+"/30", "dev", here)
	n.ip("link", "set", here, "up")
	n.ip("-n", n.space, "addr", "add", subnet+"2/30", "dev", n.space)
	n.ip("-n", n.space, "link", "set", n.space, "up")
	return n
}

func (n *network) ip(args ...string) {
	n.Helper()
	if out, err := exec.CommandContext(n.Context(), "ip", args...).CombinedOutput(); err != nil {
		n.Fatalf("ip %s: %v %s", strings.Join(args, " "), err, out)
	}
}

// Package pgcluster runs a temporary PostgreSQL server for tests: on a Unix socket in a temporary folder, without durability.
// It ends with the process that started it, even if that is killed.
package pgcluster

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrMissing is returned when no PostgreSQL server is installed.
var ErrMissing = errors.New("no PostgreSQL server found in PATH or /usr/lib/postgresql (Debian: apt-get install postgresql)")

// Cluster is one running server. It ends when the Cluster is garbage collected or the process ends.
type Cluster struct {
	URL    string // of the database "postgres"
	dir    string
	bin    string
	who    *syscall.SysProcAttr // of its processes
	keeper *exec.Cmd
	leash  io.Closer
}

// keep is a shell script that waits until its standard input is closed, which happens when the process that started it ends,
// and then stops the server and removes the folder. The server may have been restarted in the meantime, so the script reads the
// process id from the pid file.
const keep = `dir=$1; shift
"$@" </dev/null >"$dir/log" 2>&1 &
cat >/dev/null
server=$(head -n 1 "$dir/data/postmaster.pid")
kill -QUIT $server 2>/dev/null
wait
n=0; while [ -e "$dir/data/postmaster.pid" ] && [ $n -lt 500 ]; do sleep 0.02; n=$((n + 1)); done
rm -rf "$dir"`

// Start starts a cluster and waits until it answers. settings are further server settings, as "name=value".
func Start(settings ...string) (*Cluster, error) {
	return create(settings, func(c *Cluster, data string) error {
		return c.run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	})
}

// Standby starts a cluster that is a hot standby of c, and waits until it answers. Its name is that for synchronous_standby_names of c.
func (c *Cluster) Standby(name string, settings ...string) (*Cluster, error) {
	from, err := pgx.ParseConfig(c.URL)
	if err != nil {
		return nil, err
	}
	return create(settings, func(standby *Cluster, data string) error {
		return standby.run("pg_basebackup", "-D", data, "-R", "-c", "fast", "--no-sync", "-d",
			fmt.Sprintf("host=%s port=%d user=%s application_name=%s", from.Host, from.Port, from.User, name))
	})
}

// create makes a cluster whose data folder is made by fill, and waits until it answers.
func create(settings []string, fill func(c *Cluster, data string) error) (*Cluster, error) {
	bin, err := binaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(folder(), "presence-pg-")
	if err != nil {
		return nil, err
	}
	c := &Cluster{URL: "postgres://postgres@/postgres?host=" + dir, dir: dir, bin: bin}
	for _, s := range settings {
		if port, found := strings.CutPrefix(s, "port="); found {
			c.URL += "&port=" + port
		}
	}
	if c.who, err = owner(dir); err == nil {
		err = fill(c, c.data())
	}
	if err == nil {
		err = c.start(settings)
	}
	if err != nil {
		c.Stop()
		os.RemoveAll(dir)
		return nil, err
	}
	return c, nil
}

// Folder returns the folder of the server, with its socket.
func (c *Cluster) Folder() string { return c.dir }

func (c *Cluster) data() string { return filepath.Join(c.dir, "data") }

// run runs one of PostgreSQL's programs as the owner of the cluster.
func (c *Cluster) run(program string, args ...string) error {
	cmd := exec.Command(filepath.Join(c.bin, program), args...)
	cmd.SysProcAttr, cmd.Dir = c.who, c.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, out)
	}
	return nil
}

func (c *Cluster) start(settings []string) (err error) {
	args := []string{"-c", keep, "sh", c.dir, filepath.Join(c.bin, "postgres"), "-D", c.data(), "-k", c.dir}
	for _, s := range append([]string{"listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off",
		"max_connections=400", "shared_buffers=64MB", "max_wal_size=256MB", "autovacuum=off"}, settings...) {
		args = append(args, "-c", s)
	}
	c.keeper = exec.Command("/bin/sh", args...)
	c.keeper.SysProcAttr, c.keeper.Dir = c.who, c.dir
	if c.leash, err = c.keeper.StdinPipe(); err != nil {
		return err
	}
	if err := c.keeper.Start(); err != nil {
		return err
	}
	return c.answers()
}

// answers waits until the server answers.
func (c *Cluster) answers() error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, c.URL)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(filepath.Join(c.dir, "log"))
			return fmt.Errorf("the PostgreSQL server does not answer: %w: %s", err, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Restart stops the server as a crash does (pg_ctl restart -m immediate), starts it again and waits until it answers. Committed
// data survives only if the cluster was started with synchronous_commit=on.
func (c *Cluster) Restart() error {
	if err := c.run("pg_ctl", "restart", "-m", "immediate", "-D", c.data(), "-l", filepath.Join(c.dir, "log")); err != nil {
		return err
	}
	return c.answers()
}

// Kill ends the server with SIGKILL. Its other processes end as soon as they notice. It cannot be started again.
func (c *Cluster) Kill() error {
	file := filepath.Join(c.data(), "postmaster.pid")
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		return err
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		return err
	}
	return os.Remove(file) // the keeper would wait for the server to do so
}

// Promote makes a standby a server of its own (pg_ctl promote), and waits until it takes writes.
func (c *Cluster) Promote() error { return c.run("pg_ctl", "promote", "-w", "-D", c.data()) }

// Stop stops the server and removes its folder.
func (c *Cluster) Stop() {
	if c.leash != nil {
		c.leash.Close()
		_ = c.keeper.Wait() // its status is that of rm, which does not matter
	}
}

// folder returns the parent folder of the cluster: in memory if there is room, where creating a database takes 15 ms instead of
// 150. The path is short, because that of a socket must be.
func folder() string {
	var fs syscall.Statfs_t
	if syscall.Statfs("/dev/shm", &fs) == nil && fs.Bavail*uint64(fs.Bsize) > 2<<30 {
		return "/dev/shm"
	}
	return "/tmp"
}

// binaries returns the folder of the newest installed server.
func binaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", ErrMissing
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}

// owner returns the attributes of the server's process. PostgreSQL refuses to run as root, so root runs it as another user, who
// gets the folder. It has its own process group, so that an interrupt at the terminal does not stop the server before its
// keeper does.
func owner(dir string) (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.Atoi(u.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(u.Gid)
	if err != nil {
		return nil, err
	}
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, os.Chown(dir, uid, gid)
}

package main

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// node is one process of the product. Each start is a new one at the same address.
type node struct {
	*site
	addr    string
	release string // another binary than the site's; empty: that one
	clock   clock
	cmd     *exec.Cmd
	out     *os.File
	up      time.Time
}

// environment returns the environment variables of the process.
func (n *node) environment() []string {
	return slices.Concat(n.env, []string{"LISTEN=" + n.addr, "TORTURE_CLOCK=" + n.clock.file})
}

func (n *node) start() (err error) {
	if n.out, err = os.OpenFile(filepath.Join(n.dir, "presence.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
		return err
	}
	n.cmd = exec.Command(cmp.Or(n.release, n.binary), "serve")
	n.cmd.Env, n.cmd.Stdout, n.cmd.Stderr = n.environment(), n.out, n.out
	n.up = time.Now()
	return n.cmd.Start()
}

// ready waits until the process reports that it is ready.
func (n *node) ready() error { return n.readiness(http.StatusOK) }

// readiness waits until /readyz answers with a status.
func (n *node) readiness(status int) error {
	return n.untilAsked(fmt.Sprintf("/readyz at %s to answer %d", n.addr, status), func() (bool, error) {
		res, err := http.Get("http://" + n.addr + "/readyz")
		if err != nil {
			return false, nil //nolint:nilerr // it does not listen yet
		}
		res.Body.Close()
		return res.StatusCode == status, nil
	})
}

// kill ends the process with SIGKILL, as abruptly as a power failure.
func (n *node) kill() { _, _ = n.end(syscall.SIGKILL) }

// end sends a signal that ends the process, and returns how long the process took to end, and the error of its exit. A process
// that does not end within the limit is killed.
func (n *node) end(with syscall.Signal) (took time.Duration, err error) {
	if n.cmd == nil {
		return 0, nil
	}
	begin := time.Now()
	_ = n.cmd.Process.Signal(with)
	late := time.AfterFunc(patience, func() { _ = n.cmd.Process.Kill() })
	defer late.Stop()
	err = n.cmd.Wait()
	n.cmd = nil
	_ = n.out.Close()
	return time.Since(begin), err
}

// freeze stops the process for a duration (SIGSTOP, SIGCONT). When it continues, only the clock shows it the pause.
func (n *node) freeze(d time.Duration) error {
	if err := n.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	n.wait(d)
	return n.cmd.Process.Signal(syscall.SIGCONT)
}

// memory returns the process's peak of resident memory, in MB; 0 where the system does not report it.
func (n *node) memory() (peak float64, err error) { return n.status("VmHWM:") }

// status returns a size of /proc/PID/status, in MB; 0 where the system does not report it.
func (n *node) status(name string) (size float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", n.cmd.Process.Pid))
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	for line := range strings.Lines(string(text)) {
		if value, found := strings.CutPrefix(line, name); found {
			kb, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kb / 1024, err
		}
	}
	return 0, err
}

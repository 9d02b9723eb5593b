package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"presence/cmd/bench/load"
)

// child is a process that serves HTTP.
type child struct {
	cmd   *exec.Cmd
	log   *os.File
	addr  string
	ready time.Duration // from its start to its first 200
}

// start runs a command that listens on addr, and waits until a GET of path answers 200, at most 30 s. The command's output goes
// to the file log.
func start(ctx context.Context, cmd *exec.Cmd, addr, path, log string) (*child, error) {
	f, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = f, f
	c := &child{cmd: cmd, log: f, addr: addr}
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	request := load.Get(nil, path, addr, "")
	for time.Since(begin) < 30*time.Second && ctx.Err() == nil {
		if answers(ctx, addr, request) {
			c.ready = time.Since(begin)
			return c, nil
		}
		time.Sleep(200 * time.Microsecond)
	}
	return nil, errors.Join(fmt.Errorf("%s does not answer: see %s", cmd.Path, log), c.stop())
}

func answers(ctx context.Context, addr string, request []byte) bool {
	c, err := load.Dial(ctx, addr)
	if err != nil {
		return false
	}
	defer c.Close()
	a, err := c.Do(request)
	return err == nil && a.Status == 200
}

// stop ends the process as an operator does, and waits for it; one that does not end is killed.
func (c *child) stop() error {
	_ = c.cmd.Process.Signal(syscall.SIGTERM)
	late := time.AfterFunc(20*time.Second, func() { _ = c.cmd.Process.Kill() })
	defer late.Stop()
	err := c.cmd.Wait()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.Sys().(syscall.WaitStatus).Signaled() {
		err = nil // the hello server knows no better
	}
	return errors.Join(err, c.log.Close())
}

// memory returns the process's resident memory in MB: now, and its peak since the last call of forget.
func (c *child) memory() (now, peak float64, err error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.cmd.Process.Pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(text)) {
		name, value, _ := strings.Cut(line, ":")
		kb, _ := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
		switch name {
		case "VmRSS":
			now = kb / 1024
		case "VmHWM":
			peak = kb / 1024
		}
	}
	return now, peak, nil
}

// worked returns how long the process has kept processors busy.
func (c *child) worked() (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	words := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	user, _ := strconv.Atoi(words[11])
	system, _ := strconv.Atoi(words[12])
	return time.Duration(user+system) * 10 * time.Millisecond, nil
}

// forget resets the process's peak of memory. It first waits until its memory has not shrunk for four seconds: a sign-in takes
// 64 MB to hash the password, which the Go runtime returns to the system some seconds later.
func (c *child) forget() error {
	lowest, _, err := c.memory()
	for flat := 0; err == nil && flat < 4; flat++ {
		time.Sleep(time.Second)
		var now float64
		if now, _, err = c.memory(); now < lowest-1 {
			lowest, flat = now, 0
		}
	}
	return errors.Join(err, os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", c.cmd.Process.Pid), []byte("5"), 0))
}

// free returns an address on which nothing listens.
func free() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

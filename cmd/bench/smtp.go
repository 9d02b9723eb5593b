package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
)

// bareSMTP hands n messages of the same size to a relay over conns connections and stores nothing: the least that a sender must
// do. The next envelope is pipelined behind each final dot, so that a message costs one round trip.
func bareSMTP(ctx context.Context, addr string, conns, n, size int) error {
	body := filler(size)
	var next atomic.Int64
	var all sync.WaitGroup
	faults := make([]error, conns)
	for i := range conns {
		all.Go(func() {
			faults[i] = bareSession(ctx, addr, body, func() int64 {
				if id := next.Add(1); id <= int64(n) {
					return id
				}
				return 0
			})
		})
	}
	all.Wait()
	for _, err := range faults {
		if err != nil {
			return err
		}
	}
	return nil
}

// filler returns the content of a message that follows its Message-ID, with the given number of bytes.
func filler(size int) []byte {
	const line = "An invitation is a few lines of text, and so is this: seventy-six bytes long.\r\n"
	var b bytes.Buffer
	b.WriteString("From: <bench@example.org>\r\nSubject: floor\r\n\r\n")
	for b.Len() < size {
		b.WriteString(line)
	}
	return b.Bytes()
}

func bareSession(ctx context.Context, addr string, body []byte, next func() int64) error {
	var d net.Dialer
	c, err := d.DialContext(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	defer c.Close()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	in, out := bufio.NewReaderSize(c, 4<<10), bufio.NewWriterSize(c, 64<<10)
	hear := func(want ...string) error {
		if err := out.Flush(); err != nil {
			return err
		}
		for _, w := range want {
			line, err := in.ReadString('\n')
			for err == nil && len(line) > 3 && line[3] == '-' {
				line, err = in.ReadString('\n')
			}
			if err != nil || !strings.HasPrefix(line, w) {
				return fmt.Errorf("the relay said %q, not %s: %v", line, w, err)
			}
		}
		return nil
	}
	if err := hear("220"); err != nil {
		return err
	}
	fmt.Fprint(out, "EHLO floor\r\n")
	if err := hear("250"); err != nil {
		return err
	}
	id := next()
	if id == 0 {
		return nil
	}
	envelope := func(id int64) {
		fmt.Fprintf(out, "MAIL FROM:<bench@example.org>\r\nRCPT TO:<floor%d@example.org>\r\nDATA\r\n", id)
	}
	envelope(id)
	if err := hear("250", "250", "354"); err != nil {
		return err
	}
	for {
		fmt.Fprintf(out, "Message-ID: <%d@floor>\r\n", id)
		out.Write(body)
		if err := out.Flush(); err != nil { // as a sender must that writes something down before the dot
			return err
		}
		fmt.Fprint(out, ".\r\n")
		if id = next(); id == 0 {
			return hear("250")
		}
		envelope(id)
		if err := hear("250", "250", "250", "354"); err != nil {
			return err
		}
	}
}

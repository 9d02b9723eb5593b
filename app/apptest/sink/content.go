package sink

import (
	"bufio"
	"bytes"
)

// longestLine is the length of a line that every relay must accept (RFC 5321, 4.5.3.1.6), with its line end.
const longestLine = 1000

// takeContent reads the content up to the final dot. It returns false when the connection ends before, or when a rule ends it.
func (d *dialogue) takeContent() (Taken, bool) {
	m := Taken{From: d.from, To: d.to[0]}
	keep := d.sink.o.Keep > d.sink.Len()
	d.content.Reset()
	head, whole, last := true, true, byte('\n') // whole: the previous piece ended with a line end
	for n := 0; ; n++ {
		line, err := d.read()
		if err != nil && err != bufio.ErrBufferFull {
			d.cutOff(m)
			return m, false
		}
		if whole && len(line) == 3 && line[0] == '.' && line[1] == '\r' {
			break
		}
		d.judge(line, whole, last)
		if whole && head {
			head = d.headLine(line, &m)
		}
		m.Bytes += len(line)
		if keep {
			d.content.Write(bytes.TrimPrefix(line, []byte(".")))
		}
		whole, last = err == nil, line[len(line)-1]
		if n == 3 {
			if r, found := d.sink.rule(Content, m.To); found && !d.obeyInside(r) {
				return m, false
			}
		}
	}
	if keep {
		m.Content = bytes.Clone(d.content.Bytes())
	}
	if m.Bytes == 0 {
		d.sink.fault("an empty message to %s", m.To)
	}
	return m, true
}

// obeyInside applies a rule in the middle of a message. It reports whether the content is read on: not after a reply, with which a relay
// refuses the message before its end, nor when the rule ends the connection.
func (d *dialogue) obeyInside(r Rule) (goesOn bool) {
	d.obey(r)
	return !r.Drop && !r.Stall && r.Reply == ""
}

// cutOff records content that ended before its final dot. It is no protocol error, because the sender may have been killed, but
// not a message either.
func (d *dialogue) cutOff(m Taken) {
	d.sink.mu.Lock()
	defer d.sink.mu.Unlock()
	d.sink.cut = append(d.sink.cut, m.To)
}

// judge records what a strict relay refuses.
func (d *dialogue) judge(line []byte, whole bool, last byte) {
	if !whole || len(line) > longestLine {
		d.sink.fault("a line of more than %d bytes", longestLine)
	}
	if n := len(line); line[n-1] == '\n' && (n < 2 && last != '\r' || n >= 2 && line[n-2] != '\r') {
		d.sink.fault("a bare LF: %q", line)
	}
	if i := bytes.IndexByte(line, '\r'); i >= 0 && i < len(line)-2 {
		d.sink.fault("a bare CR: %q", line)
	}
}

// headLine reads a line of the header; false at its end.
func (d *dialogue) headLine(line []byte, m *Taken) bool {
	const field = "message-id:"
	if len(line) > len(field) && (line[0] == 'M' || line[0] == 'm') && bytes.EqualFold(line[:len(field)], []byte(field)) {
		m.ID = string(bytes.TrimSpace(line[len(field):]))
	}
	return len(line) > 2
}

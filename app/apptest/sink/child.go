package sink

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// asked is the environment variable that makes a program run as a sink.
const asked = "SINK_OPTIONS"

// Serve runs a sink and never returns, if Child has started the program; otherwise it does nothing. A TestMain or main calls it
// first.
func Serve() {
	text := os.Getenv(asked)
	if text == "" {
		return
	}
	var o Options
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fail(err)
	}
	s, err := Start(o)
	if err != nil {
		fail(err)
	}
	fmt.Println(s.URL())
	_, _ = io.Copy(io.Discard, os.Stdin) // ends when the parent, which holds the other end, dies
	_ = s.Close()
	for _, f := range s.Faults() {
		fmt.Println(f)
	}
	os.Exit(0)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "sink:", err)
	os.Exit(1)
}

// Process is a sink in a process of its own: its processor time is not counted with that of the process under test, and it
// survives that process.
type Process struct {
	URL string
	cmd *exec.Cmd
	in  io.Closer
	out *bufio.Reader
}

// Child starts this program again as a sink: its main or TestMain must call Serve. Options with TLS cannot be passed on.
func Child(o Options) (*Process, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	p := &Process{cmd: exec.Command(os.Args[0])}
	p.cmd.Env = append(os.Environ(), asked+"="+string(text))
	p.cmd.Stderr = os.Stderr
	in, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.in, p.out = in, bufio.NewReader(out)
	line, err := p.out.ReadString('\n')
	if err != nil {
		_ = p.cmd.Wait()
		return nil, fmt.Errorf("the sink did not start: %w", err)
	}
	p.URL = strings.TrimSpace(line)
	return p, nil
}

// Stop stops the sink and returns the protocol errors that it found.
func (p *Process) Stop() (faults []string, err error) {
	_ = p.in.Close()
	rest, err := io.ReadAll(p.out)
	if waited := p.cmd.Wait(); err == nil {
		err = waited
	}
	return strings.FieldsFunc(string(rest), func(r rune) bool { return r == '\n' }), err
}

// ReadLog returns the messages in the log of a sink, in order. A sink may be writing at the same time: an incomplete last line
// is left out.
func ReadLog(file string) ([]Taken, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []Taken
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if !strings.HasSuffix(line, "\n") || len(fields) != 3 {
			continue
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, fmt.Errorf("%s: %q", file, line)
		}
		list = append(list, Taken{To: fields[0], ID: fields[1], Bytes: n})
	}
	return list, nil
}

package sink_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"presence/app/apptest/sink"
)

func TestMain(m *testing.M) {
	sink.Serve()
	os.Exit(m.Run())
}

// say sends all of a dialogue, and gives what was answered until the sink hung up.
func say(t *testing.T, addr string, lines ...string) string {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		t.Fatal(err)
	}
	_ = c.(*net.TCPConn).CloseWrite()
	all, err := io.ReadAll(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(all)
}

const envelope = "MAIL FROM:<a@x.example>\r\nRCPT TO:<B@x.example>\r\nDATA"

func TestSink(t *testing.T) {
	t.Run("counts before it answers, and writes it down", func(t *testing.T) {
		file := filepath.Join(t.TempDir(), "log")
		s, err := sink.Start(sink.Options{Log: file, Rules: []sink.Rule{{At: sink.Counted, Stall: true}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		got := say(t, s.Addr(), "EHLO x", envelope)
		if !strings.HasSuffix(got, "354 go ahead\r\n") || s.Len() != 0 {
			t.Fatal(got, s.Len())
		}
		say(t, s.Addr(), "EHLO x", envelope+"\r\nMessage-ID: <1@x>\r\n\r\nhello\r\n.")
		list, err := sink.ReadLog(file)
		if err != nil || len(list) != 1 || list[0].To != "b@x.example" || list[0].ID != "<1@x>" {
			t.Error(list, err)
		}
	})
	for name, test := range map[string]struct{ content, fault string }{
		"a bare LF":        {"Subject: x\n.\r\n\r\nhello", "bare LF"},
		"a bare CR":        {"Subject: x\r\n\r\nhel\rlo", "bare CR"},
		"a line too long":  {"Subject: " + strings.Repeat("x", 1000) + "\r\n\r\nhello", "more than"},
		"an empty message": {".", "empty"},
	} {
		t.Run("notes "+name, func(t *testing.T) {
			s, err := sink.Start(sink.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if name == "an empty message" {
				say(t, s.Addr(), "EHLO x", envelope, ".")
			} else {
				say(t, s.Addr(), "EHLO x", envelope, test.content, ".")
			}
			if !slices.ContainsFunc(s.Faults(), func(f string) bool { return strings.Contains(f, test.fault) }) {
				t.Error("it saw:", s.Faults())
			}
		})
	}
	t.Run("notes commands in a group that it did not offer", func(t *testing.T) {
		s, err := sink.Start(sink.Options{NoGroup: true})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if got := say(t, s.Addr(), "EHLO x", envelope); !strings.Contains(got, "503") || strings.Contains(got, "PIPELINING") ||
			len(s.Faults()) == 0 {
			t.Error(got, s.Faults())
		}
	})
	t.Run("counts a message that comes twice", func(t *testing.T) {
		s, err := sink.Start(sink.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		for range 2 {
			say(t, s.Addr(), "EHLO x", envelope, "Message-ID: <1@x>", "", "hello", ".")
		}
		if !s.Wait(2, time.Second) || !slices.Equal(s.Twice(), []string{"b@x.example <1@x>"}) || s.Counts()["b@x.example"] != 2 ||
			s.Wait(3, time.Millisecond) {
			t.Error(s.Twice(), s.Counts())
		}
	})
	t.Run("a rule has its occasions", func(t *testing.T) {
		s, err := sink.Start(sink.Options{Rules: []sink.Rule{{At: sink.Rcpt, To: "b*", From: 1, Times: 2, Reply: "450 busy"}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var got []string
		for range 4 {
			answer := say(t, s.Addr(), "EHLO x", "MAIL FROM:<a@x.example>", "RCPT TO:<b@x.example>", "QUIT")
			got = append(got, fmt.Sprint(strings.Contains(answer, "450 busy")))
		}
		if strings.Join(got, " ") != "false true true false" {
			t.Error(got)
		}
	})
}

func TestChild(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log")
	p, err := sink.Child(sink.Options{Log: file})
	if err != nil {
		t.Fatal(err)
	}
	addr := strings.TrimPrefix(p.URL, "smtp://")
	if got := say(t, addr, "EHLO x", envelope, "Message-ID: <1@x>", "", "hello", "."); !strings.Contains(got, "taken") {
		t.Error(got)
	}
	if faults, err := p.Stop(); err != nil || len(faults) != 1 { // the test speaks before it is spoken to
		t.Error(faults, err)
	}
	if list, err := sink.ReadLog(file); err != nil || len(list) != 1 {
		t.Error(list, err)
	}
}

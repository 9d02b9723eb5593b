package mail

import (
	"bufio"
	"strings"
	"testing"
	"unicode"
)

func TestReadReply(t *testing.T) {
	for in, want := range map[string]reply{
		"250 ok\r\n":                           {250, ""},
		"250\r\n":                              {250, ""},
		"250 ok\n":                             {250, ""},
		"250-a\r\n250-b\r\n250 c\r\n":          {250, ""},
		"550 5.1.1 nobody\r\n":                 {550, "5.1.1 nobody"},
		"550-5.1.1 nobody\r\n550 \x00here\r\n": {550, "5.1.1 nobody here"},
	} {
		if got, err := readReply(bufio.NewReader(strings.NewReader(in))); err != nil || got != want {
			t.Errorf("%q: %+v %v", in, got, err)
		}
	}
	for _, in := range []string{"", "250", "250 ok", "\r\n", "ok\r\n", "25\r\n", "250ok\r\n", "150 x\r\n", "600 x\r\n", "250-a\r\n550 b\r\n", "250-a\r\n", "+50 ok\r\n",
		"250 " + strings.Repeat("x", 5000) + "\r\n", strings.Repeat("250-x\r\n", 2000) + "250 x\r\n"} {
		if got, err := readReply(bufio.NewReader(strings.NewReader(in))); err == nil {
			t.Errorf("%.40q: %+v", in, got)
		}
	}
}

// FuzzReadReply reads whatever a relay may say.
func FuzzReadReply(f *testing.F) {
	f.Add("250 ok\r\n")
	f.Add("550-a\r\n550 b\r\n")
	f.Add("421 \xff\u202e\r\n")
	f.Fuzz(func(t *testing.T, in string) {
		r, err := readReply(bufio.NewReader(strings.NewReader(in)))
		if err != nil {
			return
		}
		if r.code < 200 || r.code > 599 || len(r.text) > maxText+3 || strings.ContainsFunc(r.text, unicode.IsControl) {
			t.Errorf("%q: %+v", in, r)
		}
	})
}

package mail

import (
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"strings"
	"testing"
)

func TestIsPlainText(t *testing.T) {
	for _, x := range []struct {
		name, text string
		want       bool
	}{
		{"nothing", "", true},
		{"the first and last characters, and tabs", " \t~", true},
		{"a control character", "a\x1f", false},
		{"delete", "a\x7f", false},
		{"a letter that is not ASCII", "é", false},
		{"lines of 900 characters", strings.Repeat("x", 900) + "\n" + strings.Repeat("x", 900), true},
		{"a last line that is longer", "x\n" + strings.Repeat("x", 901), false},
		{"a line that is longer", strings.Repeat("x", 901) + "\nx", false},
		{"a dot at the beginning", ".x", false},
		{"a dot behind a line feed", "x\n.x\n", false},
		{"a dot behind a carriage return", "x\r.x\n", false},
		{"a dot within", "x.x", true},
		{"a seam", "x\n--=_x", false},
		{"the beginning of another message", "x\nFrom x\n", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := isPlainText(x.text); got != x.want {
				t.Errorf("got %v, want %v", got, x.want)
			}
		})
	}
}

func TestCutLine(t *testing.T) {
	for _, x := range []struct {
		in, line, rest string
		more           bool
	}{
		{"a", "a", "", false}, {"", "", "", false}, {"a\nb", "a", "b", true}, {"a\r\nb", "a", "b", true}, {"a\rb", "a", "b", true},
		{"a\rb\nc", "a", "b\nc", true}, {"\ra\nb", "", "a\nb", true}, {"a\r\r\nb", "a", "\r\nb", true}, {"a\r", "a", "", true}, {"\r", "", "", true},
		{"\n", "", "", true}, {"\r\n", "", "", true}, {"\na", "", "a", true},
	} {
		t.Run(strings.NewReplacer("\r", "CR", "\n", "LF").Replace(x.in), func(t *testing.T) {
			line, rest, more := cutLine(x.in)
			if line != x.line || rest != x.rest || more != x.more {
				t.Errorf("got %q, %q, %v", line, rest, more)
			}
		})
	}
}

func TestAppendQuotedLine(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	for _, x := range []struct{ name, in, want string }{
		{"nothing", "", ""},
		{"75 columns", a(75), a(75)},
		{"one more", a(76), a(75) + "=\r\na"},
		{"an equals sign", "a=b", "a=3Db"},
		{"a letter that just fits", a(69) + "é", a(69) + "=C3=A9"},
		{"a letter of which half fits", a(72) + "é", a(72) + "=C3=\r\n=A9"},
		{"a letter that does not fit", a(73) + "é", a(73) + "=\r\n=C3=A9"},
		{"letters of both kinds in 75 columns", "é" + a(30) + "é" + a(33), "=C3=A9" + a(30) + "=C3=A9" + a(33)},
		{"a tilde, the last of those that need no encoding", "a~b", "a~b"},
		{"space at the end", "a ", "a=20"},
		{"a tab at the end", "a\t", "a=09"},
		{"nothing but space", " ", "=20"},
		{"space within", "a b", "a b"},
		{"a dot at the beginning", ".a.", "=2Ea."},
		{"a dot where the line is folded", a(75) + ".", a(75) + "=\r\n=2E"},
		{"the beginning of another message", "From a From b", "=46rom a From b"},
		{"a word like it", "Fromage", "Fromage"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := string(appendQuotedLine(nil, x.in)); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

// TestAppendQuoted_reads_back writes texts of made-up pieces and reads them with another program's decoder.
func TestAppendQuoted_reads_back(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "é", " ", "\t", ".", "=", "From ", strings.Repeat("x", 70), "\r\n", "\x00"}
	for range 2000 {
		var text strings.Builder
		for range random.IntN(20) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		encoded := string(appendQuoted(nil, text.String()))
		got, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(encoded)))
		if err != nil || string(got) != text.String()+"\r\n" {
			t.Fatalf("%q comes back as %q, %v", text.String(), got, err)
		}
		for line := range strings.SplitSeq(encoded, "\r\n") {
			if len(line) > maxQP+1 || strings.HasPrefix(line, ".") || strings.HasPrefix(line, "From ") || strings.TrimRight(line, " \t") != line {
				t.Fatalf("%q has the line %q", text.String(), line)
			}
		}
	}
}

func TestIsControl(t *testing.T) {
	for r, want := range map[rune]bool{0x1f: true, ' ': false, '~': false, 0x7f: true, 0x9f: true, 0xa0: false, '\u2027': false,
		'\u2028': true,
		'\u2029': true, '\u202a': false} {
		if got := isControl(r); got != want {
			t.Errorf("%U: %v, want %v", r, got, want)
		}
	}
	for r, want := range map[rune]bool{' ': true, '!': false, '~': false, 0x7f: true, 'é': true, '<': true, '>': true, '"': true} {
		if got := notInURL(r); got != want {
			t.Errorf("%U in an URL: %v, want %v", r, got, want)
		}
	}
}

func TestValidID(t *testing.T) {
	for id, want := range map[string]bool{"a@b": true, "a.1-x@example.com": true, "@b": false, "a@": false, "ab": false, "": false,
		"a b@c": false,
		"a@b c": false, "a>@b": false, "é@b": false, "a@" + strings.Repeat("b", 252): true, "a@" + strings.Repeat("b", 253): false} {
		t.Run(id, func(t *testing.T) {
			if got := validID(id); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestWireAddress(t *testing.T) {
	domain := strings.Repeat("b", 60) + "."
	long := domain + domain + domain // 183 bytes
	for in, want := range map[string]string{
		"a@b": "a@b", "a@azAZ09-x.example": "a@azAZ09-x.example", "é@example.com": "é@example.com", "\uFFFD@b": "\uFFFD@b",
		"a@québec.ca":                                   "a@xn--qubec-csa.ca",
		strings.Repeat("a", 64) + "@b.ca":               strings.Repeat("a", 64) + "@b.ca",
		strings.Repeat("a", 65) + "@b.ca":               "",
		"aaaaaaaaaa@" + long + strings.Repeat("c", 60):  "aaaaaaaaaa@" + long + strings.Repeat("c", 60), // 254 bytes
		"aaaaaaaaaaa@" + long + strings.Repeat("c", 60): "",
		"@b": "", "a": "", "a@": "", "a b@c": "", "\xff@b": "", "\u0085@b": "", "a@.b": "", "a@-b": "", "a@b.": "", "a@b..c": "", "a@b_c": "",
		"a@b[c": "", "a@b`c": "", "a@b{c": "", "a@b/c": "", "a@b:c": "", "\"a\"@b": "",
	} {
		t.Run(in, func(t *testing.T) {
			if got, err := wireAddress(in); got != want || (err == nil) != (want != "") {
				t.Errorf("got %q, %v; want %q", got, err, want)
			}
		})
	}
}

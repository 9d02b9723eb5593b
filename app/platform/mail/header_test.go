package mail

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"net"
	"net/http"
	netmail "net/mail"
	"net/textproto"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{"a b": true, "!~": true, "": false, " a": false, "a ": false, "a  b": false, "é": false,
		"a\x1f": false,
		"a\x7f": false, "=?x": false, "a=?": false, strings.Repeat("a", 60): true, strings.Repeat("a", 61): false,
		strings.Repeat("a", 60) + " " + strings.Repeat("b", 60): true} {
		t.Run(text, func(t *testing.T) {
			if got := isPlain(text); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestAppendText_folds(t *testing.T) {
	word := func(n int) string { return strings.Repeat("x", n) }
	for _, x := range []struct{ name, in, want string }{
		{"76 columns on one line", word(33) + " " + word(33), word(33) + " " + word(33)},
		{"the word that does not fit", word(33) + " " + word(34), word(33) + "\r\n " + word(34)},
		{"76 columns on the next line", word(33) + " " + word(34) + " " + word(40), word(33) + "\r\n " + word(34) + " " + word(40)},
		{"the word that does not fit there", word(33) + " " + word(34) + " " + word(41), word(33) + "\r\n " + word(34) + "\r\n " + word(41)},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := string(appendText(nil, len("Subject: "), x.in)); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
}

func TestAppendWords_reads_back(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"a", "é", " ", "œ", "😀", "=", "?", "_", "\"", strings.Repeat("x", 30)}
	for range 2000 {
		var text strings.Builder
		for range 1 + random.IntN(30) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		col := random.IntN(20)
		b, last := appendWords(nil, col, text.String())
		lines := strings.Split(strings.Repeat("-", col)+string(b), "\r\n")
		for _, line := range lines {
			if len(line) > softLine {
				t.Fatalf("%q has a line of %d", text.String(), len(line))
			}
		}
		got, err := new(mime.WordDecoder).DecodeHeader(strings.ReplaceAll(string(b), "\r\n", ""))
		if err != nil || got != text.String() || last != len(lines[len(lines)-1]) {
			t.Fatalf("%q comes back as %q, %v; the last line has %d of %d", text.String(), got, err, last, len(lines[len(lines)-1]))
		}
	}
}

func TestAppendAddress(t *testing.T) {
	a := func(n int) string { return strings.Repeat("a", n) }
	phrase := a(35) + " " + a(34) // 70 characters
	for _, x := range []struct{ name, of, email, want string }{
		{"an address alone", "", "a@b.ca", "a@b.ca"},
		{"a phrase", "Ada Roy", "a@b.ca", "Ada Roy <a@b.ca>"},
		{"a dot needs quotes", "A. Roy", "a@b.ca", `"A. Roy" <a@b.ca>`},
		{"a comma as well", "Roy, Ada", "a@b.ca", `"Roy, Ada" <a@b.ca>`},
		{"quotes and backslashes are escaped", `A "B" \C`, "a@b.ca", `"A \"B\" \\C" <a@b.ca>`},
		{"what is not ASCII is encoded", "Zoé", "a@b.ca", "=?UTF-8?q?Zo=C3=A9?= <a@b.ca>"},
		{"76 columns", a(40), a(24) + "@b.ca", a(40) + " <" + a(24) + "@b.ca>"},
		{"one more folds", a(40), a(25) + "@b.ca", a(40) + "\r\n <" + a(25) + "@b.ca>"},
		{"a phrase that fills the line", phrase + "a", "a@b.ca", phrase + "a\r\n <a@b.ca>"},
		{"one that is too long for quotes", "." + a(30) + " " + a(32), "a@b.ca",
			"=?UTF-8?q?=2E" + a(30) + "_" + a(25) + "?=\r\n =?UTF-8?q?" + a(7) + "?= <a@b.ca>"},
		{"a phrase as long as the line", phrase + "aa", "a@b.ca", phrase + "aa\r\n <a@b.ca>"},
		{"the longest in quotes", "." + a(30) + " " + a(30), "a@b.ca", `".` + a(30) + " " + a(30) + "\"\r\n <a@b.ca>"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := string(appendAddress(nil, len("To: "), Address{x.of, x.email})); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
		})
	}
	for _, name := range []string{phrase + "aaa", "." + a(31) + " " + a(32)} { // a character too long for either
		got := string(appendAddress(nil, len("To: "), Address{name, "a@b.ca"}))
		parsed, err := netmail.ParseAddress(strings.ReplaceAll(got, "\r\n", ""))
		if !strings.HasPrefix(got, "=?UTF-8?q?") || err != nil || parsed.Name != name {
			t.Errorf("%q is written %q: %v, %v", name, got, parsed, err)
		}
	}
	for name, want := range map[string]bool{"a b": true, "a.b": false, "a,b": false, "a!b": true} {
		if got := isPhrase(name); got != want {
			t.Errorf("%q needs no quotes: %v", name, got)
		}
	}
}

func TestReadReply_to_the_byte(t *testing.T) {
	line := func(separator string, n int) string {
		return "550" + separator + strings.Repeat("x", n-len("550-\r\n")) + "\r\n"
	}
	for name, x := range map[string]struct {
		in string
		ok bool
	}{
		"8 KiB in all":        {line("-", 4096) + line(" ", 4096), true},
		"a byte more":         {line("-", 4096) + line("-", 4090) + line(" ", 7), false},
		"the first good code": {"200 x\r\n", true}, "the last bad code": {"599 x\r\n", true},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readReply(bufio.NewReader(strings.NewReader(x.in))); (err == nil) != x.ok {
				t.Errorf("%v", err)
			}
		})
	}
	if got, want := OneLine("a\u00a0\tb\x00c"), "a b c"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	long := strings.Repeat("a", maxText)
	if OneLine(long) != long || OneLine(long+"b") != long+"…" || OneLine(long[1:]+"é") != long[1:]+"…" {
		t.Error("300 bytes are kept, and no half of a letter")
	}
}

func TestIsLost(t *testing.T) {
	for err, want := range map[error]bool{io.EOF: true, io.ErrUnexpectedEOF: true, syscall.ECONNRESET: true, syscall.EPIPE: true,
		syscall.ETIMEDOUT: false} {
		if got := isLost(fmt.Errorf("reading: %w", err)); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}

func TestFileName(t *testing.T) {
	for name, want := range map[string]string{"plan.pdf": "plan.pdf", "": "attachment", `a/b\c`: "a_b_c", "a\x7fb\x1f": "a_b_",
		"a\xff": "a_"} {
		if got := fileName(name); got != want {
			t.Errorf("%q becomes %q, want %q", name, got, want)
		}
	}
	for media, want := range map[string]string{"text/plain; charset=utf-8": "text/plain; charset=utf-8", "text": "application/octet-stream",
		"": "application/octet-stream", "a/b; c": "application/octet-stream"} {
		if got := mediaType(media); got != want {
			t.Errorf("%q becomes %q, want %q", media, got, want)
		}
	}
}

func TestIsLoopback(t *testing.T) {
	for host, want := range map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true, "192.0.2.1": false, "relay.example": false,
		"": false} {
		if got := isLoopback(host); got != want {
			t.Errorf("%q: %v, want %v", host, got, want)
		}
	}
	for _, setting := range []string{"smtp://relay.example#x", "smtp://relay.example/x", "smtp://:25", "http://relay.example",
		"smtps://relay.example?starttls=off", "smtp://relay.example?starttls=maybe"} {
		if _, err := ParseSMTP(setting); err == nil {
			t.Errorf("%s is read", setting)
		}
	}
	for setting, want := range map[string]SMTP{
		"smtp://relay.example/":    {Host: "relay.example", Port: "587", StartTLS: Required},
		"smtp://localhost":         {Host: "localhost", Port: "587", StartTLS: Optional},
		"smtps://u:p@192.0.2.1":    {Host: "192.0.2.1", Port: "465", Implicit: true, User: "u", Password: "p"},
		"smtp://a:25?starttls=off": {Host: "a", Port: "25", StartTLS: Off},
	} {
		if got, err := ParseSMTP(setting); err != nil || got.Host != want.Host || got.Port != want.Port || got.StartTLS != want.StartTLS ||
			got.Implicit != want.Implicit || got.User != want.User || got.Password != want.Password {
			t.Errorf("%s is read as %+v, %v", setting, got, err)
		}
	}
}

func TestAnswer_failure(t *testing.T) {
	for status, want := range map[int]Kind{401: SignIn, 403: SignIn, 408: Retry, 429: Down, 503: Down, 400: Refused, 404: Refused,
		499: Refused,
		500: Unknown, 502: Unknown, 399: Down, 302: Down} {
		if f := (answer{status: status, header: http.Header{"Retry-After": {"7"}}}).failure(""); f.Kind != want || f.Code != status ||
			(f.After == 7*time.Second) != (status == 429 || status == 503) || f.Text != http.StatusText(status) {
			t.Errorf("%d is %+v", status, f)
		}
	}
	if f := (answer{status: 400}).failure("no such mailbox"); f.Text != "no such mailbox" {
		t.Errorf("%+v", f)
	}
	const date = "Fri, 20 Nov 2026 12:00:00 GMT"
	for _, x := range []struct {
		after, date string
		want        time.Duration
	}{{"0", "", 0}, {"7", "", 7 * time.Second}, {"-1", date, 0}, {"90000", "", 24 * time.Hour}, {"Fri, 20 Nov 2026 12:00:09 GMT", date,
		9 * time.Second},
		{"Fri, 20 Nov 2026 12:00:09 GMT", "", 0}, {"soon", date, 0}, {"Fri, 20 Nov 2026 11:00:00 GMT", date, 0},
		{"Mon, 23 Nov 2026 11:00:00 GMT", date, 24 * time.Hour}} {
		if got := (answer{header: http.Header{"Retry-After": {x.after}, "Date": {x.date}}}).after(); got != x.want {
			t.Errorf("%q after %q: %s, want %s", x.after, x.date, got, x.want)
		}
	}
}

func TestFailureOfToken(t *testing.T) {
	for status, want := range map[int]Kind{400: SignIn, 401: SignIn, 499: SignIn, 408: Down, 429: Down, 500: Down, 399: Down} {
		if f := failureOfToken(&oauth2.RetrieveError{Response: &http.Response{StatusCode: status}}); f.Kind != want || f.Code != status {
			t.Errorf("%d is %+v", status, f)
		}
	}
	for _, err := range []error{errors.New("no network"), &oauth2.RetrieveError{ErrorCode: "invalid"}} {
		if f := failureOfToken(err); f.Kind != Down || f.Code != 0 {
			t.Errorf("%v is %+v", err, f)
		}
	}
}

func TestProviders_failures(t *testing.T) {
	google := func(reason string) string { return `{"error":{"message":"no","errors":[{"reason":"` + reason + `"}]}}` }
	for _, x := range []struct {
		name   string
		read   func(answer) *Failure
		status int
		body   string
		want   Kind
	}{
		{"Google refuses the account", gmailFailure, 403, google("forbidden"), SignIn},
		{"Google counts", gmailFailure, 403, google("userRateLimitExceeded"), Down},
		{"Google refuses what only sounds like a count", gmailFailure, 400, google("rateLimitExceeded"), Refused},
		{"Google has no room", gmailFailure, 400, `{"error":{"status":"RESOURCE_EXHAUSTED"}}`, Down},
		{"Google knows no mailbox", gmailFailure, 400, google("failedPrecondition"), SignIn},
		{"Google has lost something", gmailFailure, 404, google("failedPrecondition"), Refused},
		{"Graph knows no mailbox", graphFailure, 404, `{"error":{"code":"ErrorInvalidUser","message":"m"}}`, SignIn},
		{"Graph refuses the sender", graphFailure, 400, `{"error":{"code":"ErrorSendAsDenied","message":"m"}}`, SignIn},
		{"Graph refuses the message", graphFailure, 400, `{"error":{"code":"ErrorInvalidRecipients","message":"m"}}`, Refused},
		{"Graph says nothing", graphFailure, 400, ``, Refused},
	} {
		t.Run(x.name, func(t *testing.T) {
			if f := x.read(answer{status: x.status, body: []byte(x.body)}); f.Kind != x.want {
				t.Errorf("%+v", f)
			}
		})
	}
}

func TestSession_refused(t *testing.T) {
	for code, want := range map[int]Kind{530: SignIn, 534: SignIn, 535: SignIn, 538: SignIn, 550: Refused, 500: Refused, 450: Retry,
		354: Retry} {
		if f := (&session{}).refused(reply{code, "text"}, Down); f.Kind != want || f.Ended || f.Code != code || f.Text != "text" {
			t.Errorf("%d is %+v", code, f)
		}
	}
}

func TestFailureOfOpen(t *testing.T) {
	answer := func(code int) error { return &textproto.Error{Code: code, Msg: "no"} }
	for _, x := range []struct {
		name string
		err  error
		kind Kind
		code int
	}{
		{"the account is refused", signInError{answer(535)}, SignIn, 535},
		{"the lowest number of a refusal", signInError{answer(500)}, SignIn, 500},
		{"the account is refused for now", signInError{answer(499)}, Down, 499},
		{"no way to sign in", signInError{errors.New("none is offered")}, SignIn, 0},
		{"no answer to the sign-in", signInError{&net.OpError{Op: "read", Err: errors.New("timeout")}}, Down, 0},
		{"too long an answer to the sign-in", signInError{errTooMuch}, Down, 0},
		{"lost while signing in", signInError{io.EOF}, Down, 0},
		{"refused at the greeting", answer(554), Down, 554},
		{"lost before", io.EOF, Down, 0},
	} {
		t.Run(x.name, func(t *testing.T) {
			if f := failureOfOpen(x.err); f.Kind != x.kind || f.Code != x.code || !f.Ended || f.Text == "" {
				t.Errorf("got %+v", f)
			}
		})
	}
}

func TestSession_precheck_of_the_size(t *testing.T) {
	m := &Message{ID: "a@b.ca", From: Address{Email: "a@b.ca"}, To: Address{Email: "c@d.ca"}, Text: strings.Repeat("x", 3000)}
	for _, x := range []struct {
		name  string
		limit int64
		ok    bool
	}{{"no limit", 0, true}, {"as large as the limit", m.Size(), true}, {"a byte larger", m.Size() - 1, false}} {
		t.Run(x.name, func(t *testing.T) {
			if f := (&session{limit: x.limit}).precheck(m); (f == nil) != x.ok || f != nil && f.Code != 552 {
				t.Errorf("got %+v", f)
			}
		})
	}
}

func TestMailjetEvent_permanent(t *testing.T) {
	for _, x := range []struct {
		kind EventKind
		hard bool
		want bool
	}{{Bounced, true, true}, {Bounced, false, false}, {Blocked, true, false}} {
		e := mailjetEvent{Event: x.kind, HardBounce: x.hard, Source: "src", Error: "err"}
		if got := e.event(); got.Permanent != x.want || got.Reason != "src: err" {
			t.Errorf("%s, hard %v: %+v", x.kind, x.hard, got)
		}
	}
}

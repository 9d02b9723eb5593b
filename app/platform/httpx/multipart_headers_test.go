package httpx

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// parameters are n of them, as a header spells them.
func parameters(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, ";a%d=1", i)
	}
	return b.String()
}

// aPart is a form's part with that header beside its name.
func aPart(more, content string) string {
	return "--xyz\r\nContent-Disposition: form-data; name=f" + more + "\r\n\r\n" + content + "\r\n"
}

// TestLimitPartHeaders reads forms as the handlers do, piece by piece and whole.
func TestLimitPartHeaders(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		refused    bool
	}{
		{"an honest file", aPart(`; filename="`+strings.Repeat("é", 255)+`.csv"`, strings.Repeat("a,b\r\n", 10_000)) + "--xyz--\r\n", false},
		{"a file without line ends", aPart("", strings.Repeat("x", 100_000)) + "--xyz--\r\n", false},
		{"a file with empty lines", aPart("", strings.Repeat("\r\n", 10_000)) + "--xyz--\r\n", false},
		{"as many honest parts as a form has", strings.Repeat(aPart("", "1"), 50) + "--xyz--\r\n", false},
		{"lines that end with a line feed alone", strings.ReplaceAll(aPart("", "1"), "\r\n", "\n") + "--xyz--\n", false},
		{"a part with 200,000 parameters", aPart(parameters(200_000), "1") + "--xyz--\r\n", true},
		{"a second part with many parameters", aPart("", "1") + aPart(parameters(1000), "1") + "--xyz--\r\n", true},
		{"a delimiter with spaces behind it", strings.Replace(aPart(parameters(1000), "1"), "--xyz\r\n", "--xyz \t \r\n", 1) + "--xyz--\r\n",
			true},
		{"a header in many lines", aPart(strings.ReplaceAll(parameters(1000), ";", ";\r\n "), "1") + "--xyz--\r\n", true},
		{"a header with a line of spaces within", aPart("\r\n  \r\n "+parameters(1000), "1") + "--xyz--\r\n", true},
		{"a header after lines that are no part", "preamble\r\n\r\n" + aPart(parameters(1000), "1") + "--xyz--\r\n", true},
		{"lines that end with a line feed alone, and many parameters",
			strings.ReplaceAll(aPart(parameters(1000), "1"), "\r\n", "\n") + "--xyz--\n", true},
		{"many parts with some parameters each", strings.Repeat(aPart(parameters(400), "1"), 20) + "--xyz--\r\n", true},
	} {
		for how, body := range map[string]io.Reader{"whole": strings.NewReader(tt.body),
			"byte by byte": iotest.OneByteReader(strings.NewReader(tt.body))} {
			t.Run(tt.name+", "+how, func(t *testing.T) {
				began := time.Now()
				form := multipart.NewReader(limitPartHeaders("multipart/form-data; boundary=xyz", io.NopCloser(body)), "xyz")
				var err error
				for err == nil {
					var part *multipart.Part
					if part, err = form.NextPart(); err == nil {
						_ = part.FormName()
						_, err = io.Copy(io.Discard, part)
					}
				}
				if refused := !errors.Is(err, io.EOF); refused != tt.refused {
					t.Errorf("ended with %v", err)
				}
				t.Logf("%d bytes in %v", len(tt.body), time.Since(began))
			})
		}
	}
}

// TestLimitPartHeaders_to_the_byte counts a header from the line behind the delimiter to the empty line.
func TestLimitPartHeaders_to_the_byte(t *testing.T) {
	part := func(n int) string {
		return "--xyz\r\nX: " + strings.Repeat("x", n-len("X: \r\n\r\n")) + "\r\n\r\nvalue\r\n"
	}
	for _, tt := range []struct {
		name, body string
		want       error
	}{
		{"4 KiB of one header", part(4 << 10), nil},
		{"a byte more", part(4<<10 + 1), errPartHeader},
		{"16 KiB of all headers", strings.Repeat(part(4<<10), 4), nil},
		{"one header more", strings.Repeat(part(4<<10), 4) + part(10), errPartHeader},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := limitPartHeaders("multipart/form-data; boundary=xyz", io.NopCloser(strings.NewReader(tt.body+"--xyz--\r\n")))
			if n, err := io.Copy(io.Discard, body); !errors.Is(err, tt.want) || err == nil && n != int64(len(tt.body)+len("--xyz--\r\n")) {
				t.Errorf("read %d bytes, %v", n, err)
			}
		})
	}
	for _, media := range []string{"text/plain; boundary=xyz", "multipart/form-data", "no/such/type; x"} {
		body := io.NopCloser(strings.NewReader(part(5 << 10)))
		if limitPartHeaders(media, body) != body {
			t.Errorf("%s is read as a form", media)
		}
	}
}

// TestMiddleware_LongContentType shows that nothing parses a Content-Type of more than 1 KiB.
func TestMiddleware_LongContentType(t *testing.T) {
	reached := false
	h := Middleware{Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Zone: time.UTC}.Wrap(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	for _, tt := range []struct {
		name, media string
		status      int
	}{
		{"with the longest boundary", "multipart/form-data; boundary=" + strings.Repeat("x", 70), 200},
		{"with 3,000 parameters", "multipart/form-data; boundary=x" + parameters(3000), 415},
		{"of 1 KiB", "text/" + strings.Repeat("x", maxContentType-len("text/")), 200},
		{"of a byte more", "text/" + strings.Repeat("x", maxContentType-len("text/")+1), 415},
		{"with 3,000 parameters, of another type", "application/json" + parameters(3000), 415},
	} {
		t.Run(tt.name, func(t *testing.T) {
			reached = false
			r, w := httptest.NewRequest(http.MethodPost, "/", bytes.NewReader([]byte("{}"))), httptest.NewRecorder()
			r.Header.Set("Content-Type", tt.media)
			h.ServeHTTP(w, r)
			if w.Code != tt.status || reached != (tt.status == 200) {
				t.Errorf("answered %d, the handler reached: %v", w.Code, reached)
			}
		})
	}
}

package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
	"unicode"

	"presence/app"
)

// door sends requests to a product that does not listen yet. It stores the first failure, and sends nothing after it.
type door struct {
	ctx   context.Context
	app   *app.App
	world World
	err   error
}

func (d *door) post(who, path, body string, args ...any) int64 {
	return d.send(who, http.MethodPost, path, fmt.Sprintf(body, args...))
}

func (d *door) patch(who, path, body string, args ...any) {
	d.send(who, http.MethodPatch, path, fmt.Sprintf(body, args...))
}

// named is post for records whose ids are text.
func (d *door) named(who, path, body string, args ...any) string {
	var record struct {
		ID string `json:"id"`
	}
	d.answer(who, http.MethodPost, path, fmt.Sprintf(body, args...), &record)
	return record.ID
}

func (d *door) send(who, method, path, body string) int64 {
	var record struct {
		ID int64 `json:"id"`
	}
	d.answer(who, method, path, body, &record)
	return record.ID
}

// answer sends one request and decodes the record in the response.
func (d *door) answer(who, method, path, body string, record any) {
	if d.err != nil {
		return
	}
	token, err := d.app.Auth.IssueToken(d.ctx, d.world.People[who].Email, time.Hour)
	if err != nil {
		d.err = err
		return
	}
	r := httptest.NewRequestWithContext(d.ctx, method, path, bytes.NewBufferString(body))
	r.Host = "127.0.0.1"
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer := httptest.NewRecorder()
	d.app.Handler().ServeHTTP(answer, r)
	if answer.Code >= 300 || json.Unmarshal(answer.Body.Bytes(), record) != nil {
		d.err = fmt.Errorf("%s %s %s: %d %s", who, method, path, answer.Code, answer.Body)
	}
}

func mustURL(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// plain returns the text in lower case without accents.
func plain(s string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn))), strings.ReplaceAll(s, "œ", "oe"))
	if err != nil {
		panic(err)
	}
	return strings.ToLower(bare)
}

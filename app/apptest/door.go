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

// door sends requests to a product that does not listen yet. The first failure is kept; nothing is sent after it.
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

func (d *door) send(who, method, path, body string) int64 {
	if d.err != nil {
		return 0
	}
	token, err := d.app.Auth.IssueToken(d.ctx, d.world.People[who].Email, time.Hour)
	if err != nil {
		d.err = err
		return 0
	}
	r := httptest.NewRequestWithContext(d.ctx, method, path, bytes.NewBufferString(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer := httptest.NewRecorder()
	d.app.Handler().ServeHTTP(answer, r)
	var record struct {
		ID int64 `json:"id"`
	}
	if answer.Code >= 300 || json.Unmarshal(answer.Body.Bytes(), &record) != nil || record.ID == 0 {
		d.err = fmt.Errorf("%s %s %s: %d %s", who, method, path, answer.Code, answer.Body)
	}
	return record.ID
}

func mustURL(s string) *url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// plain is the text without accents and capitals.
func plain(s string) string {
	bare, _, err := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn))), strings.ReplaceAll(s, "œ", "oe"))
	if err != nil {
		panic(err)
	}
	return strings.ToLower(bare)
}

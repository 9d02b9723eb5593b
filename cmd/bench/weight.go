package main

import (
	"bytes"
	"fmt"
	"net/http"
	"regexp"
)

// asset matches the style sheets and scripts that a page makes a browser load.
var asset = regexp.MustCompile(`(?:href|src)="(/static/[^"]+\.(?:css|js|woff2))"`)

func contains(text []byte, part string) bool { return bytes.Contains(text, []byte(part)) }
func lines(text []byte) int                  { return bytes.Count(text, []byte("\n")) }

// weight measures the bytes that a first visit to the heaviest staff page transfers: the page, its styles and its scripts, compressed.
func (b *bench) weight() (row, error) {
	l, err := b.lab(long)
	if err != nil {
		return row{}, err
	}
	heaviest, which := 0, ""
	for _, page := range []string{"/auth/v1/login", "/staff/", "/staff/time/2026-25", "/staff/periods/" + periodPath, "/staff/timesheets/1"} {
		total, err := l.visit(b, page)
		if err != nil {
			return row{}, err
		}
		if total > heaviest {
			heaviest, which = total, page
		}
	}
	kb := float64(heaviest) / 1024
	return row{memory: fmt.Sprintf("%.1f KB", kb), floor: which, target: "< 50 KB", checks: checks{below(kb, 50)}}, nil
}

func (l *lab) visit(b *bench, page string) (total int, err error) {
	answer, plain, err := l.body(b.ctx, page, l.cookie)
	if err != nil {
		return 0, err
	}
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: %s", page, answer.Status)
	}
	parts := []string{page}
	for _, found := range asset.FindAllSubmatch(plain, -1) {
		parts = append(parts, string(found[1]))
	}
	for _, part := range parts {
		answer, text, err := l.body(b.ctx, part, l.cookie+"Accept-Encoding: gzip\r\n")
		if err != nil {
			return 0, err
		}
		if answer.StatusCode != http.StatusOK {
			return 0, fmt.Errorf("%s: %s", part, answer.Status)
		}
		total += len(text)
	}
	return total, nil
}

package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// listed.txt has the mutations that cannot be found by looking at Go alone. Each is a file, followed by "postgres" when only that
// engine can show it; the text to replace, in lines that begin with "- "; and what replaces it, in lines that begin with "+ ".
// Empty lines separate them; lines that begin with # say what the mutation means.
//
//go:embed listed.txt
var listedText string

// listedMutations reads listed.txt. It fails when a text does not occur exactly once in its file.
func listedMutations(root string) (list []mutation, err error) {
	for block := range strings.SplitSeq(listedText, "\n\n") {
		m := mutation{kind: listedKind}
		var old, with []string
		for line := range strings.SplitSeq(strings.Trim(block, "\n"), "\n") {
			switch text := line[min(2, len(line)):]; {
			case strings.HasPrefix(line, "#"):
			case strings.HasPrefix(line, "- "):
				old = append(old, text)
			case strings.HasPrefix(line, "+ "):
				with = append(with, text)
			case line == "+":
				with = append(with, "")
			default:
				m.file, _, m.postgres = strings.Cut(line, " postgres")
			}
		}
		if m.file == "" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(m.file)))
		if err != nil {
			return nil, err
		}
		m.old, m.new = strings.Join(old, "\n"), strings.Join(with, "\n")
		if n := strings.Count(string(src), m.old); n != 1 || m.old == "" {
			return nil, fmt.Errorf("listed.txt: %s has %d times, not once: %s", m.file, n, m.old)
		}
		m.from = strings.Index(string(src), m.old)
		m.to = m.from + len(m.old)
		m.line = 1 + strings.Count(string(src[:m.from]), "\n")
		list = append(list, m)
	}
	return list, nil
}

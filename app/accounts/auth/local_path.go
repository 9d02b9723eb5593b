package auth

import (
	"net/url"
	"strings"
	"unicode"
)

// localPath is where a sign-in may go on to: a path of this very site, rebuilt from its parts, or "" for anything that
// some browser or proxy could read as another site ("//x", "/\x", "https:x", a control character, a dot segment …).
func localPath(next string) string {
	if len(next) > 2000 || !isPlainPath(next) {
		return ""
	}
	u, err := url.Parse(next)
	// The decoded path is looked at again: %2f and %5c are slashes to some.
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || !isPlainPath(u.Path) ||
		strings.Contains(u.Path, "//") || strings.Contains(u.Path, "/.") {
		return ""
	}
	return u.RequestURI()
}

// isPlainPath begins with one slash, and has no backslash and nothing that cannot be printed.
func isPlainPath(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "//") && !strings.ContainsRune(p, '\\') && strings.IndexFunc(p, notPrintable) < 0
}

func notPrintable(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }

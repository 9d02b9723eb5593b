package auth

import (
	"net/url"
	"strings"
	"unicode"
)

// localPath returns the address to continue with after a sign-in: a path of this site, rebuilt from its parts. It returns ""
// for anything that some browser or proxy could take for another site ("//x", "/\x", "https:x", a control character, a dot
// segment …).
func localPath(next string) string {
	if len(next) > 2000 || !isPlainPath(next) {
		return ""
	}
	u, err := url.Parse(next)
	// The decoded path is checked too: some programs decode %2f and %5c to slashes.
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || u.Opaque != "" || !isPlainPath(u.Path) ||
		strings.Contains(u.Path, "//") || strings.Contains(u.Path, "/.") {
		return ""
	}
	return u.RequestURI()
}

// isPlainPath reports whether p begins with exactly one slash, and has no backslash and no unprintable character.
func isPlainPath(p string) bool {
	return strings.HasPrefix(p, "/") && !strings.HasPrefix(p, "//") && !strings.ContainsRune(p, '\\') && strings.IndexFunc(p, notPrintable) < 0
}

func notPrintable(r rune) bool { return r == unicode.ReplacementChar || !unicode.IsPrint(r) }

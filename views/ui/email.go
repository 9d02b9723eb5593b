package ui

import (
	"strings"

	"github.com/a-h/templ"
)

var breakable = strings.NewReplacer("@", "<wbr>@", ".", "<wbr>.")

// Email renders an e-mail address that a narrow column breaks before the @ or a dot instead of within a word.
func Email(address string) templ.Component {
	return templ.Raw(`<span class="email">` + breakable.Replace(templ.EscapeString(address)) + `</span>`)
}

package ui

import (
	"context"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/a-h/templ"
)

// metaShort is the length in characters up to which a piece of a meta line fits the width of a phone.
const metaShort = 32

// metaAlone is the length in characters up to which a line of one piece has room beside the buttons of a page on a phone.
const metaAlone = 20

// metaPiece is a piece of a meta line; a short one is not broken.
type metaPiece struct {
	Text  string
	Short bool
	Dot   bool // it follows a dot; otherwise, if it is not the first, a comma
}

// metaPieces returns the pieces of a meta line such as "Nov 8 – 21 · 1 day left". A piece that is not short has pieces of its own, which
// end with a comma. A line of one piece is not broken up to metaAlone.
func metaPieces(text string) (list []metaPiece) {
	for i, piece := range strings.Split(text, " · ") {
		parts := []string{piece}
		if utf8.RuneCountInString(piece) > metaShort {
			parts = strings.SplitAfter(piece, ", ")
		}
		for k, part := range parts {
			part = strings.TrimSpace(part)
			list = append(list, metaPiece{part, utf8.RuneCountInString(part) <= metaShort, i > 0 && k == 0})
		}
	}
	if len(list) == 1 {
		list[0].Short = utf8.RuneCountInString(text) <= metaAlone
	}
	return list
}

// dot is the dot between two pieces of a line. It is drawn on a space, and so it is gone with the space where the line breaks. What reads
// the page aloud or copies its text gets a dot of text. No other space may stand before it: of two, the first is the one that shows.
const dot = "<i class=\"dot\"><b>\u00a0·</b> </i>"

// Meta renders the text of a meta line, which breaks between its pieces. A text that ends with " · " ends with a dot, for what follows. It
// is no template, as those put spaces around elements.
func Meta(text string) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var html strings.Builder
		for i, x := range metaPieces(text) {
			if x.Dot {
				html.WriteString(dot)
			} else if i > 0 {
				html.WriteByte(' ')
			}
			if piece := templ.EscapeString(x.Text); x.Short && piece != "" {
				html.WriteString(`<span class="nowrap">` + piece + `</span>`)
			} else {
				html.WriteString(piece)
			}
		}
		_, err := io.WriteString(w, html.String())
		return err
	})
}

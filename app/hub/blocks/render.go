package blocks

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
	"strings"

	"presence/app/hub/events"
	"presence/app/hub/templates"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/palette"
	"presence/views/emails"
)

// The placeholders that blocks stand for. hasAnswer begins those that lead to the page where guests answer.
const (
	answerURL = "{{rsvp_url}}"
	hasAnswer = "{{rsvp_"
	whenWhere = "{{event_when_where}}"
	picture   = "{{event_picture}}"
)

// Content renders a list, which must be valid, as the content of a template in one language, in the colours of a palette. The addresses of
// its own pictures begin with origin: https://host.
func (l List) Content(ctx context.Context, p palette.Palette, lang i18n.Lang, origin string) (c templates.Content, err error) {
	return l.content(ctx, p, lang, origin, func(Block) string { return "" })
}

// content is Content whose blocks have marks.
func (l List) content(ctx context.Context, p palette.Palette, lang i18n.Lang, origin string, mark func(Block) string) (c templates.Content,
	err error) {
	c.Subject = l.Subject.In(lang)
	var rows []emails.Block
	var plain []string
	titled := false
	for _, b := range l.Blocks {
		row, text, shown := b.render(lang, !titled, origin)
		if !shown {
			continue
		}
		titled, row.Mark = titled || b.Kind == Title, mark(b)
		rows = append(rows, row)
		if text != "" {
			plain = append(plain, text)
		}
	}
	var html bytes.Buffer
	if err := emails.Blocks(lang, p, rows).Render(ctx, &html); err != nil {
		return c, err
	}
	c.HTML, c.Text = html.String(), strings.Join(plain, "\n\n")
	return c, nil
}

// markOf returns a class that tells the block in the HTML of a preview. The sanitizer lets only letters through, so that its digits are
// the letters a to j.
func markOf(b Block) string {
	return "p-block" + strings.Map(func(r rune) rune { return r - '0' + 'a' }, strconv.FormatInt(b.ID, 10))
}

var marked = regexp.MustCompile(`class="p-block([a-j]+)"`)

// anchored replaces the marks of blocks by ids as the editor has them, to which the address of the preview's frame can lead.
func anchored(html string) string {
	return marked.ReplaceAllStringFunc(html, func(class string) string {
		id := strings.Map(func(r rune) rune { return r - 'a' + '0' }, marked.FindStringSubmatch(class)[1])
		return `id="block-` + id + `"`
	})
}

// render returns a block as part of a message, and as plain text. A block without a text in the language is not shown.
func (b Block) render(l i18n.Lang, firstTitle bool, origin string) (row emails.Block, plain string, shown bool) {
	words := b.In(l)
	switch b.Kind {
	case Title:
		row = emails.Block{Kind: emails.BlockHeading, Text: words}
		if firstTitle {
			row.Kind = emails.BlockBand
		}
		return row, words, words != ""
	case Text:
		html, plain := templates.MarkdownSource(words)
		return emails.Block{Kind: emails.BlockText, Text: html}, plain, html != ""
	case Picture:
		if !b.showsCover() {
			own := events.Picture{Hash: b.Own.Hash, Width: max(b.Own.Width, 1), Height: b.Own.Height, FR: words, EN: words} // 0: not found yet
			return emails.Block{Kind: emails.BlockPicture, Picture: events.MailCover(own, origin, l)}, "[" + words + "]", true
		}
		return emails.Block{Kind: emails.BlockPicture, Text: picture}, "", true
	case Button:
		return b.renderButton(l, words)
	case Columns:
		left, leftPlain := templates.MarkdownSource(words)
		right, rightPlain := templates.MarkdownSource(b.Right.In(l))
		return emails.Block{Kind: emails.BlockColumns, Text: left, Right: right}, strings.TrimSpace(leftPlain + "\n\n" + rightPlain),
			left != "" || right != ""
	case Divider:
		return emails.Block{Kind: emails.BlockDivider}, "* * *", true
	case Details:
		return emails.Block{Kind: emails.BlockDetails, Text: whenWhere}, whenWhere, true
	}
	return row, "", false
}

// renderButton renders a button. The one that leads to the guest's own page says so when staff gave it no label; another one without a
// label is not shown.
func (b Block) renderButton(l i18n.Lang, label string) (row emails.Block, plain string, shown bool) {
	row = emails.Block{Kind: emails.BlockButton, Text: label, URL: b.URL}
	colon := strings.TrimRight(l.Colon(), " ") + "\n"
	if b.URL != "" {
		return row, label + colon + b.URL, label != ""
	}
	row.URL, row.Hint = answerURL, l.T(i18n.MailAnswerHint)
	if label == "" {
		row.Text = l.T(i18n.MailAnswer)
	}
	return row, row.Text + colon + answerURL, true
}

// checkWhole adds the errors that show only in the list as a whole: placeholders that stand in it too often. It looks at the texts, and
// not at what they render.
func (l List) checkWhole(faults *errs.Fields) {
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		var parts []string
		for _, b := range l.Blocks {
			parts = append(parts, b.In(lang), b.Right.In(lang))
			switch {
			case b.showsCover():
				parts = append(parts, picture)
			case b.Kind == Details:
				parts = append(parts, whenWhere)
			}
		}
		if code, detail := templates.SourceFault(strings.Join(parts, "\n")); code != "" {
			faults.Add("blocks", code, detail)
			return
		}
	}
}

// Answerable reports whether a guest can reach the page to answer from the invitation in both languages.
func (l List) Answerable() bool {
	for _, lang := range []i18n.Lang{i18n.FR, i18n.EN} {
		found := false
		for _, b := range l.Blocks {
			_, plain, shown := b.render(lang, false, "")
			found = found || shown && strings.Contains(plain, hasAnswer)
		}
		if !found {
			return false
		}
	}
	return true
}

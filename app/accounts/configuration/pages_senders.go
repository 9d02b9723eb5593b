package configuration

import (
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/configuration"
	"presence/views/layout"
	"presence/views/ui"
)

// tones are the verdicts that ask for nothing, or for attention; all others are errors.
var tones = map[string]ui.Tone{"mx_ok": ui.Good, "spf_ok": ui.Good, "dkim_ok": ui.Good, "dmarc_ok": ui.Good, "ptr_ok": ui.Good,
	"dmarc_none": ui.Warn, "dkim_missing": ui.Warn, "dmarc_missing": ui.Warn, "mx_missing": ui.Warn, "ptr_other": ui.Warn,
	"spf_present": ui.Neutral, "relay_inside": ui.Neutral, "dns_failed": ui.Neutral, "relay_unknown": ui.Neutral}

var (
	toneIcons = map[ui.Tone]ui.Icon{ui.Good: ui.IconApproved, ui.Warn: ui.IconWarning, ui.Bad: ui.IconError, ui.Neutral: ui.IconDraft}
	toneTexts = map[ui.Tone]i18n.Text{ui.Good: i18n.SenderGood, ui.Warn: i18n.SenderWarn, ui.Bad: i18n.SenderBad, ui.Neutral: i18n.SenderOpen}
)

// senders checks the domain of a sender, and shows what DNS says of it.
func (p pages) senders(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	l, domain, selector := by.Language, c.Query("domain"), strings.TrimSpace(c.Query("selector"))
	page := views.SendersPage{Tabs: layout.SettingsTabs(l, true, true, paths.Channels()), Domain: domain,
		Selector: ui.Field{Name: "selector", Label: l.T(i18n.SenderSelector), Value: selector, Hint: l.T(i18n.SenderSelectorHint),
			AutoComplete: "off"}}
	check, err := p.s.CheckSender(ctx, by, domain, selector)
	status := http.StatusOK
	if faults := errs.FieldsOf(err); faults != nil {
		for _, f := range faults {
			page.Faults.Add(l, f.Field, page.Selector.Label, f.Code, f.Detail)
		}
		page.Selector.Error, status = page.Faults.Of("selector"), http.StatusUnprocessableEntity
	} else if err != nil {
		return err
	}
	for _, x := range check.Findings {
		page.Rows = append(page.Rows, findingProps(l, x))
	}
	return frame.Page(c, status, views.Senders, page)
}

func findingProps(l i18n.Lang, x Finding) views.Finding {
	tone, known := tones[x.Code]
	if !known {
		tone = ui.Bad
	}
	text := l.T(i18n.SenderVerdicts[x.Code])
	if strings.Contains(text, "%s") {
		text = strings.ReplaceAll(text, "%s", x.About)
	}
	return views.Finding{Record: l.T(i18n.SenderRecords[x.Record]), Tone: tone, Icon: toneIcons[tone], State: l.T(toneTexts[tone]), Text: text,
		Found: x.Found, Name: x.Name, Value: x.Value}
}

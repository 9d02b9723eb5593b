package configuration

import (
	"slices"

	"presence/app/platform/i18n"
	"presence/app/platform/mail"
	"presence/app/platform/paths"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// channelForm makes the form of a group.
type channelForm struct {
	form    tried
	l       i18n.Lang
	v       Values
	relay   mail.SMTP // stored
	webhook string
}

var (
	groupTitles = map[string]i18n.Text{Bulk: i18n.ChanBulk, Mailbox: i18n.ChanMailbox}
	groupNotes  = map[string]i18n.Text{Bulk: i18n.ChanBulkText, Mailbox: i18n.ChanMailboxText}
	partNotes   = map[string]i18n.Text{noChannel: i18n.ChanNoneText, "gmail": i18n.MailGmailNote, "graph": i18n.MailGraphNote}
)

func (m channelForm) props() views.MailChannel {
	group, l := m.form.group, m.l
	page := views.MailChannel{Group: group, Title: l.T(groupTitles[group]), Note: l.T(groupNotes[group]), Action: paths.MailChannel(group),
		Answer: m.form.answer, Failed: m.form.failed}
	if m.form.sealed != "" {
		page.Hidden = []ui.Hidden{{Name: "typed", Value: m.form.sealed}}
	}
	f := &form{state: state{typed: m.form.typed, faults: FormErrors(m.form.faults)}, l: l, values: m.v}
	now := chosen(m.v, group)
	page.Choice = ui.Field{Name: group, Label: l.T(i18n.MailChannel), Value: now}
	if m.form.typed != nil {
		page.Choice.Value = m.form.typed.Get(group)
	}
	for _, x := range choices[group] {
		page.Choice.Options = append(page.Choice.Options, ui.Option{Value: x.value, Label: l.T(x.label)})
		part := views.MailPart{Channel: x.value}
		if note, ok := partNotes[x.value]; ok {
			part.Note = l.T(note)
		}
		for _, name := range slices.Concat(x.settings, x.more) {
			locked := m.v.Of(name).LockedBy
			if name != webhookToken && locked != "" {
				page.Locked = l.F(i18n.ConfLocked, locked)
			}
			part.Fields = append(part.Fields, m.fields(f, name, now == x.value)...)
		}
		page.Parts = append(page.Parts, part)
	}
	page.Choice.Disabled = page.Locked != ""
	page.Choice = f.withFault(group, page.Choice)
	page.Faults = f.list
	return page
}

// fields returns the fields of a setting. kept tells that its channel is the present one, so that its secrets are stored.
func (m channelForm) fields(f *form, name string, kept bool) []ui.Field {
	x := m.v.Of(name)
	field := ui.Field{AutoComplete: "off"}
	switch {
	case name == smtpURL:
		return m.relayFields(f, kept)
	case name == gmailJSON:
		field.Rows, field.Hint = 6, m.keptHint(kept, i18n.MailCredentialsHint)
	case name == webhookToken:
		field.Type, field.AutoComplete, field.Hint = "password", "new-password", m.l.F(i18n.MailTokenHint, m.webhook)
		if x.Set {
			field.Hint = m.l.T(i18n.MailKept) + " " + field.Hint
		}
	case x.Secret:
		field.Type, field.AutoComplete, field.Hint = "password", "new-password", m.keptHint(kept, i18n.Text{})
	}
	return []ui.Field{f.field(name, field)}
}

// keptHint tells that an empty field keeps a secret, or else another hint.
func (m channelForm) keptHint(kept bool, other i18n.Text) string {
	switch {
	case m.form.sealed != "":
		return m.l.T(i18n.MailKeptTyped)
	case kept:
		return m.l.T(i18n.MailKept)
	case other == i18n.Text{}:
		return ""
	}
	return m.l.T(other)
}

// relayFields returns the fields of the parts of SMTP_URL.
func (m channelForm) relayFields(f *form, kept bool) []ui.Field {
	l, c, x := m.l, m.relay, m.v.Of(smtpURL)
	if x.Locked {
		c = relay(x.Environment)
	}
	hint := ""
	if c.Password != "" || m.form.sealed != "" {
		hint = m.keptHint(kept, i18n.Text{})
	}
	list := []ui.Field{
		{Name: smtpHost, Label: l.T(i18n.MailHost), Value: c.Host, Placeholder: "smtp.example.com"},
		{Name: smtpPort, Label: l.T(i18n.MailPort), Value: c.Port, InputMode: "numeric", Placeholder: "587"},
		{Name: smtpSecurity, Label: l.T(i18n.MailSecurity), Value: security(c), Options: []ui.Option{
			{Value: string(mail.Required), Label: l.T(i18n.MailStartTLS)}, {Value: implicitTLS, Label: l.T(i18n.MailTLS)},
			{Value: string(mail.Optional), Label: l.T(i18n.MailIfOffered)}, {Value: string(mail.Off), Label: l.T(i18n.MailPlain)}}},
		{Name: smtpUser, Label: l.T(i18n.MailUser), Value: c.User, Hint: l.T(i18n.MailUserHint)},
		{Name: smtpPassword, Label: l.T(i18n.MailPassword), Type: "password", Hint: hint},
	}
	for i := range list {
		list[i].AutoComplete, list[i].Disabled = "off", x.Locked
		if list[i].Name == smtpPassword {
			list[i].AutoComplete = "new-password"
		} else if m.form.typed != nil {
			list[i].Value = m.form.typed.Get(list[i].Name)
		}
		list[i] = f.withFault(list[i].Name, list[i])
	}
	return list
}

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
	mailbox mail.IMAP // stored
	webhook string
}

var (
	groupTitles  = map[string]i18n.Text{Bulk: i18n.ChanBulk, Mailbox: i18n.ChanMailbox, Bounces: i18n.MailBounces}
	groupNotes   = map[string]i18n.Text{Bulk: i18n.ChanBulkText, Mailbox: i18n.ChanMailboxText, Bounces: i18n.MailBouncesText}
	choiceLabels = map[string]i18n.Text{Bulk: i18n.MailChannel, Mailbox: i18n.MailChannel, Bounces: i18n.MailReading}
	partNotes    = map[string]i18n.Text{noChannel: i18n.ChanNoneText, "gmail": i18n.MailGmailNote, "graph": i18n.MailGraphNote}
)

func (m channelForm) props() views.MailChannel {
	group, l := m.form.group, m.l
	page := views.MailChannel{Group: group, Title: l.T(groupTitles[group]), Note: l.T(groupNotes[group]), Action: paths.MailChannel(group),
		Answer: m.form.answer, Failed: m.form.failed, Sends: group != Bounces}
	if m.form.sealed != "" {
		page.Hidden = []ui.Hidden{{Name: "typed", Value: m.form.sealed}}
	}
	f := &form{state: state{typed: m.form.typed, faults: FormErrors(m.form.faults)}, l: l, values: m.v}
	now := chosen(m.v, group)
	page.State = views.State{Tone: ui.Neutral, Icon: ui.IconDraft, Text: l.T(i18n.ChanNone)}
	page.Choice = ui.Field{Name: group, Label: l.T(choiceLabels[group]), Value: now}
	if m.form.typed != nil {
		page.Choice.Value = m.form.typed.Get(group)
	}
	for _, x := range choices[group] {
		page.Choice.Options = append(page.Choice.Options, ui.Option{Value: x.value, Label: l.T(x.label)})
		if x.value == now && now != noChannel {
			page.State = views.State{Tone: ui.Good, Icon: ui.IconApproved, Text: l.T(x.label)}
		}
		part := views.MailPart{Channel: x.value, Wide: group == Bounces}
		if note, ok := partNotes[x.value]; ok {
			part.Note = l.T(note)
		}
		if group == Bounces && x.value == noChannel {
			part.Note = l.T(i18n.MailNotReadNote)
		}
		for _, name := range slices.Concat(x.settings, x.optional, x.more) {
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
	case name == bounceMailbox:
		return m.mailboxFields(f, kept)
	case name == bounceAddress:
		field.Hint, field.Placeholder = m.l.T(i18n.MailBounceAddressHint), "bounces+*@example.com"
	case name == gmailJSON:
		field.Rows, field.Hint = 6, m.keptHint(name, kept, i18n.MailCredentialsHint)
	case name == webhookToken:
		field.Type, field.AutoComplete, field.Hint = "password", "new-password", m.l.F(i18n.MailTokenHint, m.webhook)
		if hint := m.keptHint(name, x.Set, i18n.Text{}); hint != "" {
			field.Hint = hint + " " + field.Hint
		}
	case x.Secret:
		field.Type, field.AutoComplete, field.Hint = "password", "new-password", m.keptHint(name, kept, i18n.Text{})
	}
	return []ui.Field{f.field(name, field)}
}

// keptHint tells that a field keeps its secret if it is left empty, or else another hint.
func (m channelForm) keptHint(name string, kept bool, other i18n.Text) string {
	switch {
	case m.form.secrets[name] != "":
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
	c, x := m.relay, m.v.Of(smtpURL)
	if x.Locked {
		c = relay(x.Environment)
	}
	return m.serverFields(f, serverForm{names: smtpFields, server: c, locked: x.Locked, kept: kept, example: "smtp.example.com",
		userHint: m.l.T(i18n.MailUserHint)})
}

// mailboxFields returns the fields of the parts of BOUNCE_IMAP_URL.
func (m channelForm) mailboxFields(f *form, kept bool) []ui.Field {
	c, x := m.mailbox, m.v.Of(bounceMailbox)
	if x.Locked {
		c = mailbox(x.Environment)
	}
	if c.Server.Host == "" {
		c.Server.Implicit = true
	}
	list := m.serverFields(f, serverForm{names: imapFields, server: c.Server, locked: x.Locked, kept: kept,
		example: "imap.example.com", usual: 1})
	folder := ui.Field{Name: imapFolder, Label: m.l.T(i18n.MailFolder), Value: c.Folder, Placeholder: "INBOX", AutoComplete: "off",
		Disabled: x.Locked}
	if m.form.typed != nil {
		folder.Value = m.form.typed.Get(imapFolder)
	}
	return append(list, folder)
}

// serverForm is what the fields of a server show.
type serverForm struct {
	names    serverFields
	server   mail.SMTP
	locked   bool // the environment decides
	kept     bool // its channel is the present one, so that its password is stored
	example  string
	usual    int // which of the default ports is usual
	userHint string
}

// serverFields returns the fields of a server.
func (m channelForm) serverFields(f *form, x serverForm) []ui.Field {
	l, c, hint := m.l, x.server, ""
	if c.Password != "" || m.form.secrets[x.names.password] != "" {
		hint = m.keptHint(x.names.password, x.kept, i18n.Text{})
	}
	list := []ui.Field{
		{Name: x.names.host, Label: l.T(i18n.MailHost), Value: c.Host, Placeholder: x.example},
		{Name: x.names.port, Label: l.T(i18n.MailPort), Value: c.Port, InputMode: "numeric", Placeholder: x.names.ports[x.usual]},
		{Name: x.names.security, Label: l.T(i18n.MailSecurity), Value: security(c), Options: []ui.Option{
			{Value: string(mail.Required), Label: l.T(x.names.encrypted[0])}, {Value: implicitTLS, Label: l.T(x.names.encrypted[1])},
			{Value: string(mail.Optional), Label: l.T(i18n.MailIfOffered)}, {Value: string(mail.Off), Label: l.T(i18n.MailPlain)}}},
		{Name: x.names.user, Label: l.T(i18n.MailUser), Value: c.User, Hint: x.userHint},
		{Name: x.names.password, Label: l.T(i18n.MailPassword), Type: "password", Hint: hint},
	}
	for i := range list {
		list[i].AutoComplete, list[i].Disabled = "off", x.locked
		if list[i].Name == x.names.password {
			list[i].AutoComplete = "new-password"
		} else if m.form.typed != nil {
			list[i].Value = m.form.typed.Get(list[i].Name)
		}
		list[i] = f.withFault(list[i].Name, list[i])
	}
	return list
}

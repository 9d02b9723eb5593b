package notifications

import (
	"cmp"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/accounts/push"
	"presence/app/platform/audit"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/notifications"
	"presence/views/layout"
	"presence/views/ui"
)

// preferences shows the reader's modes of the topics.
func (p pages) preferences(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	list, err := p.s.Preferences(c.Request.Context(), by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Preferences{Tabs: layout.AccountTabs(l, paths.NotificationPreferences()),
		Address: l.F(i18n.PrefAddress, by.Email), NoMail: !p.s.MailConfigured()}
	if p.s.phones != nil {
		page.Key, page.Worker = p.s.phones.Key(), layout.StaffWorker(l)
		devices, err := p.s.phones.Devices(c.Request.Context(), by)
		if err != nil {
			return err
		}
		for _, d := range devices {
			page.Devices = append(page.Devices, p.device(l, d))
		}
	}
	var group i18n.Text
	for _, x := range list {
		if x.spec.group != group {
			group = x.spec.group
			page.Groups = append(page.Groups, views.PreferenceGroup{Title: l.T(group)})
		}
		g := &page.Groups[len(page.Groups)-1]
		choice := views.Choice{Field: preferenceField(l, x)}
		if len(page.Devices) > 0 {
			choice.Phone = &ui.Field{Name: string(x.Topic) + phoneSuffix, Label: l.T(i18n.PushChoice), Checked: x.Phone, Disabled: x.Fixed}
		}
		g.Choices = append(g.Choices, choice)
	}
	return frame.Page(c, http.StatusOK, views.PreferencesPage, page)
}

func (p pages) device(l i18n.Lang, d push.Device) views.Device {
	v := views.Device{ID: strconv.FormatInt(d.ID, 10), Name: cmp.Or(d.Name, l.T(i18n.SessionUnknown)), Used: l.T(i18n.PushNone),
		Added: l.Moment(d.CreatedAt.Time().In(p.s.zone))}
	if d.UsedAt != 0 {
		v.Used = l.Ago(p.s.now().Sub(d.UsedAt.Time()))
	}
	v.Remove = l.F(i18n.PushRemoveOf, v.Name)
	return v
}

var modeTexts = map[Mode]i18n.Text{Now: i18n.PrefNow, Digest: i18n.PrefDigest, Never: i18n.PrefNever}

// preferenceField returns the choice of a topic; one that is fixed has no options.
func preferenceField(l i18n.Lang, x Preference) ui.Field {
	f := ui.Field{Name: string(x.Topic), Label: l.T(x.spec.label), Value: string(x.Mode)}
	if x.Fixed {
		f.Hint = l.T(i18n.PrefAlways)
		return f
	}
	for _, m := range Modes {
		f.Options = append(f.Options, ui.Option{Value: string(m), Label: l.T(modeTexts[m])})
	}
	return f
}

// savePreferences saves the form. A topic that it does not have stays as it is.
func (p pages) savePreferences(c *gin.Context) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	list, err := p.s.Preferences(ctx, by)
	if err != nil {
		return err
	}
	modes := map[Topic]Mode{}
	for _, x := range list {
		if mode, sent := c.GetPostForm(string(x.Topic)); sent {
			modes[x.Topic] = Mode(mode)
		}
	}
	phones := map[Topic]bool{}
	if c.PostForm("devices") != "" { // a box that is not ticked is not sent
		for _, x := range list {
			if !x.Fixed {
				phones[x.Topic] = c.PostForm(string(x.Topic)+phoneSuffix) != ""
			}
		}
	}
	if err := p.s.SetPreferences(ctx, by, Choices{modes, phones}); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(i18n.PrefSaved)})
	return httpx.SeeOther(c, paths.NotificationPreferences())
}

// askUnsubscribe shows a page with a button. A GET changes nothing, because mail scanners follow links before the reader does.
func (p pages) askUnsubscribe(c *gin.Context) error {
	x, err := p.s.Subscription(c.Request.Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return p.unsubscribePage(c, x, false)
}

// unsubscribe handles the button, and the one-click POST of RFC 8058.
func (p pages) unsubscribe(c *gin.Context) error {
	info := httpx.InfoOf(c.Request.Context())
	x, err := p.s.Unsubscribe(c.Request.Context(), audit.Who{IP: auth.From(c.Request.Context()).IP, RequestID: info.ID}, c.Param("token"))
	if err != nil {
		return err
	}
	return p.unsubscribePage(c, x, true)
}

// unsubscribePage shows the page in the language of the person, unless the browser has chosen one. It says nothing about the person,
// because messages are forwarded.
func (p pages) unsubscribePage(c *gin.Context, x Subscription, done bool) error {
	f := frame.Of(c)
	if _, chosen := auth.ChosenLanguage(c); !chosen {
		f.Lang = x.Lang
	}
	return httpx.Render(c, http.StatusOK, views.UnsubscribePage(f, views.Unsubscribe{Label: f.Lang.T(x.Label), Done: done}))
}

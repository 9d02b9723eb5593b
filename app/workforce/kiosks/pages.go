package kiosks

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	"presence/db"
	"presence/views/layout"
	"presence/views/ui"
	views "presence/views/workforce/kiosks"
)

// pages handles the requests of the staff pages.
type pages struct{ s *Service }

func (p pages) list(c *gin.Context) error {
	return p.show(c, http.StatusOK, func(*views.List) error { return nil })
}

var stateTones = map[State]ui.Status{Waiting: {Tone: ui.Info, Icon: ui.IconClock}, Expired: {Tone: ui.Neutral, Icon: ui.IconClose},
	Enrolled: {Tone: ui.Good, Icon: ui.IconCheck}, Revoked: {Tone: ui.Neutral, Icon: ui.IconLock}}

// show shows the kiosks with the form for a new one; more modifies the page before.
func (p pages) show(c *gin.Context, status int, more func(*views.List) error) error {
	l := auth.Lang(c)
	page := views.List{Tabs: layout.SettingsTabs(l, true, true, paths.Kiosks()), Name: ui.Field{Name: "name", Label: l.T(i18n.KioskName),
		Hint: l.T(i18n.KioskHint), Required: true, MaxLength: maxName, AutoComplete: "off"}}
	moment := func(at db.Instant) string { return l.Moment(at.Time().In(p.s.Zone)) }
	err := p.s.Each(c.Request.Context(), Filter{}, func(k Kiosk) error {
		state := k.State(p.s.at())
		r := views.Row{Name: k.Name, MadeBy: k.MadeBy + ", " + moment(k.CreatedAt), Used: l.T(i18n.KioskUnused), State: stateTones[state]}
		r.State.Text = l.T(i18n.KioskStates[string(state)])
		if k.UsedAt != 0 {
			r.Used = moment(k.UsedAt)
		}
		if state != Revoked {
			r.Revoke, r.RevokeOf = paths.RevokeKiosk(k.ID), l.F(i18n.KioskRevokeX, k.Name)
		}
		page.Rows = append(page.Rows, r)
		return nil
	})
	if err == nil {
		err = more(&page)
	}
	if err != nil {
		return err
	}
	return frame.Page(c, status, views.ListPage, page)
}

// create makes a kiosk and shows its link in its own response. Only a hash of its token is stored, so a page after a redirect could not
// show it.
func (p pages) create(c *gin.Context) error {
	ctx, l, name := c.Request.Context(), auth.Lang(c), c.PostForm("name")
	token, k, err := p.s.Create(ctx, auth.From(ctx), name)
	if e, ok := errs.Of(err); ok && (e.Kind == errs.KindInvalid || e.Kind == errs.KindConflict) {
		status := http.StatusUnprocessableEntity
		if e.Kind == errs.KindConflict {
			status = http.StatusConflict
		}
		return p.show(c, status, func(page *views.List) error {
			page.Name.Value = name
			page.Name.Error = fault(l, &page.Faults, e.Fields, page.Name)
			if e.Kind == errs.KindConflict {
				page.Refused = l.T(i18n.Fault(e.Code, e.Detail))
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	return p.show(c, http.StatusOK, func(page *views.List) (err error) {
		page.New = &views.NewLink{Title: l.F(i18n.KioskMade, k.Name), URL: p.s.Origin + paths.KioskEnrol(token)}
		page.New.QR, err = qr.Code(page.New.URL)
		return err
	})
}

func (p pages) revoke(c *gin.Context) error {
	ctx := c.Request.Context()
	k, err := p.s.Get(ctx, httpx.ID(c.Param("kiosk")))
	if err != nil {
		return err
	}
	if err := p.s.Revoke(ctx, auth.From(ctx), k.ID, nil); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).F(i18n.KioskGone, k.Name)})
	return httpx.SeeOther(c, paths.Kiosks())
}

// fault adds the errors of a field to those of its form, and returns what stands beside the field.
func fault(l i18n.Lang, list *ui.Faults, faults errs.Fields, f ui.Field) string {
	for _, x := range faults {
		if x.Field == f.Name {
			list.Add(l, f.Name, f.Label, x.Code, x.Detail)
		}
	}
	return list.Of(f.Name)
}

// pinField is the field for a new PIN. It never shows a typed one again.
func pinField(l i18n.Lang, hint i18n.Text) ui.Field {
	return ui.Field{Name: "pin", Label: l.T(i18n.PINNew), Hint: l.T(hint), Type: "password", InputMode: "numeric", AutoComplete: "off",
		MaxLength: maxPIN}
}

func (p pages) lockedText(l i18n.Lang, b Badge) string {
	if !b.Locked(p.s.at()) {
		return ""
	}
	return l.F(i18n.BadgeLocked, l.Clock(b.LockedUntil.Time().In(p.s.Zone)))
}

func pinState(l i18n.Lang, has bool, yes, no i18n.Text) ui.Status {
	if has {
		return ui.Status{Tone: ui.Good, Icon: ui.IconCheck, Text: l.T(yes)}
	}
	return ui.Status{Tone: ui.Neutral, Icon: ui.IconLock, Text: l.T(no)}
}

func (p pages) badge(c *gin.Context) error { return p.badgePage(c, http.StatusOK, nil, nil) }

// badgePage shows the form of an employee's badge, with the typed values and their errors.
func (p pages) badgePage(c *gin.Context, status int, typed *string, faults errs.Fields) error {
	ctx, l := c.Request.Context(), auth.Lang(c)
	b, err := p.s.Badge(ctx, auth.From(ctx), httpx.ID(c.Param("id")))
	if err != nil {
		return err
	}
	page := views.Badge{Title: l.T(i18n.BadgeLink), Crumbs: []ui.Crumb{{Label: b.Name, Href: paths.Employee(b.EmployeeID)}},
		Action: paths.Badge(b.EmployeeID), Version: strconv.FormatInt(b.Version, 10), Cancel: paths.Employee(b.EmployeeID),
		State: pinState(l, b.HasPIN, i18n.BadgePINYes, i18n.BadgePINNo), Locked: p.lockedText(l, b),
		Number: ui.Field{Name: "badge_number", Label: l.T(i18n.BadgeNumber), Hint: l.T(i18n.BadgeHint), Value: b.Number, MaxLength: maxNumber,
			AutoComplete: "off"},
		PIN: pinField(l, i18n.PINHint)}
	if b.HasPIN {
		page.PIN.Hint += " " + l.T(i18n.PINFirst)
		page.Remove = paths.RemovePIN(b.EmployeeID)
	}
	if typed != nil {
		page.Number.Value = *typed
	}
	page.Number.Error = fault(l, &page.Faults, faults, page.Number)
	page.PIN.Error = fault(l, &page.Faults, faults, page.PIN)
	return frame.Page(c, status, views.BadgePage, page)
}

func (p pages) setBadge(c *gin.Context) error {
	number, pin := c.PostForm("badge_number"), c.PostForm("pin")
	x := BadgeChanges{Number: &number}
	if pin != "" {
		x.PIN = &pin
	}
	x.Unlock = c.PostForm("unlock") == "1"
	return p.saveBadge(c, x, httpx.FormVersion(c))
}

func (p pages) removePIN(c *gin.Context) error {
	return p.saveBadge(c, BadgeChanges{PIN: new("")}, nil)
}

func (p pages) saveBadge(c *gin.Context, x BadgeChanges, expect *int64) error {
	ctx, id := c.Request.Context(), httpx.ID(c.Param("id"))
	_, err := p.s.SetBadge(ctx, auth.From(ctx), id, expect, x)
	if faults := errs.FieldsOf(err); faults != nil {
		return p.badgePage(c, http.StatusUnprocessableEntity, x.Number, faults)
	}
	if err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: auth.Lang(c).T(i18n.BadgeSaved)})
	return httpx.SeeOther(c, paths.Employee(id))
}

func (p pages) ownPIN(c *gin.Context) error { return p.ownPINPage(c, http.StatusOK, nil, "") }

// ownPINPage shows the form of the user's own PIN, with errors of its fields, or with the reason why it was refused.
func (p pages) ownPINPage(c *gin.Context, status int, faults errs.Fields, refused string) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	l := by.Language
	page := views.OwnPIN{Tabs: layout.AccountTabs(l, paths.OwnPIN()), Nobody: by.EmployeeID == 0, Email: by.Email,
		Refused: refused, PIN: pinField(l, i18n.PINHint)}
	if page.Nobody {
		return frame.Page(c, status, views.OwnPINPage, page)
	}
	b, err := p.s.Badge(ctx, by, by.EmployeeID)
	if err != nil {
		return err
	}
	has, err := p.s.Accounts.HasPassword(ctx, by)
	if err != nil {
		return err
	}
	page.State, page.Locked, page.Number = pinState(l, b.HasPIN, i18n.PINSet, i18n.PINUnset), p.lockedText(l, b), b.Number
	if b.HasPIN {
		page.Remove = paths.RemoveOwnPIN()
	}
	if has {
		page.Current = &ui.Field{Name: "current_password", Label: l.T(i18n.PasswordCurrent), Type: "password", AutoComplete: "current-password",
			MaxLength: 512, Required: true}
		page.Current.Error = fault(l, &page.Faults, faults, *page.Current)
	}
	page.PIN.Required = true
	page.PIN.Error = fault(l, &page.Faults, faults, page.PIN)
	return frame.Page(c, status, views.OwnPINPage, page)
}

func (p pages) setOwnPIN(c *gin.Context) error {
	pin := c.PostForm("pin")
	var faults errs.Fields
	CheckPIN(&faults, pin)
	if faults != nil {
		return p.ownPINPage(c, http.StatusUnprocessableEntity, faults, "")
	}
	return p.saveOwnPIN(c, pin, i18n.PINSaved)
}

func (p pages) removeOwnPIN(c *gin.Context) error { return p.saveOwnPIN(c, "", i18n.PINRemoved) }

// saveOwnPIN saves the user's own PIN after they have given their password; those without one reauthenticate where that is due.
func (p pages) saveOwnPIN(c *gin.Context, pin string, done i18n.Text) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	if by.EmployeeID == 0 {
		return errs.Forbidden("no_employee_record", "Clocking in requires an employee record. Ask payroll to create one.")
	}
	err := p.confirm(c, by)
	switch e, _ := errs.Of(err); {
	case err == nil:
	case errors.Is(err, httpx.ErrReauthRequired):
		return err
	case e.Kind == errs.KindInvalid:
		return p.ownPINPage(c, http.StatusUnprocessableEntity, e.Fields, "")
	case e.Kind == errs.KindRateLimited:
		c.Header("Retry-After", strconv.Itoa(e.RetryAfter))
		return p.ownPINPage(c, http.StatusTooManyRequests, nil, auth.TooManyTries(by.Language, e.RetryAfter))
	case e.Kind == errs.KindUnauthenticated:
		return p.ownPINPage(c, http.StatusUnprocessableEntity, errs.FieldsOf(errs.InvalidField("current_password", "wrong_password",
			"This is not the current password.")), "")
	default:
		return err
	}
	if _, err := p.s.SetBadge(ctx, by, by.EmployeeID, nil, BadgeChanges{PIN: &pin}); err != nil {
		return err
	}
	httpx.Flash(c, ui.Toast{Text: by.Language.T(done)})
	return httpx.SeeOther(c, paths.OwnPIN())
}

// confirm checks the password that was given, or, for a person without one, that none of the second factors is due.
func (p pages) confirm(c *gin.Context, by auth.Actor) error {
	ctx := c.Request.Context()
	has, err := p.s.Accounts.HasPassword(ctx, by)
	if err != nil {
		return err
	}
	if has {
		typed := c.PostForm("current_password")
		if typed == "" {
			return errs.InvalidField("current_password", "required", "This field is required.")
		}
		_, err = p.s.Accounts.CheckPassword(ctx, by.Email, typed, auth.OriginOf(c.Request))
		return err
	}
	due, err := httpx.ReauthDue(ctx)
	if err == nil && due {
		err = httpx.ErrReauthRequired
	}
	return err
}

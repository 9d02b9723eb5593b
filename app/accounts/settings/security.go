package settings

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/app/platform/qr"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// securityState is the part of the security page that is not in the database.
type securityState struct {
	name     string      // of the new passkey, as typed; "": that of the device
	renaming int64       // the passkey whose new name is refused; 0: none
	renamed  string      // that name, as typed
	faults   errs.Fields // of the new passkey's name, or of the other's
	refused  string      // why the last act was refused; "": it was not
	codes    []string    // recovery codes that were just made
}

// security shows the actor's second factors. Who had to set one up and has done so may go on.
func (p pages) security(c *gin.Context) error {
	return p.securityPage(c, http.StatusOK, securityState{})
}

func (p pages) securityPage(c *gin.Context, status int, state securityState) error {
	ctx, by := c.Request.Context(), auth.From(c.Request.Context())
	factors, err := p.s.auth.Factors(ctx, by)
	if err != nil {
		return err
	}
	if by.MustEnrol && !factors.Lacking() {
		if err := auth.Enrolled(c); err != nil {
			return err
		}
	}
	keys, err := p.s.auth.Passkeys(ctx, by)
	if err != nil {
		return err
	}
	l := by.Language
	page := views.Security{Head: accountHead(l, security), Refused: state.refused, Codes: state.codes,
		Enrol: by.MustEnrol && factors.Lacking(),
		GoOn:  by.MustEnrol && !factors.Lacking(), HasPasskeys: p.s.auth.HasPasskeys(), Any: factors.Any(), Left: factors.RecoveryCodes}
	if page.Options, err = p.s.auth.PasskeyOptions(by, keys); err != nil {
		return err
	}
	page.New = ui.Field{Name: "name", Label: l.T(i18n.PasskeyNew), Value: state.name, MaxLength: 60, AutoComplete: "off", Required: true}
	if state.name == "" && state.renaming == 0 && state.faults == nil {
		page.New.Value = device(l, c.Request.UserAgent())
	}
	if state.renaming == 0 {
		page.New = withFault(l, &page.Faults, state.faults, page.New)
	}
	for _, k := range keys {
		page.Passkeys = append(page.Passkeys, p.passkeyRow(l, k, &page.Faults, state))
	}
	if factors.CodesSince != 0 {
		page.CodesSince, page.CodesUsed = p.moment(l, factors.CodesSince), l.T(i18n.CodesUnused)
		if factors.CodesUsed != 0 {
			page.CodesUsed = l.Ago(p.s.now().Sub(factors.CodesUsed.Time()))
		}
	}
	return frame.Page(c, status, views.SecurityPage, page)
}

func (p pages) passkeyRow(l i18n.Lang, k auth.Passkey, faults *ui.Faults, state securityState) views.Passkey {
	row := views.Passkey{Name: k.Name, Made: p.moment(l, k.CreatedAt), Used: l.T(i18n.PasskeyUnused), Action: paths.Passkey(k.ID),
		Rename: l.F(i18n.PasskeyRenameF, k.Name), RemoveAt: paths.PasskeyRemove(k.ID), Remove: l.F(i18n.PasskeyRemoveF, k.Name)}
	if k.UsedAt != 0 {
		row.Used = l.Ago(p.s.now().Sub(k.UsedAt.Time()))
	}
	row.Field = ui.Field{Name: "name", ID: "f-name-" + strconv.FormatInt(k.ID, 10), Label: l.F(i18n.PasskeyNameFor, k.Name), HideLabel: true,
		Small: true, Value: k.Name, MaxLength: 60, AutoComplete: "off", Required: true}
	if state.renaming == k.ID {
		row.Field.Value = state.renamed
		row.Field = withFault(l, faults, state.faults, row.Field)
	}
	return row
}

// addPasskey saves the passkey that the browser has made.
func (p pages) addPasskey(c *gin.Context) error {
	codes, err := p.s.auth.AddPasskey(c.Request.Context(), auth.From(c.Request.Context()), c.PostForm("name"), c.PostForm("passkey"))
	if list := errs.FieldsOf(err); list != nil {
		return p.securityPage(c, http.StatusUnprocessableEntity, securityState{name: c.PostForm("name"), faults: list})
	}
	return p.factorAdded(c, err, codes, i18n.PasskeyAdded)
}

// factorAdded answers when a second factor was added: with the recovery codes, which are shown in this answer alone, if there are new
// ones.
func (p pages) factorAdded(c *gin.Context, err error, codes []string, message i18n.Text) error {
	if err != nil {
		return p.securityDone(c, err, message)
	}
	if err := auth.Enrolled(c); err != nil {
		return err
	}
	if len(codes) == 0 {
		return p.done(c, paths.Security(), message)
	}
	return p.securityPage(c, http.StatusOK, securityState{codes: codes})
}

func (p pages) renamePasskey(c *gin.Context) error {
	id, err := httpx.PathID(c, "passkey", "passkey")
	if err != nil {
		return err
	}
	err = p.s.auth.RenamePasskey(c.Request.Context(), auth.From(c.Request.Context()), id, c.PostForm("name"))
	if list := errs.FieldsOf(err); list != nil {
		return p.securityPage(c, http.StatusUnprocessableEntity, securityState{renaming: id, renamed: c.PostForm("name"), faults: list})
	}
	return p.securityDone(c, err, i18n.PasskeyRenamed)
}

func (p pages) removePasskey(c *gin.Context) error {
	id, err := httpx.PathID(c, "passkey", "passkey")
	if err != nil {
		return err
	}
	return p.securityDone(c, p.s.auth.RemovePasskey(c.Request.Context(), auth.From(c.Request.Context()), id), i18n.PasskeyRemoved)
}

func (p pages) removeCodeApp(c *gin.Context) error {
	return p.securityDone(c, p.s.auth.RemoveCodeApp(c.Request.Context(), auth.From(c.Request.Context())), i18n.CodesGone)
}

// makeRecoveryCodes shows new recovery codes in its own response. Only hashes of them are stored, so a page after a redirect could
// not show them.
func (p pages) makeRecoveryCodes(c *gin.Context) error {
	codes, err := p.s.auth.RenewRecoveryCodes(c.Request.Context(), auth.From(c.Request.Context()))
	if err != nil {
		return p.securityDone(c, err, i18n.Text{})
	}
	return p.securityPage(c, http.StatusOK, securityState{codes: codes})
}

// securityDone redirects to the page with message. If the act is not possible now, the page says why; other errors are returned.
func (p pages) securityDone(c *gin.Context, err error, message i18n.Text) error {
	if e, ok := errs.Of(err); ok && e.Kind == errs.KindConflict {
		l := auth.From(c.Request.Context()).Language
		return p.securityPage(c, http.StatusConflict, securityState{refused: l.T(i18n.Fault(e.Code, e.Detail))})
	}
	if err != nil {
		return err
	}
	return p.done(c, paths.Security(), message)
}

// codeApp shows a new key for an app of one-time codes.
func (p pages) codeApp(c *gin.Context) error {
	key, err := p.s.auth.NewCodeKey(auth.From(c.Request.Context()))
	if err != nil {
		return err
	}
	return p.codeAppPage(c, http.StatusOK, key, nil)
}

func (p pages) codeAppPage(c *gin.Context, status int, key auth.CodeKey, faults errs.Fields) error {
	by := auth.From(c.Request.Context())
	l := by.Language
	factors, err := p.s.auth.Factors(c.Request.Context(), by)
	if err != nil {
		return err
	}
	page := views.CodeApp{Key: key.Sealed, Secret: groups(key.Secret), Replaces: factors.CodesSince != 0,
		Crumbs: []ui.Crumb{{Label: l.T(i18n.MyAccount), Href: paths.Account()}, {Label: l.T(i18n.Security), Href: paths.Security()}}}
	if page.QR, err = qr.Code(key.URL); err != nil {
		return err
	}
	page.Code = withFault(l, &page.Faults, faults, ui.Field{Name: "code", Label: l.T(i18n.CodesCode), InputMode: "numeric",
		AutoComplete: "one-time-code", MaxLength: 12, Required: true})
	return frame.Page(c, status, views.CodeAppPage, page)
}

// saveCodeApp saves the key, once the code shows that the app has it.
func (p pages) saveCodeApp(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	codes, err := p.s.auth.SetCodeApp(c.Request.Context(), by, c.PostForm("key"), c.PostForm("code"))
	if list := errs.FieldsOf(err); list != nil {
		key, err := p.s.auth.OpenCodeKey(by, c.PostForm("key"))
		if err != nil {
			return err
		}
		return p.codeAppPage(c, http.StatusUnprocessableEntity, key, list)
	}
	return p.factorAdded(c, err, codes, i18n.CodesAdded)
}

// groups writes a key in groups of four characters, as people type it.
func groups(key string) string {
	var b strings.Builder
	for i, r := range key {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

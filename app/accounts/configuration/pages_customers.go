package configuration

import (
	"cmp"
	"net/http"
	"net/url"
	"strings"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/frame"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/accounts/configuration"
	"presence/views/ui"
)

// Names of the settings on the page of the customers.
const (
	directoryURL   = "DIRECTORY_URL"
	directoryEvery = "DIRECTORY_EVERY"
)

// customerSource is DIRECTORY_URL as the fields of a form.
type customerSource struct {
	kind    string // "none", "folder", "feed" or "erpnext"
	address string // a path, or an address without credentials
	user    string // of a feed, or the API key of ERPNext
	secret  string // the password, or the API secret
}

const erpnext = "frappe+"

// parseSource returns the source for a value of DIRECTORY_URL.
func parseSource(value string) customerSource {
	if value == "" {
		return customerSource{kind: "none"}
	}
	if path, ok := strings.CutPrefix(value, "files:"); ok {
		return customerSource{kind: "folder", address: path}
	}
	rest, isERPNext := strings.CutPrefix(value, erpnext)
	s := customerSource{kind: "feed", address: rest}
	if isERPNext {
		s.kind = "erpnext"
	}
	u, err := url.Parse(rest)
	if err != nil {
		return s
	}
	s.user = u.User.Username()
	s.secret, _ = u.User.Password()
	u.User = nil
	s.address = u.String()
	return s
}

// value returns the value of DIRECTORY_URL; "" for no source.
func (s customerSource) value() string {
	switch s.kind {
	case "folder":
		return "files:" + s.address
	case "feed", "erpnext":
		u, err := url.Parse(s.address)
		if err != nil || u.Host == "" {
			return s.address // the validation explains the format
		}
		if s.user != "" || s.secret != "" {
			u.User = url.UserPassword(s.user, s.secret)
		}
		if s.kind == "erpnext" {
			return erpnext + u.String()
		}
		return u.String()
	}
	return ""
}

// sourceOf returns the source in a form. An empty secret stands for the stored one, if the address and the user are the stored ones.
func sourceOf(c *gin.Context, stored customerSource) customerSource {
	s := customerSource{kind: c.PostForm("kind"), address: strings.TrimSpace(c.PostForm("address")),
		user:   strings.TrimSpace(c.PostForm("user")),
		secret: c.PostForm("secret")}
	if s.secret == "" && s.kind == stored.kind && s.address == stored.address && s.user == stored.user {
		s.secret = stored.secret
	}
	return s
}

func (p pages) customers(c *gin.Context) error { return p.customersPage(c, http.StatusOK, state{}) }

// customersPage shows the form of the customers' source.
func (p pages) customersPage(c *gin.Context, status int, st state) error {
	page, f, err := p.start(c, paths.CustomerSettings(), st)
	if err != nil {
		return err
	}
	stored, err := p.s.Stored(c.Request.Context(), auth.From(c.Request.Context()), nil)
	if err != nil {
		return err
	}
	l := f.l
	x := f.values.Of(directoryURL)
	s := parseSource(cmp.Or(x.Environment, stored[directoryURL]))
	if st.typed != nil && !x.Locked {
		s = sourceOf(c, s)
	}
	hint := ""
	if x.Locked {
		hint = l.F(i18n.ConfLocked, directoryURL)
	}
	kind := ui.Field{Name: "kind", Label: l.T(i18n.ConfSource), Value: s.kind, Disabled: x.Locked, Hint: hint}
	for _, o := range []struct {
		kind string
		text i18n.Text
	}{{"none", i18n.ConfSourceNone}, {"erpnext", i18n.ConfSourceERPNext}, {"feed", i18n.ConfSourceFeed}, {"folder", i18n.ConfSourceFolder}} {
		kind.Options = append(kind.Options, ui.Option{Value: o.kind, Label: l.T(o.text)})
	}
	secret := ui.Field{Name: "secret", Type: "password", Label: l.T(i18n.ConfSourceSecret), AutoComplete: "new-password", Disabled: x.Locked}
	if s.secret != "" && !x.Locked {
		secret.Hint = l.T(i18n.ConfKept)
	}
	page.Save = l.T(i18n.ConfTestAndSave)
	page.Groups = []views.Group{{Title: l.T(i18n.ConfCustomersTitle), Note: l.T(i18n.ConfCustomersNote), Fields: []ui.Field{
		kind,
		f.withFault(directoryURL, ui.Field{Name: "address", Label: l.T(i18n.ConfSourceAddress), Value: s.address, Hint: l.T(i18n.ConfSourceHint),
			AutoComplete: "off", Disabled: x.Locked}),
		{Name: "user", Label: l.T(i18n.ConfSourceUser), Value: s.user, AutoComplete: "off", Disabled: x.Locked},
		secret,
		f.field(directoryEvery, ui.Field{Options: everyOptions(l, f.values.Of(directoryEvery).Text)}),
	}}}
	if s.kind == "none" {
		page.More = []views.Link{{Label: l.T(i18n.ConfUpload), Text: l.T(i18n.ConfUploadText), Button: l.T(i18n.DirUploads),
			Href: paths.DirectoryUploads()}}
	}
	f.finish(&page)
	return frame.Page(c, status, views.SettingsPage, page)
}

// everyOptions returns the intervals to choose from, and the present one if it is another.
func everyOptions(l i18n.Lang, now string) (list []ui.Option) {
	known := false
	for _, x := range []struct {
		value string
		text  i18n.Text
	}{{"5m", i18n.ConfEvery5m}, {"15m", i18n.ConfEvery15m}, {"1h", i18n.ConfEvery1h}, {"24h", i18n.ConfEvery24h}} {
		known = known || x.value == now
		list = append(list, ui.Option{Value: x.value, Label: l.T(x.text)})
	}
	if !known {
		list = append(list, ui.Option{Value: now, Label: now})
	}
	return list
}

// saveCustomers stores the source after its first customers were read.
func (p pages) saveCustomers(c *gin.Context) error {
	ctx := c.Request.Context()
	stored, err := p.s.Stored(ctx, auth.From(ctx), nil)
	if err != nil {
		return err
	}
	read := func(c *gin.Context, values Values) map[string]*string {
		changes := Posted(directoryEvery)(c, values)
		if values.Of(directoryURL).Locked {
			return changes
		}
		changes[directoryURL] = nil
		if v := sourceOf(c, parseSource(stored[directoryURL])).value(); v != "" {
			changes[directoryURL] = &v
		}
		return changes
	}
	return p.save(c, read, p.customersPage, p.s.o.TestCustomers)
}

package settings

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/frame"
	"presence/app/platform/httpx"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/db"
	views "presence/views/accounts/settings"
	"presence/views/ui"
)

// pageRows is the number of people, and of log entries, on a page.
const pageRows = 50

// people shows the list of those who can sign in.
func (p pages) people(c *gin.Context) error {
	by, l := auth.From(c.Request.Context()), auth.From(c.Request.Context()).Language
	search, number := readPeopleSearch(c.Request.URL.Query())
	list, all, err := p.s.auth.People(c.Request.Context(), by, search)
	if err != nil {
		return err
	}
	page := views.People{Head: p.head(by, people), Count: l.N(int(all), i18n.PeopleCount), New: paths.NewPerson(),
		Filter: peopleFilter(l, search)}
	if page.Rows, err = p.peopleRows(c.Request.Context(), by, list); err != nil {
		return err
	}
	if slices.ContainsFunc(page.Rows, func(r views.Row) bool { return r.Invitee.Label != "" }) {
		page.Invite = paths.InvitePeople()
	}
	keep := searchQuery(search)
	page.Pages = ui.NumberedPages(l, number, pageRows, all, func(n int64) string {
		keep.Set("page", strconv.FormatInt(n, 10))
		return paths.People() + "?" + keep.Encode()
	})
	return frame.Page(c, http.StatusOK, views.PeoplePage, page)
}

// readPeopleSearch reads the query of the list, and the number of its page. What it does not know it leaves out.
func readPeopleSearch(q url.Values) (search auth.PeopleSearch, number int64) {
	search, number = auth.PeopleSearch{Text: httpx.SearchText(q.Get("q")), Rows: pageRows}, 1
	if s := auth.State(q.Get("state")); slices.Contains(auth.States, s) {
		search.State = s
	}
	for _, r := range auth.Roles {
		if string(r) == q.Get("role") {
			search.Role = r
		}
	}
	if n := httpx.ID(q.Get("page")); n > 1 && n < 100_000 {
		number = n
		search.Skip = (n - 1) * pageRows
	}
	return search, number
}

// peopleFilter returns the form that narrows the list.
func peopleFilter(l i18n.Lang, search auth.PeopleSearch) ui.Filters {
	role := ui.Field{Name: "role", Label: l.T(i18n.PeopleRole), HideLabel: true, Value: string(search.Role),
		Attrs: map[string]any{"data-autosubmit": true}, Options: append([]ui.Option{{Label: l.T(i18n.PeopleAnyRole)}}, roles(l)...)}
	standing := ui.Field{Name: "state", Label: l.T(i18n.PeopleState), HideLabel: true, Value: string(search.State),
		Attrs: map[string]any{"data-autosubmit": true}, Options: []ui.Option{{Label: l.T(i18n.PeopleAll)}}}
	for _, s := range auth.States {
		standing.Options = append(standing.Options, ui.Option{Value: string(s), Label: state(l, s).Text})
	}
	return ui.Filters{Action: paths.People(),
		Search:  &ui.Search{Label: l.T(i18n.PeopleSearch), Value: search.Text, Target: ui.ListTarget},
		Selects: []ui.Field{role, standing}}
}

// peopleRows returns the rows of a list of people, with how far their invitations have come; of those with a password alone, nothing.
func (p pages) peopleRows(ctx context.Context, by auth.Actor, list []auth.Account) ([]views.Row, error) {
	ids := make([]string, len(list))
	for i, x := range list {
		ids[i] = x.ID
	}
	signIns, err := p.s.auth.SignInStates(ctx, by, ids)
	if err != nil {
		return nil, err
	}
	l := by.Language
	day := func(at db.Instant) string { return l.Day(at.Time().In(p.s.zone)) }
	rows := make([]views.Row, len(list))
	for i, x := range list {
		row := p.row(l, x)
		if s := signIns[x.ID]; s != nil {
			row.Invitee = s.Invitee(l, x.ID, row.Name, day)
			if s.WaysIn == (auth.WaysIn{HasPassword: true}) && s.Since == 0 && row.Invitee.Label == "" {
				row.Invitee.Note = "" // most people sign in by a password alone: only other ways are shown
			}
			if s.Customer && x.Role == auth.Employee {
				asCustomer(l, &row, *s)
			}
		}
		rows[i] = row
	}
	return rows, nil
}

// invitePeople invites one or several people of the list, and shows the list again as it was.
func (p pages) invitePeople(c *gin.Context) error {
	by := auth.From(c.Request.Context())
	_ = c.PostForm("only") // parses the form
	n, err := p.s.auth.InviteSelected(c.Request.Context(), by, auth.SelectedPeople(c.Request.PostForm))
	toast, err := auth.Invited(by.Language, n, err)
	if err != nil {
		return err
	}
	httpx.Flash(c, toast)
	return httpx.SeeOther(c, paths.People())
}

// searchQuery returns the search as the query of an address.
func searchQuery(search auth.PeopleSearch) url.Values {
	q := url.Values{}
	if search.Text != "" {
		q.Set("q", search.Text)
	}
	if search.Role != "" {
		q.Set("role", string(search.Role))
	}
	if search.State != "" {
		q.Set("state", string(search.State))
	}
	return q
}

func roles(l i18n.Lang) (list []ui.Option) {
	for _, r := range auth.Roles {
		list = append(list, ui.Option{Value: string(r), Label: l.T(i18n.RoleNames[string(r)])})
	}
	return list
}

func (p pages) row(l i18n.Lang, x auth.Account) views.Row {
	r := views.Row{Name: x.Name, Email: x.Email, Href: paths.Person(x.ID), Role: l.T(i18n.RoleNames[string(x.Role)]),
		Special: x.Role != auth.Employee, Language: x.Language.Name(), State: accountState(l, x)}
	if r.Name == "" {
		r.Name = x.Email
	}
	return r
}

// asCustomer shows the row of a person who is a payroll customer and no employee. Such an account comes with the customer's record: the
// list does not offer to invite the customer.
func asCustomer(l i18n.Lang, row *views.Row, s auth.SignInState) {
	row.Role, row.Special = l.T(i18n.PeopleCustomer), true
	if s.InvitedAt == 0 && !s.Any() {
		row.Invitee = ui.Invitee{ID: row.Invitee.ID}
	}
}

// accountState returns the state of an account as text. It is no warning that an account cannot sign in yet that has neither an employee
// record nor a role of its own.
func accountState(l i18n.Lang, x auth.Account) views.State {
	s := state(l, x.State)
	if x.State == auth.StateCannotSignIn && x.EmployeeID == 0 && x.Role == auth.Employee {
		s.Tone, s.Icon, s.Usual = ui.Neutral, ui.IconLock, true
	}
	return s
}

// state returns a state as text.
func state(l i18n.Lang, s auth.State) views.State {
	switch s {
	case auth.StateActive:
		return views.State{Usual: true, Tone: ui.Good, Icon: ui.IconApproved, Text: l.T(i18n.PeopleActive)}
	case auth.StateInvited:
		return views.State{Tone: ui.Info, Icon: ui.IconSend, Text: l.T(i18n.PeopleInvited)}
	case auth.StateDisabled:
		return views.State{Tone: ui.Bad, Icon: ui.IconLock, Text: l.T(i18n.PeopleDisabled)}
	case auth.StateArchived:
		return views.State{Tone: ui.Neutral, Icon: ui.IconInbox, Text: l.T(i18n.PeopleGone)}
	}
	return views.State{Tone: ui.Warn, Icon: ui.IconWarning, Text: l.T(i18n.InviteNotYet)}
}

func (p pages) newPerson(c *gin.Context) error {
	return p.newPage(c, http.StatusOK, url.Values{"role": {string(auth.Employee)}, "language": {string(p.s.auth.Language())},
		"invite": {"true"}}, nil)
}

func (p pages) newPage(c *gin.Context, status int, values url.Values, faults errs.Fields) error {
	by := auth.From(c.Request.Context())
	l := by.Language
	page := views.Form{Title: l.T(i18n.PersonNew), Crumbs: crumbs(l), Action: paths.People(), Save: l.T(i18n.PeopleAdd),
		Cancel: paths.People()}
	if p.s.auth.MailConfigured() {
		page.Invite = &ui.Field{Name: "invite", Label: l.T(i18n.AccessTick), Hint: l.T(i18n.AccessByMail), Checked: values.Get("invite") != ""}
	}
	page.Fields, page.Selects, page.Faults = fields(l, values, faults)
	return frame.Page(c, status, views.FormPage, page)
}

func crumbs(l i18n.Lang) []ui.Crumb {
	return []ui.Crumb{{Label: l.T(i18n.Settings), Href: paths.Settings()}, {Label: l.T(i18n.SettingsPeople), Href: paths.People()}}
}

// withFault returns f with its error, which it adds to list.
func withFault(l i18n.Lang, list *ui.Faults, faults errs.Fields, f ui.Field) ui.Field {
	for _, x := range faults {
		if x.Field == f.Name {
			list.Add(l, f.Name, f.Label, x.Code, x.Detail)
		}
	}
	f.Error = list.Of(f.Name)
	return f
}

// fields returns the inputs of an account, with values and errors.
func fields(l i18n.Lang, values url.Values, faults errs.Fields) (texts, selects []ui.Field, list ui.Faults) {
	fill := func(f ui.Field) ui.Field {
		f.Value = values.Get(f.Name)
		return withFault(l, &list, faults, f)
	}
	texts = []ui.Field{
		fill(ui.Field{Name: "email", Type: "email", Label: l.T(i18n.PersonEmail), Required: true, MaxLength: 254, AutoComplete: "off"}),
		fill(ui.Field{Name: "name", Label: l.T(i18n.PersonName), Hint: l.T(i18n.PersonNameHint), MaxLength: 200, AutoComplete: "off"}),
	}
	selects = []ui.Field{
		fill(ui.Field{Name: "role", Label: l.T(i18n.PeopleRole), Options: roles(l)}),
		fill(ui.Field{Name: "language", Label: l.T(i18n.PersonLanguage),
			Options: []ui.Option{{Value: string(i18n.FR), Label: i18n.FR.Name()}, {Value: string(i18n.EN), Label: i18n.EN.Name()}}}),
	}
	return texts, selects, list
}

func (p pages) addPerson(c *gin.Context) error {
	n := auth.NewPerson{Email: c.PostForm("email"), Name: c.PostForm("name"), Role: auth.Role(c.PostForm("role")),
		Language: i18n.Lang(c.PostForm("language"))}
	n.Invite = c.PostForm("invite") != ""
	made, err := p.s.auth.AddPerson(c.Request.Context(), auth.From(c.Request.Context()), n)
	if list := errs.FieldsOf(err); list != nil {
		return p.newPage(c, http.StatusUnprocessableEntity, c.Request.PostForm, list)
	}
	if err != nil {
		return err
	}
	return p.done(c, paths.Person(made.ID), i18n.PersonAdded)
}

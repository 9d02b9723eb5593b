package demo

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/platform/i18n"
	"presence/app/workforce/bankcodes"
	"presence/app/workforce/employees"
	"presence/db"
)

// inOffice is the crew number of people who belong to no crew.
const inOffice = 3

// createEmployees creates the people, and sets who reports to whom.
func (m *builder) createEmployees(ctx context.Context) error {
	m.at(m.Now.AddDate(0, -6, 0))
	m.admin = auth.Actor{Name: office[0].first + " " + office[0].last, Role: auth.Admin, Via: "command"}
	admin, err := m.createPerson(ctx, office[0], inOffice, 1, "admin", auth.Admin)
	if err != nil {
		return err
	}
	m.admin = admin.actor
	boss, err := m.createPerson(ctx, manager, inOffice, 0, "", auth.Employee)
	if err != nil {
		return err
	}
	boss.actor.Supervises = true
	payroll, err := m.createPerson(ctx, office[1], inOffice, 2, "payroll", auth.Payroll)
	if err != nil {
		return err
	}
	m.clerk = payroll.actor
	// The account is created first, so that there are notifications; the employee record is the last step (newcomer).
	if m.events, err = m.Auth.AddPerson(ctx, m.admin, auth.NewPerson{Email: "events" + domain, Name: newcomer.first + " " + newcomer.last,
		Role: auth.Events, Language: i18n.FR}); err != nil {
		return err
	}
	for _, p := range []*person{admin, payroll} {
		if err := m.setSupervisor(ctx, p, boss); err != nil {
			return err
		}
	}
	for i := range crewNames {
		if err := m.createCrew(ctx, i, boss); err != nil {
			return err
		}
	}
	return m.Auth.GiveAccess(ctx)
}

// companyName is fictional.
const companyName = "Réseau Falaise"

// nameCompany stores the name of the company, which guests see, unless the environment decides it.
func (m *builder) nameCompany(ctx context.Context) error {
	const name = "COMPANY_NAME"
	if slices.ContainsFunc(m.Settings.Settings, func(x configuration.Setting) bool { return x.Name == name && x.Locked }) {
		return nil
	}
	settings, err := configuration.NewService(m.DB, m.now, m.Secret, m.Settings)
	if err != nil {
		return err
	}
	value := companyName
	return settings.Save(ctx, m.admin, nil, map[string]*string{name: &value})
}

func (m *builder) createCrew(ctx context.Context, crew int, boss *person) error {
	var head *person
	for place, n := range crewNames[crew] {
		part := ""
		if crew == 0 && place < 2 { // the demo's supervisor, and one of the crew
			part = [2]string{"supervisor", "employee"}[place]
		}
		p, err := m.createPerson(ctx, n, crew, place, part, auth.Employee)
		if err != nil {
			return err
		}
		above := head
		if place == 0 {
			head, above = p, boss
			p.actor.Supervises = true
		}
		if err := m.setSupervisor(ctx, p, above); err != nil {
			return err
		}
	}
	return nil
}

// createPerson creates a person with an employee record. part is the local part of the e-mail address, such as the person's
// role; if it is empty, the address is derived from the name.
func (m *builder) createPerson(ctx context.Context, n name, crew, place int, part string, role auth.Role) (*person, error) {
	full, email := n.first+" "+n.last, address(n)
	if part != "" {
		email = part + domain
	}
	id := uuid.NewSHA1(uuid.NameSpaceURL, []byte("mailto:"+email)).String()
	if part != "" {
		p, err := m.Auth.AddPerson(ctx, m.admin, auth.NewPerson{Email: email, Name: full, Role: role, Language: i18n.FR})
		if err != nil {
			return nil, err
		}
		id = p.ID
	}
	i := len(m.staff)
	e, err := m.employees.Create(ctx, m.admin, employees.New{
		UserID: id, FirstName: n.first, LastName: n.last, Email: email, PhoneNumber: 5145550100 + int64(i), Residence: towns[i%len(towns)],
		ExternalPayrollID: 40_000 + 7*int64(i), CompanyCode: 271_583, FirstWorkDay: m.firstDay(i),
	})
	if err != nil {
		return nil, err
	}
	p := &person{crew: crew, place: place, habit: habitOf(crew, place),
		actor: auth.Actor{PersonID: id, EmployeeID: e.ID, Name: full, Email: email, Role: role, Via: "command"}}
	m.staff = append(m.staff, p)
	return p, nil
}

// firstDay returns a first work day; they are spread over the years before the oldest data.
func (m *builder) firstDay(i int) db.Day {
	return db.DayOf(m.Now.In(m.Zone)).Add(-500 - 97*i%2900)
}

func (m *builder) setSupervisor(ctx context.Context, p, to *person) error {
	_, err := m.employees.Update(ctx, m.admin, p.actor.EmployeeID, nil, employees.Changes{SupervisorID: &to.actor.EmployeeID})
	return err
}

// createNewcomer hires the newcomer as the last step: if their record exists, the demo is complete.
func (m *builder) createNewcomer(ctx context.Context) error {
	m.at(m.Now)
	today := db.DayOf(m.Now.In(m.Zone))
	i := len(m.staff)
	_, err := m.employees.Create(ctx, m.admin, employees.New{
		UserID: m.events.ID, FirstName: newcomer.first, LastName: newcomer.last, Email: m.events.Email, PhoneNumber: 5145550100 + int64(i),
		Residence:         towns[0],
		ExternalPayrollID: 40_000 + 7*int64(i), CompanyCode: 271_583, FirstWorkDay: m.Calendar.At(today).End.Add(2),
	})
	return err
}

// createBankCodes creates the bank codes.
func (m *builder) createBankCodes(ctx context.Context) error {
	for _, n := range []bankcodes.New{
		{Type: "regular", Category: bankcodes.ForShift, Modifier: 10_000, Code: "G1"},
		{Type: "evening", Category: bankcodes.ForShift, Modifier: 11_000, Code: "G2"},
		{Type: "emergency", Category: bankcodes.ForShift, Modifier: 15_000, Code: "G3"},
		{Type: "overtime", Category: bankcodes.ForShift, Modifier: 15_000, Code: "G4"},
		{Type: "vacation", Category: bankcodes.ForLeave, Modifier: 10_000, Code: "C1"},
		{Type: "statutory_holiday", Category: bankcodes.ForLeave, Modifier: 10_000, Code: "C2"},
		{Type: "sick", Category: bankcodes.ForLeave, Modifier: 10_000, Code: "C3"},
		{Type: bankcodes.Mileage, Category: bankcodes.ForExpense, Modifier: 7_200, Code: "D1"},
		{Type: "expense", Category: bankcodes.ForExpense, Modifier: 10_000, Code: "D2"},
	} {
		b, err := m.bankCodes.Create(ctx, m.admin, n)
		if err != nil {
			return err
		}
		m.codes[n.Type] = b.ID
	}
	return nil
}

// address returns a name in the form of an e-mail address: ocean.poulin@…
func address(n name) string {
	bare, _, _ := transform.String(transform.Chain(norm.NFKD, runes.Remove(runes.In(unicode.Mn))), strings.ToLower(n.first+"."+n.last))
	return strings.NewReplacer("’", "", " ", "").Replace(bare) + domain
}

// moment returns a time of day in the company's zone.
func (m *builder) moment(d db.Day, hour, minute int) time.Time {
	y, month, day := d.Date()
	return time.Date(y, month, day, hour, minute, 0, 0, m.Zone)
}

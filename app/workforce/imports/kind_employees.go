package imports

import (
	"context"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/bulk"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/app/platform/tablereader"
	"presence/app/workforce/employees"
	"presence/db"
)

// employeeColumns are the columns of a file of employees. Without a column of the company, new employees get that of the others.
var employeeColumns = []Column{
	key(wholeColumn(column("external_payroll_id", i18n.TeamPayroll, true, i18n.ImpSampleNumber, slices.Concat(employeeNumbers,
		[]string{"payroll id", "payroll no", "employee", "number", "id", "no", "numero", "code employe", "identifiant"})...))),
	column("company_code", i18n.TeamCompany, false, i18n.ImpSampleCompany, "company", "company number", "company no", "employer",
		"compagnie", "code de compagnie", "code compagnie", "no compagnie", "no de compagnie", "numero de compagnie", "societe",
		"code societe", "no societe", "numero de societe", "code entreprise", "code d'entreprise", "no entreprise", "no d'entreprise",
		"numero d'entreprise", "employeur"),
	column("first_name", i18n.EmpFirstName, true, i18n.ImpSampleFirst, tablereader.FirstNames...),
	column("last_name", i18n.EmpLastName, true, i18n.ImpSampleLast, slices.Concat(tablereader.LastNames, []string{"name", "nom"})...),
	column("email", i18n.EmpEmail, true, i18n.ImpSampleEmail, tablereader.EmailNames...),
	column("phone_number", i18n.EmpPhone, true, i18n.ImpSamplePhone, tablereader.PhoneNames...),
	column("residence", i18n.EmpResidence, false, i18n.ImpSampleResidence, residenceNames...),
	dayColumn(column("first_work_day", i18n.EmpFirstDay, true, i18n.ImpSampleDay, "hire date", "hired", "first day", "hiring date",
		"start date", "date of hire", "date d'embauche", "date embauche", "embauche", "date de debut", "debut d'emploi", "premier jour",
		"date d'entree", "date entree", "entree", "entree en fonction", "date d'entree en fonction", "date de debut d'emploi")),
	accessColumn(dayColumn(column("last_work_day", i18n.EmpLastDay, false, i18n.ImpSampleNone, "termination date", "end date", "last day",
		"depart", "departure", "fin", "date de depart", "date depart", "date de fin", "fin d'emploi", "date de fin d'emploi", "dernier jour",
		"date de cessation", "sortie", "date de sortie"))),
	accessColumn(column(supervisorField, i18n.EmpSuper, false, i18n.ImpSampleSupervisor, "supervisor id", "supervisor number",
		"supervisor email", "manager", "reports to", "boss", "immediate supervisor", "direct supervisor", "line manager", "superviseur",
		"superviseur immediat", "superviseur direct", "superieure immediate", "gestionnaire immediat", "supervise par", "gestionnaire",
		"releve de", "no du superviseur", "no superviseur",
		"courriel du superviseur", "courriel superviseur", "courriel du superieur", "courriel superieur", "courriel de la superieure",
		"courriel du superieur immediat", "courriel du gestionnaire", "courriel du responsable", "no du superieur", "numero du superieur",
		"numero du superviseur", "manager email", "email du superieur", "responsable", "chef", "chef d'equipe", "superieur",
		"superieur immediat", "superieur hierarchique", "responsable hierarchique", "n+1")),
}

// supervisorField is the field of the column of supervisors.
const supervisorField = "supervisor"

// employeeNumbers are the names of a column with the payroll numbers of employees.
var employeeNumbers = []string{"employee number", "employee id", "employee no", "payroll number", "staff number", "matricule",
	"no matricule", "no de matricule", "numero de matricule", "no employe", "no d'employe", "numero employe", "numero d'employe",
	"numero de paie", "no de paie", "no paie"}

// residenceNames are the names of a column with the places where people live.
var residenceNames = slices.Concat(tablereader.CityNames, []string{"address", "home address", "adresse", "adresse postale",
	"adresse civique", "domicile", "lieu de residence"})

func column(field string, label i18n.Text, required bool, example i18n.Text, names ...string) Column {
	c := Column{Column: tablereader.Column{Field: field}, Label: label, Required: required, Example: example}
	c.Names = slices.Concat(names, []string{label.FR, label.EN, c.heading(i18n.FR), c.heading(i18n.EN)})
	return c
}

// key marks the column that finds the record.
func key(c Column) Column {
	c.Key = true
	return c
}

// dayColumn marks a column of days, see DayOrder.
func dayColumn(c Column) Column {
	c.day = true
	return c
}

// accessColumn marks a column that decides who may do what.
func accessColumn(c Column) Column {
	c.access = true
	return c
}

// wholeColumn marks a column of whole numbers.
func wholeColumn(c Column) Column {
	c.whole = true
	return c
}

// employeeSource reads files of employees.
func employeeSource(s *employees.Service) source {
	return source{
		columns: employeeColumns,
		company: s.CompanyOfNew,
		open: func(by auth.Actor, l layout) (records, error) {
			b, err := s.NewBulk(by)
			return &employeeRecords{b, l}, err
		},
		undo: func(ctx context.Context, tx *db.Tx, by auth.Actor, rows []Row) ([]bulk.Obstacle, error) {
			list, err := formerRecords[employees.Employee](rows)
			if err != nil {
				return nil, err
			}
			return s.Undo(ctx, tx, by, list)
		},
	}
}

// employeeRecords are the lines of one file of employees.
type employeeRecords struct {
	bulk   *employees.Bulk
	layout layout
}

// lines reads the cells of lines.
func (x *employeeRecords) lines(rows []Row) []employees.BulkLine {
	lines := make([]employees.BulkLine, 0, len(rows))
	for _, r := range rows {
		c := cells{layout: x.layout, row: r.Cells}
		l := employees.BulkLine{Line: r.Line, Company: x.layout.company, Changes: employees.Changes{
			ExternalPayrollID: c.number("external_payroll_id", spaces), CompanyCode: c.number("company_code", spaces),
			FirstName: c.text("first_name"), LastName: c.text("last_name"), Email: c.text("email"), PhoneNumber: c.phone(),
			Residence: c.text("residence"), FirstWorkDay: c.day("first_work_day"), LastWorkDay: c.day("last_work_day")},
			Supervisor: c.text(supervisorField)}
		l.Faults = c.faults
		lines = append(lines, l)
	}
	return lines
}

func (x *employeeRecords) add(rows []Row) { x.bulk.Add(x.lines(rows)) }

func (x *employeeRecords) judge(ctx context.Context, q db.Queryer, rows []Row) error {
	lines := x.lines(rows)
	plans, err := x.bulk.Plan(ctx, q, lines)
	for i, p := range plans {
		r := &rows[i]
		r.RecordID, r.Version, r.Faults = p.Before.ID, p.Before.Version, p.Faults
		r.Verdict = verdictOf(p.Faults, p.Before.ID == 0, p.Changed())
		if r.Verdict != Changed {
			continue
		}
		r.Changes = changesOf(employeeColumns, p.Before, p.After)
		if p.MovesSupervisor() {
			r.Changes = append(r.Changes, Change{Field: supervisorField, Before: p.FormerSupervisor, After: *lines[i].Supervisor})
		}
	}
	return err
}

func (x *employeeRecords) conclude(ctx context.Context, q db.Queryer) (map[int]errs.Fields, error) {
	return x.bulk.Conclude(ctx, q)
}

func (x *employeeRecords) save(ctx context.Context, tx *db.Tx, rows []Row) error {
	lines := x.lines(rows)
	if err := x.bulk.Lock(ctx, tx, lines); err != nil {
		return err
	}
	plans, err := x.bulk.Plan(ctx, tx, lines)
	if err != nil {
		return err
	}
	list := make([]planned, len(plans))
	for i, p := range plans {
		list[i] = planned{p.Line, p.Before.ID, p.Before.Version, p.Faults, formerRecord[employees.Employee]{p.Before, p.NewPerson}}
	}
	return savePlanned(rows, list, func() ([]bulk.Saved, error) { return x.bulk.Save(ctx, tx, plans) })
}

func (x *employeeRecords) finish(ctx context.Context, tx *db.Tx) (map[int]int64, error) {
	versions, err := x.bulk.Finish(ctx, tx)
	return versions, outdated(err)
}

package dbtest

import (
	"context"
	"fmt"
	"testing"

	"presence/db"
)

// Member is a person with an employee record.
type Member struct {
	PersonID   string
	EmployeeID int64
	Role       string
}

// Crew are people, who have passwords, and bank codes for tests about time:
//
//	Boss ── Ann, Deputy ── Cid        Foreman ── Stranger        Admin, Payroll
type Crew struct {
	Admin, Payroll, Boss, Ann, Deputy, Cid, Foreman, Stranger Member

	Regular, Evening, PerDiem, Mileage, Vacation int64 // bank codes: two for shifts, two for expenses, one for leave
}

// NewCrew inserts a Crew into the database.
func NewCrew(t testing.TB, d *db.DB) (c Crew) {
	t.Helper()
	err := d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
		m := maker{t, tx, 0}
		c = Crew{Admin: m.member("admin", Member{}), Payroll: m.member("payroll", Member{}), Boss: m.member("employee", Member{}),
			Foreman: m.member("employee", Member{})}
		c.Ann, c.Deputy = m.member("employee", c.Boss), m.member("employee", c.Boss)
		c.Cid, c.Stranger = m.member("employee", c.Deputy), m.member("employee", c.Foreman)
		c.Regular, c.Evening = m.code("regular", "shift", 10_000), m.code("evening", "shift", 12_500)
		c.PerDiem, c.Mileage = m.code("per_diem", "expense", 10_000), m.code("mileage", "expense", 7_200)
		c.Vacation = m.code("vacation", "leave", 10_000)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

type maker struct {
	testing.TB
	tx *db.Tx
	n  int
}

func (m *maker) id(sql string, args ...any) (id int64) {
	m.Helper()
	if err := m.tx.QueryRow(m.Context(), sql+" RETURNING id", args...).Scan(&id); err != nil {
		m.Fatal(err)
	}
	return id
}

func (m *maker) member(role string, boss Member) Member {
	m.Helper()
	m.n++
	x := Member{PersonID: fmt.Sprintf("00000000-0000-4000-8000-%012d", m.n), Role: role}
	if _, err := m.tx.Exec(m.Context(), `INSERT INTO people (id, email, role, password_hash, created_at, updated_at) VALUES ($1, $2, $3, 'x', 1, 1)`,
		x.PersonID, fmt.Sprintf("member%d@example.org", m.n), role); err != nil {
		m.Fatal(err)
	}
	var above any
	if boss.EmployeeID != 0 {
		above = boss.EmployeeID
	}
	name := fmt.Sprintf("Member%d", m.n)
	x.EmployeeID = m.id(`INSERT INTO employees (user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id,
		company_code, first_work_day, supervisor_id, created_at, updated_at)
			VALUES ($1, 'Élise', $2, $3, $4, 5145550123, $5, 271583, '2020-01-06', $6, 1, 1)`,
		x.PersonID, name, name, name+"@example.org", m.n, above)
	return x
}

func (m *maker) code(kind, category string, modifier int64) int64 {
	m.Helper()
	return m.id(`INSERT INTO bank_codes (type, categorie, modifier, bank_code, created_at, updated_at) VALUES ($1, $2, $3, $4, 1, 1)`, kind,
		category, modifier, "G-"+kind)
}

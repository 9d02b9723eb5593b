package employees

import (
	"slices"
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
)

// staff is a company with two crews, one in the other, a person who leads no crew, and an archived record.
//
//	boss ── Côté_x ── bob        other        (gone)
type staff struct {
	company
	boss, ann, bob, other, gone int64
}

func eachStaff(t *testing.T, fn func(t *testing.T, s staff)) {
	each(t, func(t *testing.T, c company) {
		s := staff{company: c, boss: c.hire(1, 0)}
		s.ann = c.hire(2, s.boss)
		s.bob, s.other, s.gone = c.hire(3, s.ann), c.hire(4, 0), c.hire(5, s.boss)
		c.update(s.ann, Changes{LastName: new("Côté_x"), ExternalPayrollID: new(int64(4321)), CompanyCode: new(int64(99))})
		c.update(s.gone, Changes{CompanyCode: new(int64(77)), LastWorkDay: new(today)})
		fn(t, s)
	})
}

// head is the actor of an employee who has reports.
func head(id int64) auth.Actor {
	return auth.Actor{PersonID: uuidOf(500), EmployeeID: id, Role: auth.Employee, Supervises: true}
}

func TestService_Search(t *testing.T) {
	eachStaff(t, func(t *testing.T, s staff) {
		for _, x := range []struct {
			name string
			by   auth.Actor
			f    Search
			want []int64
			all  int64
		}{
			{"lists the live records by name", payroll, Search{}, []int64{s.ann, s.boss, s.bob, s.other}, 4},
			{"lists the archive", payroll, Search{Archive: true}, []int64{s.gone}, 1},
			{"finds a part of a name without accents", payroll, Search{Text: "cot"}, []int64{s.ann}, 1},
			{"finds every word, in any order", payroll, Search{Text: "ROY1 marie"}, []int64{s.boss}, 1},
			{"finds no one where a word is missing", payroll, Search{Text: "roy1 côté"}, nil, 0},
			{"finds a payroll number", payroll, Search{Text: "4321"}, []int64{s.ann}, 1},
			{"finds no part of a payroll number", payroll, Search{Text: "432"}, nil, 0},
			{"takes a percent sign as it is", payroll, Search{Text: "%"}, nil, 0},
			{"takes an underscore as it is", payroll, Search{Text: "e_x"}, []int64{s.ann}, 1},
			{"narrows to direct reports", payroll, Search{SupervisorID: s.boss}, []int64{s.ann}, 1},
			{"narrows to a company", payroll, Search{CompanyCode: 99}, []int64{s.ann}, 1},
			{"leaves out an employee with everyone below", payroll, Search{NotUnder: s.ann}, []int64{s.boss, s.other}, 2},
			{"sorts by supervisor, those without one last", payroll, Search{ByCrew: true}, []int64{s.bob, s.ann, s.boss, s.other}, 4},
			{"reads a page and counts all", payroll, Search{Skip: 1, Rows: 2}, []int64{s.boss, s.bob}, 4},
			{"keeps to the crew of a supervisor", head(s.boss), Search{}, []int64{s.ann, s.boss, s.bob}, 3},
			{"keeps to the crew of a supervisor below", head(s.ann), Search{}, []int64{s.ann, s.bob}, 2},
		} {
			t.Run(x.name, func(t *testing.T) {
				if x.f.Rows == 0 {
					x.f.Rows = 50
				}
				found, err := s.Search(t.Context(), x.by, x.f)
				var got []int64
				for _, l := range found.List {
					got = append(got, l.ID)
				}
				if err != nil || !slices.Equal(got, x.want) || found.All != x.all {
					t.Errorf("found %v of %d, %v, want %v of %d", got, found.All, err, x.want, x.all)
				}
			})
		}
		found, err := s.Search(t.Context(), payroll, Search{Text: "cote", Rows: 9})
		if err != nil || len(found.List) != 1 || found.List[0].Supervisor != "Marie Roy1" || found.List[0].Reports != 1 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

func TestService_Choices(t *testing.T) {
	eachStaff(t, func(t *testing.T, s staff) {
		firm := marie().CompanyCode
		for _, x := range []struct {
			name      string
			by        auth.Actor
			heads     []int64
			companies []int64
			nodes     []int64
		}{
			{"payroll", payroll, []int64{s.ann, s.boss}, []int64{99, firm}, []int64{s.ann, s.boss, s.bob, s.other}},
			{"the supervisor of all but one", head(s.boss), []int64{s.ann, s.boss}, []int64{99, firm}, []int64{s.ann, s.boss, s.bob}},
			{"a supervisor below", head(s.ann), []int64{s.ann}, []int64{99, firm}, []int64{s.ann, s.bob}},
			{"a person who leads no crew", head(s.other), nil, []int64{firm}, []int64{s.other}},
		} {
			t.Run(x.name, func(t *testing.T) {
				c, err := s.Choices(t.Context(), x.by)
				nodes, nodesErr := s.TreeNodes(t.Context(), x.by)
				var heads, tree []int64
				for _, n := range c.Heads {
					heads = append(heads, n.ID)
				}
				for _, n := range nodes {
					tree = append(tree, n.ID)
				}
				if err != nil || !slices.Equal(heads, x.heads) || !slices.Equal(c.Companies, x.companies) {
					t.Errorf("to choose are %v and %v, %v, want %v and %v", heads, c.Companies, err, x.heads, x.companies)
				}
				if nodesErr != nil || !slices.Equal(tree, x.nodes) {
					t.Errorf("in the tree are %v, %v, want %v", tree, nodesErr, x.nodes)
				}
			})
		}
	})
}

// Only an administrator may give a record to another person: one who has none.
func TestService_FreePeople(t *testing.T) {
	eachStaff(t, func(t *testing.T, s staff) {
		s.exec(`INSERT INTO people (id, email, role, created_at, updated_at) VALUES ($1, 'free@example.com', 'employee', 1, 1)`, uuidOf(600))
		free, err := s.FreePeople(t.Context(), auth.Actor{Role: auth.Admin}, uuidOf(2))
		var got []string
		for _, p := range free {
			got = append(got, p.Email)
		}
		if err != nil || !slices.Equal(got, []string{"e2@example.com", "free@example.com"}) {
			t.Errorf("free are %q, %v", got, err)
		}
		if free, err := s.FreePeople(t.Context(), payroll, uuidOf(2)); err != nil || free != nil {
			t.Errorf("payroll may choose among %v, %v", free, err)
		}
	})
}

func TestService_Profile(t *testing.T) {
	eachStaff(t, func(t *testing.T, s staff) {
		p, err := s.Profile(t.Context(), head(s.boss), s.bob)
		if err != nil || len(p.Above) != 2 || p.Above[0].ID != s.ann || p.Above[1].ID != s.boss || p.Reports != nil ||
			p.Names[s.ann] != "Marie Côté_x" {
			t.Errorf("%+v, %v", p, err)
		}
		if p, err := s.Profile(t.Context(), payroll, s.other); err != nil || p.Names != nil || len(p.Above) != 0 {
			t.Errorf("without a supervisor: %+v, %v", p, err)
		}
		if p, err := s.Profile(t.Context(), payroll, s.gone); err != nil || !p.Archived() {
			t.Errorf("archived: %+v, %v", p, err)
		}
		for name, id := range map[string]int64{"of another crew": s.other, "of the supervisor above": s.boss, "that there is not": 99} {
			if _, err := s.Profile(t.Context(), head(s.ann), id); errs.KindOf(err) != errs.KindNotFound {
				t.Errorf("a profile %s: %v", name, err)
			}
		}
	})
}

// A departure ends the sessions and tokens of the person.
func TestService_ArchiveDue_voids_tokens(t *testing.T) {
	eachStaff(t, func(t *testing.T, s staff) {
		s.update(s.bob, Changes{LastWorkDay: new(today.Add(1))})
		after := func() (at int64) {
			if err := s.d.QueryRow(t.Context(), "SELECT COALESCE(tokens_after, 0) FROM people WHERE id = $1", uuidOf(3)).Scan(&at); err != nil {
				t.Fatal(err)
			}
			return at
		}
		if n, err := s.ArchiveDue(t.Context(), today.Add(1)); err != nil || n != 0 || after() != 0 {
			t.Errorf("on the last day %d are archived, %v, tokens of before %d are void", n, err, after())
		}
		if n, err := s.ArchiveDue(t.Context(), today.Add(2)); err != nil || n != 1 || after() != int64(s.at()) {
			t.Errorf("after it %d are archived, %v, tokens of before %d are void", n, err, after())
		}
	})
}

func TestCheckPhone(t *testing.T) {
	for n, want := range map[int64]string{0: "required", 999_999_999: "format", 1_000_000_000: "", 19_999_999_999: "",
		20_000_000_000: "format",
		-5145550123:    "format"} {
		var faults errs.Fields
		CheckPhone(&faults, &n)
		got := ""
		if len(faults) > 0 {
			got = faults[0].Code
		}
		if got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

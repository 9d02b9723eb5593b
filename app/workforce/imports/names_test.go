package imports

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"presence/db"
	"presence/db/dbtest"
)

// reporting is a file of employees with a number, a first name, a last name and a supervisor each, separated by slashes.
func reporting(lines ...string) string {
	var b strings.Builder
	for _, l := range lines {
		x := strings.Split(l, "/")
		fmt.Fprintf(&b, "%s;7;%s;%s;m%s@example.org;5145550101;;2025-01-06;;%s\n", x[0], x[1], x[2], x[0], x[3])
	}
	return b.String()
}

func TestEmployees_SupervisorByName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		w.apply(t, w.upload(t, reporting("1000001/Maude Ève/Côté Roy/", "1000002/Omar/Aziz/", "1000003/OMAR/Azïz/")).ID, false)
		for _, x := range []struct{ name, file, want string }{
			{"first name first", reporting("1000011/Bo/Li/Maude Ève Côté Roy"), "1000011 Bo - 1000001"},
			{"without accents and case", reporting("1000012/Bo/Li/MAUDE  eve cote ROY"), "1000012 Bo - 1000001"},
			{"last name first, with a comma", reporting("1000013/Bo/Li/Côté Roy, Maude Ève"), "1000013 Bo - 1000001"},
			{"of a line below", reporting("1000014/Bo/Li/Zoé Caron", "1000015/Zoe/Caron/"), "1000014 Bo - 1000015"},
			{"of a line that repeats the record", reporting("1000016/Bo/Li/Maude Ève Côté Roy", "1000001/Maude Ève/Côté Roy/"),
				"1000016 Bo - 1000001"},
			{"of a line below, in either order", reporting("1000018/Bo/Li/Dé Du", "1000019/Du/Dé/"), "1000018 Bo - 1000019"},
			{"of a line that gives the record this name", reporting("1000017/Bo/Li/Maude Roy", "1000001/Maude/Roy/"), "1000017 Bo - 1000001"},
		} {
			t.Run("a name "+x.name+" finds the supervisor", func(t *testing.T) {
				im := w.upload(t, x.file)
				if im = w.apply(t, im.ID, false); im.State != Applied || !strings.Contains(team(t, d), x.want) {
					t.Errorf("%s\n%s", w.verdicts(t, im.ID), team(t, d))
				}
			})
		}
		for _, x := range []struct{ name, file, want string }{
			{"of two employees", reporting("1000021/Bo/Li/Omar Aziz"),
				"Several employees have this name: Omar Aziz (1000002), OMAR Azïz (1000003). Give the payroll number."},
			{"of an employee and another line", reporting("1000022/Bo/Li/Zoé Caron", "1000023/Zoé/Caron/"),
				"Several employees have this name: Zoe Caron (1000015), Zoé Caron (1000023). Give the payroll number."},
			{"of two lines", reporting("1000024/Bo/Li/Al Xi", "1000025/Al/Xi/", "1000026/Xi/Al/"),
				"Several employees have this name: Al Xi (1000025), Xi Al (1000026). Give the payroll number."},
			{"that is one's own", reporting("1000027/Bo/Lee/Lee Bo"), "Nobody is their own supervisor."},
			{"of nobody", reporting("1000028/Bo/Li/Maude"), "No employee and no line of the file has this number, email address or name."},
		} {
			t.Run("a name "+x.name+" is refused", func(t *testing.T) {
				im := w.upload(t, x.file)
				rows, err := w.Rows(t.Context(), w.payroll, im.ID, Page{Verdict: Wrong, Rows: 9})
				if err != nil || len(rows) != 1 || len(rows[0].Faults) != 1 || rows[0].Faults[0].Detail != x.want {
					t.Errorf("%+v %v", rows, err)
				}
			})
		}
		t.Run("a second line with a payroll number is no other employee", func(t *testing.T) {
			im := w.upload(t, reporting("1000029/Bo/Li/Flo Gé", "1000030/Flo/Gé/", "1000030/Flo/Gé/"))
			if got := w.verdicts(t, im.ID); !strings.HasPrefix(got, "2 new\n3 new\n4 wrong external_payroll_id:twice") {
				t.Error(got)
			}
		})
		t.Run("an archived employee is not meant", func(t *testing.T) {
			gone := heading + "1000003;7;OMAR;Azïz;m1000003@example.org;5145550101;;2025-01-06;2026-01-31;\n"
			w.apply(t, w.uploadKind(t, Employees, gone).ID, false)
			w.apply(t, w.upload(t, reporting("1000031/Bo/Li/Omar Aziz")).ID, false)
			if !strings.Contains(team(t, d), "1000031 Bo - 1000002") {
				t.Error(team(t, d))
			}
		})
	})
}

func TestPages_name_the_other(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := newSite(t, d)
		page := func(t *testing.T, kind Kind, file string) string {
			t.Helper()
			return s.on(t).Get(fmt.Sprintf("/staff/imports/%d?verdict=wrong", s.uploadKind(t, kind, file).ID)).Want(http.StatusOK).Text("main table")
		}
		t.Run("namesakes have their numbers", func(t *testing.T) {
			got := page(t, Employees, heading+reporting("1000001/Omar/Aziz/", "1000002/OMAR/Azïz/", "1000003/Bo/Li/Omar Aziz"))
			if !strings.Contains(got, "Several employees have this name: Omar Aziz (1000001), OMAR Azïz (1000002). Enter the payroll number instead.") {
				t.Error(got)
			}
		})
		ann := s.emailOf(t, d, s.crew.Ann)
		for name, x := range map[string]struct {
			kind Kind
			file string
		}{
			"a payroll number": {Employees, heading + reporting("1000004/Omar/Aziz/", "1000005/Bo/Li/", "1000004/Eve/Li/")},
			"an email of employees": {Employees, heading + reporting("1000004/Omar/Aziz/", "1000005/Bo/Li/") +
				strings.Replace(reporting("1000006/Eve/Li/"), "m1000006", "m1000004", 1)},
			"an email of customers": {Customers, "Courriel,Prénom,Nom,Téléphone\na@example.org,Ann,Roy,5145550101\n" +
				"b@example.org,Bo,Roy,5145550101\nA@example.org,Eve,Roy,5145550101\n"},
			"a shift": {Shifts, shiftHeading + ann + ";2026-11-02;8;16;Normal\n" + ann + ";2026-11-03;8;16;Normal\n" + ann +
				";2026-11-02;8;16;Normal\n"},
			"an expense": {Expenses, "Employé;Date;Montant;Code;Description\n" + ann + ";2026-11-02;12;per_diem;x\n" + ann +
				";2026-11-02;13;per_diem;x\n" + ann + ";2026-11-02;12;per_diem;x\n"},
			"a leave": {Leave, "Employé;Type;Du;Au;Code;État\n" + ann + ";Vacances;2026-11-02;2026-11-02;vacation;\n" + ann +
				";Vacances;2026-11-03;2026-11-03;vacation;\n" + ann + ";Vacances;2026-11-02;2026-11-02;vacation;\n"},
		} {
			t.Run(name+" that is there twice names the first line", func(t *testing.T) {
				if got := page(t, x.kind, x.file); !strings.Contains(got, "Row 2 in the file already has this value.") {
					t.Error(got)
				}
			})
		}
		t.Run("customers need no number", func(t *testing.T) {
			im := s.uploadKind(t, Customers, "Courriel,Prénom,Nom,Téléphone\na@example.org,Ann,Roy,5145550101\n")
			if im.State != Checked || im.Count[New] != 1 {
				t.Errorf("%+v", im)
			}
		})
	})
}

package directory

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/tablereader"
	"presence/db"
	"presence/db/dbtest"
)

var clerk = auth.Actor{PersonID: "00000000-0000-4000-8000-000000000001", Name: "Paule", Role: auth.Admin, Via: "cookie"}

// uploads is a service without a source.
type uploads struct {
	*Service
	clock *clock
	db    *db.DB
}

func newUploads(t testing.TB, d *db.DB) *uploads {
	s, c := serviceOf(d, nil)
	t.Cleanup(s.Work.Close)
	return &uploads{s, c, d}
}

// receive uploads a file.
func (u *uploads) receive(t testing.TB, file string) Upload {
	t.Helper()
	x, err := u.Receive(t.Context(), clerk, "clients.csv", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// publish publishes a file and waits for the sync.
func (u *uploads) publish(t testing.TB, id int64, force bool) Run {
	t.Helper()
	if err := u.Publish(t.Context(), clerk, id, force); err != nil {
		t.Fatal(err)
	}
	u.Wait()
	x, err := u.Upload(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return *x.Run
}

// customers is every customer of the current generation.
func (u *uploads) customers(t testing.TB) string {
	t.Helper()
	list, err := db.ReadTexts(u.db.Query(t.Context(),
		"SELECT customer_id || ' ' || name || ' ' || email || ' ' || phone || ' ' || city FROM directory_live ORDER BY customer_id"))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(list, "\n")
}

func (u *uploads) count(t testing.TB, query string) (n int64) {
	t.Helper()
	if err := u.db.QueryRow(t.Context(), query).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

const twoClients = "No de client;Nom;Courriel;Téléphone;Ville\nC1;Maude Côté;maude@example.org;514 555-0101;Laval\nC2;Omar Aziz;;;Québec\n"

func TestUpload(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		first := u.receive(t, twoClients)
		t.Run("the columns are matched by their names", func(t *testing.T) {
			if got := strings.Join(first.Fields, " "); got != "customer_id name emails phones city" || first.Lines != 2 {
				t.Errorf("%s, %d lines", got, first.Lines)
			}
		})
		t.Run("the first lines are shown, and nothing is published", func(t *testing.T) {
			list, err := u.Preview(t.Context(), first)
			if err != nil || len(list) != 2 || list[0].Customer.Name != "Maude Côté" || list[1].Reject != nil || u.customers(t) != "" {
				t.Errorf("%+v %v", list, err)
			}
		})
		const both = "C1 Maude Côté maude@example.org +15145550101 Laval\nC2 Omar Aziz   Québec"
		t.Run("publishing makes them the directory", func(t *testing.T) {
			if r := u.publish(t, first.ID, false); r.State != "done" || r.Added != 2 || u.customers(t) != both {
				t.Errorf("%+v\n%s", r, u.customers(t))
			}
		})
		t.Run("a file is published once", func(t *testing.T) {
			if err := u.Publish(t.Context(), clerk, first.ID, false); !errs.HasCode(err, "upload_published") {
				t.Error(err)
			}
		})
		second := u.receive(t, "customer_id,name,city\nC1,Maude Roy,Laval\nC3,Zoé Roy,Alma\n")
		t.Run("the next file replaces the whole", func(t *testing.T) {
			if r := u.publish(t, second.ID, false); r.Added != 1 || r.Changed != 1 || r.Removed != 1 ||
				u.customers(t) != "C1 Maude Roy   Laval\nC3 Zoé Roy   Alma" {
				t.Errorf("%+v\n%s", r, u.customers(t))
			}
		})
		t.Run("undoing returns to the one before", func(t *testing.T) {
			if err := u.UndoUpload(t.Context(), clerk, second.ID); err != nil || u.customers(t) != both {
				t.Errorf("%v\n%s", err, u.customers(t))
			}
			u.Wait()
			if n := u.count(t, "SELECT COUNT(*) FROM directory_customers"); n != 2 || u.customers(t) != both {
				t.Errorf("%d copies are left\n%s", n, u.customers(t))
			}
		})
		t.Run("only once, and not further back", func(t *testing.T) {
			for _, id := range []int64{first.ID, second.ID} {
				if err := u.UndoUpload(t.Context(), clerk, id); !errs.HasCode(err, "upload_too_late") {
					t.Error(err)
				}
			}
		})
		t.Run("what is published next has a generation of its own", func(t *testing.T) {
			third := u.receive(t, "customer_id,name\nC1,Maude\nC9,Luc\n")
			if r := u.publish(t, third.ID, false); r.Generation != 3 || u.customers(t) != "C1 Maude   \nC9 Luc   " {
				t.Errorf("%+v\n%s", r, u.customers(t))
			}
		})
	})
}

func TestUpload_UndoneInTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		u.publish(t, u.receive(t, twoClients).ID, false)
		second := u.receive(t, "customer_id,name\nC1,Maude\nC3,Zoé\n")
		u.publish(t, second.ID, false)
		copies := func() int64 { return u.count(t, "SELECT COUNT(*) FROM directory_customers") }
		t.Run("for a day the former customers stay", func(t *testing.T) {
			u.clock.forward(undoTime - time.Minute)
			if err := u.Sweep(t.Context()); err != nil || copies() != 4 {
				t.Errorf("%d copies, %v", copies(), err)
			}
		})
		t.Run("then they are deleted, and it is too late", func(t *testing.T) {
			u.clock.forward(2 * time.Minute)
			if err := u.Sweep(t.Context()); err != nil || copies() != 2 {
				t.Errorf("%d copies, %v", copies(), err)
			}
			if err := u.UndoUpload(t.Context(), clerk, second.ID); !errs.HasCode(err, "upload_too_late") {
				t.Error(err)
			}
		})
		t.Run("the files go after two weeks", func(t *testing.T) {
			u.clock.forward(keepUpload)
			err := u.Sweep(t.Context())
			if n := u.count(t, "SELECT COUNT(*) FROM directory_upload_parts"); err != nil || n != 0 {
				t.Errorf("%d parts, %v", n, err)
			}
		})
	})
}

func TestUpload_Refused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		for name, c := range map[string]struct{ file, code string }{
			"an empty file":         {"", "csv_empty"},
			"a heading alone":       {"customer_id,name\n", "no_lines"},
			"no text":               {"customer_id\x00,name\nC1,Maude\n", "not_a_table"},
			"a damaged workbook":    {"PK\x03\x04 and no more", "bad_workbook"},
			"a heading of one cell": {"customers\n\n", "no_lines"},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := u.Receive(t.Context(), clerk, "x", strings.NewReader(c.file))
				if f := errs.FieldsOf(err); len(f) != 1 || f[0].Code != c.code {
					t.Error(err)
				}
				if n := u.count(t, "SELECT COUNT(*) FROM directory_uploads"); n != 0 {
					t.Errorf("%d files are kept", n)
				}
			})
		}
		t.Run("a file that is cut", func(t *testing.T) {
			broken := errors.New("cut")
			_, err := u.Receive(t.Context(), clerk, "x", io.MultiReader(strings.NewReader(twoClients), failing{broken}))
			if !errors.Is(err, broken) || u.count(t, "SELECT COUNT(*) FROM directory_uploads") != 0 {
				t.Error(err)
			}
		})
		t.Run("a file without the number", func(t *testing.T) {
			x := u.receive(t, "Nom,Ville\nMaude,Laval\n")
			if err := u.Publish(t.Context(), clerk, x.ID, false); len(errs.FieldsOf(err)) != 1 || len(x.Missing()) != 1 {
				t.Error(err)
			}
			if err := u.SetColumns(t.Context(), clerk, x.ID, Mapping{Fields: []string{"name", "customer_id"}}); err != nil {
				t.Fatal(err)
			}
			if u.publish(t, x.ID, false); u.customers(t) != "Laval Maude   " {
				t.Error(u.customers(t))
			}
		})
		t.Run("columns that are none", func(t *testing.T) {
			x := u.receive(t, twoClients)
			for _, fields := range [][]string{{"name"}, {"name", "name", "", "", ""}, {"nothing", "", "", "", ""}} {
				if err := u.SetColumns(t.Context(), clerk, x.ID, Mapping{Fields: fields}); errs.KindOf(err) != errs.KindInvalid {
					t.Errorf("%v: %v", fields, err)
				}
			}
		})
		t.Run("where a source is set", func(t *testing.T) {
			s, _ := serviceOf(d, &fixed{})
			defer s.Work.Close()
			if _, err := s.Receive(t.Context(), clerk, "x", strings.NewReader(twoClients)); !errs.HasCode(err, "directory_has_source") {
				t.Error(err)
			}
			if err := s.Publish(t.Context(), clerk, u.receive(t, twoClients).ID, false); !errs.HasCode(err, "directory_has_source") {
				t.Error(err)
			}
		})
	})
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

// A file that has lost most customers is published when staff insist.
func TestUpload_Shrunk(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		u.publish(t, u.receive(t, manyClients(200)).ID, false)
		x := u.receive(t, manyClients(20))
		if r := u.publish(t, x.ID, false); r.State != "failed" || u.count(t, "SELECT COUNT(*) FROM directory_live") != 200 {
			t.Errorf("%+v", r)
		}
		if r := u.publish(t, x.ID, true); r.State != "done" || r.Removed != 180 {
			t.Errorf("%+v", r)
		}
	})
}

// manyClients is a file of n customers.
func manyClients(n int) string {
	var b strings.Builder
	b.WriteString("customer_id,name,emails,phones,city,language\n")
	for i := range n {
		c := testCustomer(i)
		fmt.Fprintf(&b, "%s,%s,%s,%s,%s,fr\n", c.ID, c.Name, c.Emails[0], c.Phones[0], c.City)
	}
	return b.String()
}

// BenchmarkUpload publishes a file of 300,000 customers.
func BenchmarkUpload(b *testing.B) {
	file := manyClients(300_000)
	for _, dialect := range []db.Dialect{db.SQLite, db.Postgres} {
		b.Run(dialect.String(), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				u := newUploads(b, dbtest.Open(b, dialect))
				b.StartTimer()
				if r := u.publish(b, u.receive(b, file).ID, false); r.Added != 300_000 {
					b.Fatalf("%+v", r)
				}
			}
		})
	}
}

// A file is stored in parts, and read as it was.
func TestUpload_Parts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		file := manyClients(20_000)
		x := u.receive(t, file)
		if n := u.count(t, "SELECT COUNT(*) FROM directory_upload_parts"); n < 2 {
			t.Fatalf("%d parts: the file is too small for this test", n)
		}
		got, err := io.ReadAll(&partReader{ctx: context.Background(), db: d, upload: x.ID})
		if err != nil || string(got) != file {
			t.Errorf("%d bytes of %d, %v", len(got), len(file), err)
		}
	})
}

func TestUpload_Names(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		for _, x := range []struct{ name, file, fields, want string }{
			{"a first name and a name are joined", "N° client;Nom;Prénom\nC1;Côté; Maude \nC2;Boulangerie Roy;\n",
				"customer_id last_name first_name", "Maude Côté, Boulangerie Roy"},
			{"a first name and a last name are joined", "Client no,First name,Last name\nC1,Maude,Côté\n", "customer_id first_name last_name",
				"Maude Côté"},
			{"a name alone stays the name", "Code client;Nom\nC1;Maude Côté\n", "customer_id name", "Maude Côté"},
			{"a full name goes before its parts", "No client;Nom complet;Prénom;Nom de famille\nC1;Dre Maude Côté;Maude;Côté\n",
				"customer_id name first_name last_name", "Dre Maude Côté"},
			{"where the full name is empty, its parts are joined", "No client;Nom complet;Prénom;Nom de famille\nC1;;Maude;Côté\n",
				"customer_id name first_name last_name", "Maude Côté"},
		} {
			t.Run(x.name, func(t *testing.T) {
				f := u.receive(t, x.file)
				list, err := u.Preview(t.Context(), f)
				var names []string
				for _, i := range list {
					names = append(names, i.Customer.Name)
					if i.Reject != nil {
						t.Errorf("%+v", i.Reject)
					}
				}
				if got := strings.Join(names, ", "); err != nil || got != x.want || strings.Join(f.Fields, " ") != x.fields || len(f.Missing()) > 0 {
					t.Errorf("%s %q %v %v", got, f.Fields, f.Missing(), err)
				}
			})
		}
		t.Run("a first name is no name", func(t *testing.T) {
			if f := u.receive(t, "No client;Prénom\nC1;Maude\n"); len(f.Missing()) != 1 || f.Missing()[0].Field != "name" {
				t.Errorf("%+v", f.Missing())
			}
		})
	})
}

func TestUpload_Discard(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		file := u.receive(t, twoClients)
		t.Run("not while a sync is running", func(t *testing.T) {
			held, ok, err := d.TryLock(t.Context(), "directory")
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			defer held.Release()
			if err := u.Discard(t.Context(), clerk, file.ID); errs.KindOf(err) != errs.KindConflict {
				t.Error(err)
			}
		})
		t.Run("a file that was not published goes at once, with its parts and an entry in the audit log", func(t *testing.T) {
			if err := u.Discard(t.Context(), clerk, file.ID); err != nil {
				t.Fatal(err)
			}
			left := u.count(t, "SELECT (SELECT COUNT(*) FROM directory_uploads) + (SELECT COUNT(*) FROM directory_upload_parts)")
			noted := u.count(t, "SELECT COUNT(*) FROM audit_log WHERE kind = 'directory' AND action = 'deleted'")
			if left != 0 || noted != 1 {
				t.Errorf("%d rows are left, %d entries", left, noted)
			}
			if err := u.Discard(t.Context(), clerk, file.ID); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
		})
		t.Run("one that is published stays", func(t *testing.T) {
			file := u.receive(t, twoClients)
			u.publish(t, file.ID, false)
			if err := u.Discard(t.Context(), clerk, file.ID); !errs.HasCode(err, "upload_published") {
				t.Error(err)
			}
		})
	})
}

// A heading that two columns are called would be matched with either.
func TestColumns_are_told_apart(t *testing.T) {
	known := map[string]string{}
	for _, c := range Columns {
		for _, name := range append([]string{c.Field}, c.Names...) {
			key := tablereader.Key(name)
			if other, ok := known[key]; ok && other != c.Field {
				t.Errorf("%q is %s and %s", name, other, c.Field)
			}
			known[key] = c.Field
		}
	}
}

// restaurants is a file of a company with types, states and languages of its own: lines 2 to 10.
const restaurants = "No client;Nom;Type de client;Statut;Langue\nC1;Chez Luc;Restaurant;;F\nC2;Chez Ada;Restaurant;;A\nC3;Zoé;Particulier;;F\n" +
	"C4;Roy inc.;Entreprise;Prospect;fra\nC5;Ana;Résidentiel;Actif;es\nC6;Chez Eva;Restaurant;;\nC3;Zoé;;;\n;Sans numéro;;;\nC7;Hors;;Fermé;Anglais\n"

// findingsText writes findings as lines: the reason, the field, the value, the number of records, the first places.
func findingsText(f *Findings) string {
	if f == nil {
		return "not checked"
	}
	var lines []string
	for _, x := range f.List {
		kept := "rejected"
		if x.Kept {
			kept = "kept"
		}
		lines = append(lines, fmt.Sprintf("%s %s %q %s %d %s", x.Reason, x.Field, x.Value, kept, x.Records, strings.Join(x.Places, " ")))
	}
	return strings.Join(lines, "\n")
}

func TestUpload_Findings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		x := u.receive(t, restaurants)
		const strict = `bad_value type "Restaurant" rejected 3 clients.csv:2 clients.csv:3 clients.csv:7
bad_value account_status "Prospect" rejected 1 clients.csv:5
duplicate customer_id "" rejected 1 clients.csv:8
required customer_id "" rejected 1 clients.csv:9
bad_value language "es" kept 1 clients.csv:6`
		t.Run("the whole file is checked when it arrives, equal reasons together", func(t *testing.T) {
			if got := findingsText(x.Findings); got != strict || x.Findings.Rejected != 6 {
				t.Errorf("%d rejected\n%s", x.Findings.Rejected, got)
			}
		})
		m := x.Mapping
		m.UnknownAsEmpty = true
		const lenient = `duplicate customer_id "" rejected 1 clients.csv:8
required customer_id "" rejected 1 clients.csv:9
bad_value type "Restaurant" kept 3 clients.csv:2 clients.csv:3 clients.csv:7
bad_value account_status "Prospect" kept 1 clients.csv:5
bad_value language "es" kept 1 clients.csv:6`
		t.Run("unknown values can be ignored", func(t *testing.T) {
			if err := u.SetColumns(t.Context(), clerk, x.ID, m); err != nil {
				t.Fatal(err)
			}
			x, err := u.Upload(t.Context(), x.ID)
			if err != nil || findingsText(x.Findings) != lenient || !x.UnknownAsEmpty {
				t.Errorf("%v %v\n%s", err, x.UnknownAsEmpty, findingsText(x.Findings))
			}
		})
		t.Run("publishing finds the same, and keeps the customers", func(t *testing.T) {
			r := u.publish(t, x.ID, false)
			if r.Added != 7 || r.Rejected != 2 || findingsText(r.Findings) != lenient {
				t.Errorf("%+v\n%s", r, findingsText(r.Findings))
			}
			list, err := db.ReadTexts(d.Query(t.Context(), "SELECT customer_id || ' ' || type || ' ' || account_status || ' ' || language "+
				"FROM directory_live ORDER BY customer_id"))
			if got := strings.Join(list, ", "); err != nil || got != "C1 Individual active fr, C2 Individual active en, C3 Individual active fr, "+
				"C4 Company active fr, C5 Individual active , C6 Individual active , C7 Individual resiliated en" {
				t.Errorf("%s %v", got, err)
			}
		})
		t.Run("a file without a required column is not checked", func(t *testing.T) {
			if x := u.receive(t, "Nom,Type\nMaude,Restaurant\n"); x.Findings != nil {
				t.Error(findingsText(x.Findings))
			}
		})
	})
}

func TestFindings_of_many_values(t *testing.T) {
	var f Findings
	for i := range 3 * maxFindings {
		f.add(Reject{"bad_value", "type", fmt.Sprint(i)}, false, "x")
	}
	if last := f.List[len(f.List)-1]; len(f.List) != maxFindings+1 || last.Value != "" || last.Records != 2*maxFindings ||
		f.Rejected != 3*maxFindings {
		t.Errorf("%d findings, the last %+v", len(f.List), last)
	}
}

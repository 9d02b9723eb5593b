package companydata

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/background"
	"presence/db"
	"presence/db/dbtest"
)

// update writes the documentation instead of comparing it.
var _ = flag.Bool("update", false, "write docs/company-data.md")

var (
	boss  = auth.Actor{PersonID: "boss", Role: auth.Admin}
	start = time.Date(2026, 11, 20, 13, 0, 0, 0, time.UTC)
)

func service(d *db.DB) *Service {
	return NewService(d, func() time.Time { return start }, Options{Version: "test", Zone: time.UTC, Imported: func(context.Context) error { return nil },
		NeedsSecret: func(name string) bool { return name == "SMTP_URL" || name == "OIDC_ISSUER" },
		Work:        NewWork(background.NewGroup(), "", slog.New(slog.DiscardHandler))})
}

// process is service with work that ends before the database is closed.
func process(t testing.TB, d *db.DB) *Service {
	t.Helper()
	s := service(d)
	t.Cleanup(s.o.Work.Close)
	return s
}

// exec runs statements in one transaction.
func exec(t testing.TB, d *db.DB, statements ...string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, s := range statements {
			if _, err := tx.Exec(ctx, s); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// company are statements that make a company with a supervisor whose id is higher than that of the person who reports to them.
var company = []string{
	`INSERT INTO people (id, email, name, role, password_hash, created_at, updated_at) VALUES ('a', 'a@x.example', '=1+1', 'admin', 'secret', 1, 2),
		('b', 'b@x.example', '''quoted "twice", with
a line break', 'employee', NULL, 3, 4)`,
	`INSERT INTO employees (id, user_id, first_name, last_name, sort_name, email, phone_number, external_payroll_id, company_code, first_work_day,
		created_at, updated_at) VALUES (1, 'a', 'Ada', 'Roy', 'roy', 'a@x.example', 5145550142, 7, 8, '2026-01-05', 1, 1),
		(5, 'b', 'Zoé', 'Côté', 'cote', 'b@x.example', 5145550143, 9, 8, '2026-01-05', 1, 1)`,
	`UPDATE employees SET supervisor_id = 5 WHERE id = 1`,
	`INSERT INTO bank_codes (id, type, categorie, modifier, bank_code, created_at, updated_at) VALUES (1, 'regular', 'shift', 12500, 'G1', 1, 1)`,
	`INSERT INTO timesheets (id, employee_id, created_at, updated_at) VALUES (1, 1, 1, 1)`,
	`INSERT INTO shifts (id, timesheet_id, employee_id, bank_code_id, day, week, start_at, end_at, minutes, created_at, updated_at) VALUES
		(1, 1, 1, 1, '2026-11-16', '2026-11-15', 1000, 61000, 1, 1, 1)`,
	`INSERT INTO expenses (id, timesheet_id, employee_id, bank_code_id, day, week, amount, description, created_at, updated_at) VALUES
		(1, 1, 1, 1, '2026-11-16', '2026-11-15', -5, '@SUM(A1)', 1, 1)`,
	`INSERT INTO settings (name, value, version, updated_at) VALUES ('COMPANY_NAME', 'Ferme', 1, 1), ('SMTP_URL', NULL, 2, 1),
		('OIDC_ISSUER', 'https://id.example', 1, 1)`, // not in the archive
}

func TestParts(t *testing.T) {
	d := dbtest.Open(t, db.SQLite)
	columns := map[string][]string{}
	rows, err := d.Query(t.Context(), `SELECT m.name, i.name FROM sqlite_master m, pragma_table_info(m.name) i
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.ForEachRow(rows, func() error {
		var table, column string
		err := rows.Scan(&table, &column)
		columns[table] = append(columns[table], column)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	exported := map[string]bool{}
	for _, p := range parts {
		exported[p.Table] = true
		for _, c := range p.Columns {
			exported[p.Table+"."+c.sql] = true
		}
	}
	known := map[string]bool{}
	for table, names := range columns {
		known[table] = true
		t.Run("the table "+table+" is exported, or has a reason not to be", func(t *testing.T) {
			if exported[table] == (leftOutTables[table] != "") {
				t.Errorf("exported: %v, left out: %q; see store_parts.go", exported[table], leftOutTables[table])
			}
			for _, name := range names {
				at := table + "." + name
				known[at] = true
				if exported[table] && exported[at] == (leftOutTables[at] != "") {
					t.Errorf("%s: exported: %v, left out: %q; see store_parts.go", at, exported[at], leftOutTables[at])
				}
			}
		})
	}
	t.Run("what is left out exists", func(t *testing.T) {
		for _, name := range tablesLeftOut() {
			if !known[name] {
				t.Errorf("there is no %s", name)
			}
		}
	})
}

// TestParts_secrets looks for columns whose names say that they hold a secret.
func TestParts_secrets(t *testing.T) {
	allowed := map[string]bool{"rsvp_links.token_hash": true, "people.tokens_after": true}
	found := map[string]bool{}
	for _, p := range parts {
		for _, c := range p.Columns {
			at := p.Table + "." + c.sql
			for _, word := range []string{"password", "secret", "token", "sealed", "credential"} {
				if !strings.Contains(c.sql, word) {
					continue
				}
				if found[at] = true; !allowed[at] {
					t.Errorf("%s is exported", at)
				}
			}
		}
	}
	for at := range allowed {
		if !found[at] {
			t.Errorf("%s is not exported: the test looks in the wrong place", at)
		}
	}
}

// TestRows writes values and reads them again, in both formats.
func TestRows(t *testing.T) {
	texts := []string{"", "plain", "=1+1", "'=1+1", "''", " @x", "a\r\nb", "a\nb\rc", `say "hi"`, "a,b;c", "<&>", "é😀", "-5", "\t", " "}
	for _, list := range []string{"a b:int? c:decimal2", "a b:int? c:decimal2 d:json"} {
		p := Part{Table: "x", Columns: columns(list)}
		t.Run(p.File(), func(t *testing.T) {
			var b bytes.Buffer
			w, err := newRowsWriter(&b, p)
			if err != nil {
				t.Fatal(err)
			}
			row := p.cells()
			for i, text := range texts {
				values := []any{text, int64(-i), int64(i*i - 50), `{"n":[1,null,"<"]}`}
				for j := range row {
					if err := row[j].Scan(values[j]); err != nil {
						t.Fatal(err)
					}
				}
				if err := w.write(row); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.close(); err != nil {
				t.Fatal(err)
			}
			r, err := newRowsReader(bytes.NewReader(b.Bytes()), p)
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range texts {
				if line, err := r.next(row); err != nil || row[0].text != text || row[1].number != int64(-i) || row[2].number != int64(i*i-50) {
					t.Errorf("line %d: %v, %q instead of %q, %d, %d", line, err, row[0].text, text, row[1].number, row[2].number)
				}
			}
			if _, err := r.next(row); !errors.Is(err, io.EOF) {
				t.Error("after the last row:", err)
			}
		})
	}
}

func TestJSONReader_refuses(t *testing.T) {
	p := Part{Table: "x", Columns: columns("a b:int c:json")}
	for name, x := range map[string]struct{ line, says string }{
		"another column first":        {`{"b":1,"a":"x","c":1}`, `the column "b" is where "a" belongs`},
		"a column twice":              {`{"a":"x","a":"y","b":1,"c":1}`, `the column "a" is where "b" belongs`},
		"a column too many":           {`{"a":"x","b":1,"c":1,"d":2}`, "more columns"},
		"a column too few":            {`{"a":"x","b":1}`, `the column "c" is missing`},
		"two objects":                 {`{"a":"x","b":1,"c":1}{}`, "not one JSON object"},
		"a list":                      {`["a"]`, "not one JSON object"},
		"half an object":              {`{"a":"x","b":1,"c":1`, io.ErrUnexpectedEOF.Error()},
		"no JSON":                     {`{"a":"x","b":1,"c":}`, "invalid character"},
		"a row that is too long":      {`{"a":"` + strings.Repeat("x", maxRow), "more than 40 MB"},
		"many columns, at the second": {`{"a":"x",` + strings.Repeat(`"a1":0,`, 1<<20) + `"b":1}`, `the column "a1" is where "b" belongs`},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := newRowsReader(strings.NewReader(x.line+"\n"), p)
			if err != nil {
				t.Fatal(err)
			}
			if _, err = r.next(p.cells()); err == nil || !strings.Contains(err.Error(), x.says) {
				t.Error(err)
			}
		})
	}
	t.Run("stops at the first column that does not belong there", func(t *testing.T) {
		text := []byte(`{"x":0` + strings.Repeat(`,"x":0`, 1<<20) + "}")
		row := p.cells()
		if n := testing.AllocsPerRun(1, func() { _ = parseObject(text, row) }); n > 100 {
			t.Errorf("%v allocations", n)
		}
	})
}

func TestCell_parse(t *testing.T) {
	for _, x := range []struct {
		kind     Kind
		nullable bool
		text     string
		ok       bool
	}{
		{Int, false, "12", true}, {Int, false, "-12", true}, {Int, false, "+12", false}, {Int, false, "", false}, {Int, true, "", true},
		{Int, false, "12.0", false}, {Int, false, "99999999999999999999", false}, {Bool, false, "true", true}, {Bool, false, "TRUE", false},
		{Decimal2, false, "12.50", true}, {Decimal2, false, "-0.05", true}, {Decimal2, false, "12.5", false}, {Decimal2, false, "12.505", false},
		{Decimal4, false, "1.25", true}, {Decimal4, false, "1.250", false}, {Instant, false, "2026-11-20T13:00:00Z", true},
		{Instant, false, "2026-11-20T13:00:00.123Z", true}, {Instant, false, "2026-11-20T13:00:00-05:00", false},
		{Instant, false, "2026-11-20T13:00:00.1234Z", false}, {Instant, false, "", true}, {Day, false, "2026-11-20", true},
		{Day, false, "2026-11-31", false}, {Hex, false, "00ff", true}, {Hex, false, "00FF", false}, {Hex, false, "0", false},
		{Base64, false, "AAE=", true}, {Base64, false, "AAE", false}, {Text, false, "", true}, {Text, false, "a\x00b", false},
		{Text, false, "\xff", false},
	} {
		t.Run(string(x.kind)+" "+x.text, func(t *testing.T) {
			c := cell{column: Column{Name: "c", Kind: x.kind, Nullable: x.nullable}}
			err := c.parse(x.text)
			if (err == nil) != x.ok {
				t.Errorf("%q: %v", x.text, err)
			}
			if again, _ := c.written(); err == nil && again != x.text {
				t.Errorf("%q becomes %q", x.text, again)
			}
		})
	}
}

// TestDocumentation compares docs/company-data.md with the list of parts; -update writes it.
func TestDocumentation(t *testing.T) {
	var b strings.Builder
	b.WriteString(documentation)
	for _, p := range parts {
		b.WriteString("\n### " + p.File() + "\n\n" + p.About + ".\n\n")
		for i, c := range p.Columns {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString("`" + c.Name + "`")
			if c.Kind != Text {
				b.WriteString(" " + string(c.Kind))
			}
			if c.Nullable {
				b.WriteString("?")
			}
		}
		b.WriteString(".\n")
	}
	b.WriteString("\n## What is left out\n\n| table or column | why |\n|---|---|\n")
	for _, name := range tablesLeftOut() {
		b.WriteString("| `" + name + "` | " + leftOutTables[name] + " |\n")
	}
	const page = "../../../docs/company-data.md"
	if flag.Lookup("update").Value.String() == "true" {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(page); err != nil || string(text) != b.String() {
		t.Errorf("docs/company-data.md differs from the list of parts (%v): go test ./app/accounts/companydata -run TestDocumentation -update", err)
	}
}

const documentation = `# The archive of a company

What ` + "`presence export`" + `, ` + "`POST /company-data`" + ` and *Settings → Company → Company data* write, and ` + "`presence import`" + ` reads. This page is
written by a test from the list of parts (` + "`app/accounts/companydata/store_parts.go`" + `).

- ` + "`manifest.json`" + ` has the version of the program, the number of the schema, the time, and for each file its rows, bytes and SHA-256. ` +
	"`last_id`" + ` is the
  highest id that was ever given. ` + "`left_out`" + ` lists what the archive does not contain. A ZIP file or folder without a manifest is incomplete.
- Files that end in ` + "`.csv`" + ` are CSV in UTF-8: a header, commas, CRLF. A text that a spreadsheet would take for a formula, or that begins with
  an apostrophe, has an apostrophe in front. Files that end in ` + "`.jsonl`" + ` have a JSON object on each line.
- Columns are named as in the JSON API. They are texts unless a type stands behind the name; ` + "`?`" + `: may be empty in CSV and null in JSON.
- instant: RFC 3339 in UTC, empty for never. day: YYYY-MM-DD. decimal2: dollars or kilometres with two decimals. decimal4: a multiplier.
  hex, base64: bytes. json: a nested value. Hours are in minutes.
- Ids are those of the database, so that references between the files hold.

## Files
`

package directory

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFiles(t *testing.T) {
	write := func(t *testing.T, files map[string]string) Files {
		dir := t.TempDir()
		for name, text := range files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return Files{dir}
	}
	t.Run("are read in the order of their names, and not again until one changes", func(t *testing.T) {
		f := write(t, map[string]string{
			"b.ndjson": `{"customer_id":"B1","name":"B"}` + "\n\n" + `{"customer_id":"B2","name":"B"` + "\n" + `{"customer_id":"B3","name":"B"}`,
			"a.csv": "\ufeffCustomer ID;Name;Emails;Subscriptions;ignored\r\nA1;\"Côté; " +
				"Élise\";a@example.com|b@example.com;active:49,95|cancelled:20;x\r\nA2;Zoé;;free:x;\r\n",
			"c.CSV": "customer_id,name,type\nC1,C,Company\nC2,C,Company,too,many\n", "notes.txt": "no", ".hidden.csv": "no",
		})
		ids, rejects, l, err := collect(t, f, "")
		if err != nil || strings.Join(ids, " ") != "A1 B1 B3 C1" || rejects != 3 {
			t.Errorf("%v, %d rejected, %v", ids, rejects, err)
		}
		if _, _, again, err := collect(t, f, l.Cursor); err != nil || !again.Unchanged {
			t.Errorf("the second time: %+v, %v", again, err)
		}
		if err := os.WriteFile(filepath.Join(f.Path, "b.ndjson"), []byte(`{"customer_id":"B1","name":"Bx"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		if ids, _, again, err := collect(t, f, l.Cursor); err != nil || again.Unchanged || len(ids) != 3 {
			t.Errorf("after a change: %v, %+v, %v", ids, again, err)
		}
	})
	t.Run("read cells of several values", func(t *testing.T) {
		f := write(t, map[string]string{"a.csv": "customer_id\tname\temail\tphone\tsubscriptions\taccount_status\n7\tA\tx@example.com|y@example.com\t418 656-2131\tactive:49.95\trésilié\n"})
		_, err := f.Each(t.Context(), "", RecordWriter{Write: func(i Item) error {
			c := i.Customer
			if err := c.Clean(); err != nil || i.Place != "a.csv:2" || len(c.Emails) != 2 || len(c.Phones) != 1 ||
				c.Subscriptions[0] != (Subscription{Active, 4995}) || c.AccountStatus != HasLeft {
				t.Errorf("%s: %+v, %v", i.Place, c, err)
			}
			return nil
		}})
		if err != nil {
			t.Error(err)
		}
	})
	for name, x := range map[string]struct {
		code  string
		files map[string]string
	}{
		"a folder without files":         {"no_files", nil},
		"a table without its columns":    {"malformed", map[string]string{"a.csv": "id,nom\n1,A\n"}},
		"an empty table":                 {"malformed", map[string]string{"a.csv": ""}},
		"a line without end":             {"too_large", map[string]string{"a.ndjson": `{"name":"` + strings.Repeat("a", 2<<20)}},
		"a table with a quote left open": {"too_large", map[string]string{"a.csv": "customer_id,name\n1,\"" + strings.Repeat("a\n", 1<<20)}},
	} {
		t.Run("refuse "+name, func(t *testing.T) {
			_, _, _, err := collect(t, write(t, x.files), "")
			if f, ok := errors.AsType[*Failure](err); !ok || f.Code != x.code {
				t.Errorf("it fails with %v, want %s", err, x.code)
			}
		})
	}
	t.Run("refuse a folder that is not there", func(t *testing.T) {
		if _, _, _, err := collect(t, Files{filepath.Join(t.TempDir(), "none")}, ""); err == nil {
			t.Error("it is read")
		}
	})
}

func FuzzReadRecord(f *testing.F) {
	f.Add([]byte(`{"customer_id":12,"emails":["a",null,{"x":1}],"subscriptions":[{"monthly_price":1e300}]}`))
	f.Add(asJSON(testCustomer(1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, reject := readRecord(text)
		if reject != nil || c.Clean() != nil {
			return
		}
		once := digestOf(c)
		if err := c.Clean(); err != nil || string(digestOf(c)) != string(once) {
			t.Errorf("cleaning a second time changes the record: %+v, %v", c, err)
		}
		toStored(c, once)
	})
}

func TestFiles_leaves_out_folders_that_are_named_like_a_file(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.csv"), []byte("customer_id,name\nA1,A\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "2025.csv"), 0o700); err != nil {
		t.Fatal(err)
	}
	ids, rejects, _, err := collect(t, Files{dir}, "")
	if err != nil || strings.Join(ids, " ") != "A1" || rejects != 0 {
		t.Errorf("%v, %d rejected, %v", ids, rejects, err)
	}
}

func TestCleanText(t *testing.T) {
	for _, x := range []struct{ name, in, want, code string }{
		{"printable text is kept", "Rue de l'Église 12", "Rue de l'Église 12", ""},
		{"spaces around are left away", "  Élise ", "Élise", ""},
		{"a line break becomes a space", "Élise\r\nCôté", "Élise Côté", ""},
		{"a deleted character becomes a space", "Élise\x7fCôté", "Élise Côté", ""},
		{"a next line becomes a space", "a\u0085b", "a b", ""},
		{"a no-break space becomes a space", "a\u00a0b", "a b", ""},
		{"separators of lines and paragraphs become spaces", "a\u2028b\u2029c", "a b c", ""},
		{"200 characters are kept", strings.Repeat("é", 200), strings.Repeat("é", 200), ""},
		{"several spaces become one", "Élise  Côté", "Élise Côté", ""},
		{"text that is not UTF-8 is refused", "a\xff", "", "bad_text"},
		{"more than 200 characters are refused", strings.Repeat("é", 201), "", "too_long"},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := x.in
			err := cleanText("name", &text)
			var refused *Reject
			if x.code != "" {
				if !errors.As(err, &refused) || refused.Reason != x.code {
					t.Errorf("it is %v, want %s", err, x.code)
				}
			} else if err != nil || text != x.want {
				t.Errorf("it becomes %q, want %q: %v", text, x.want, err)
			}
		})
	}
}

func TestFiles_stops(t *testing.T) {
	for name, text := range map[string]string{"a.csv": "customer_id,name\nA1,A\nA2,A\n",
		"a.ndjson": `{"customer_id":"A1","name":"A"}` + "\n" + `{"customer_id":"A2","name":"A"}` + "\n"} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		t.Run("reading "+name+" when the run is stopped", func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			read := 0
			_, err := Files{dir}.Each(ctx, "", RecordWriter{Write: func(Item) error { read++; cancel(); return nil }})
			if !errors.Is(err, context.Canceled) || read != 1 {
				t.Errorf("%d records, %v", read, err)
			}
		})
		t.Run("reading "+name+" when a record cannot be written", func(t *testing.T) {
			full := errors.New("full")
			if _, err := (Files{dir}).Each(t.Context(), "", RecordWriter{Write: func(Item) error { return full }}); !errors.Is(err, full) {
				t.Errorf("got %v", err)
			}
		})
		t.Run("when "+name+" is written meanwhile", func(t *testing.T) {
			_, err := Files{dir}.Each(t.Context(), "", RecordWriter{Write: func(Item) error {
				return os.WriteFile(path, []byte(text+"\n"), 0o600)
			}})
			if f, ok := errors.AsType[*Failure](err); !ok || f.Code != "changing" {
				t.Errorf("got %v", err)
			}
		})
	}
}

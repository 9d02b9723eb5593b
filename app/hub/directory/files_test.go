package directory

import (
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
				c.Subscriptions[0] != (Subscription{Active, 4995}) || c.AccountStatus != Resiliated {
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
			t.Errorf("what is clean is not clean: %+v, %v", c, err)
		}
		toStored(c, once)
	})
}

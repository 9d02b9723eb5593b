package configuration

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
	"presence/db/dbtest"
)

var (
	noon  = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC)
	admin = auth.Actor{PersonID: "0b0e7a46-36a5-4c4c-9d2f-0a5f8d7c1e11", Name: "Ada", Role: auth.Admin, Via: "cookie"}
	key   = []byte("thirty-two bytes for tests only!")

	errNumber = errors.New("expected a number of hours")
)

func now() time.Time { return noon }

// world is a service with five settings: ZONE, NAME with a default, KEY which is secret and in a group with HOST, and PORT which the
// environment decides.
type world struct {
	*Service
	d *db.DB
	t *testing.T
}

func newWorld(t *testing.T, d *db.DB) world {
	t.Helper()
	s, err := NewService(d, now, key, Options{
		Settings: []Setting{{Name: "ZONE", Group: "ZONE"}, {Name: "NAME", Group: "NAME", Default: "Presence"}, {Name: "HOST", Group: "mail"},
			{Name: "KEY", Group: "mail", Secret: true}, {Name: "PORT", Group: "PORT", Locked: true, Environment: "25"}},
		Check: func(stored map[string]string) map[string]error {
			invalid := map[string]error{}
			if stored["ZONE"] == "nowhere" {
				invalid["ZONE"] = errors.New("expected a zone")
			}
			if (stored["HOST"] == "") != (stored["KEY"] == "") {
				invalid["KEY"] = errors.New("must be set together with HOST")
			}
			return invalid
		},
		Allow: func(_ context.Context, _ *db.Tx, before, after map[string]string) error {
			if before["ZONE"] == "fixed" && after["ZONE"] != "fixed" {
				return errs.InvalidField("ZONE", "in_use", "It is in use.")
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return world{s, d, t}
}

// values are changes: "-" takes a value back.
type values map[string]string

func (v values) changes() map[string]*string {
	changes := map[string]*string{}
	for name, text := range v {
		changes[name] = &text
		if text == "-" {
			changes[name] = nil
		}
	}
	return changes
}

func (w world) save(v values) {
	w.t.Helper()
	if err := w.Save(w.t.Context(), admin, nil, v.changes()); err != nil {
		w.t.Fatal(err)
	}
}

// shown returns the present values, as "NAME=source:text", with the version.
func (w world) shown() string {
	w.t.Helper()
	v, err := w.Values(w.t.Context(), admin)
	if err != nil {
		w.t.Fatal(err)
	}
	var b strings.Builder
	for _, x := range v.List {
		fmt.Fprintf(&b, "%s=%s:%s,%t ", x.Name, x.Source, x.Text, x.Set)
	}
	return fmt.Sprintf("%s%d", b.String(), v.Version)
}

func each(t *testing.T, fn func(t *testing.T, w world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) { fn(t, newWorld(t, d)) })
}

func TestService_Save(t *testing.T) {
	for _, x := range []struct {
		name   string
		before values
		save   values
		want   string
	}{
		{"nothing is stored at first", nil, nil,
			"ZONE=default:,false NAME=default:Presence,true HOST=default:,false KEY=default:,false PORT=environment:25,true 0"},
		{"a stored value takes the place of the default", nil, values{"NAME": "Rivière"},
			"ZONE=default:,false NAME=database:Rivière,true HOST=default:,false KEY=default:,false PORT=environment:25,true 1"},
		{"a value that is taken back leaves the default, and counts as a change", values{"NAME": "Rivière"}, values{"NAME": "-"},
			"ZONE=default:,false NAME=default:Presence,true HOST=default:,false KEY=default:,false PORT=environment:25,true 2"},
		{"several values are one change, and a secret is not shown", nil, values{"HOST": "relay", "KEY": "hidden"},
			"ZONE=default:,false NAME=default:Presence,true HOST=database:relay,true KEY=database:,true PORT=environment:25,true 1"},
		{"values that are stored already change nothing", values{"NAME": "Rivière", "HOST": "relay", "KEY": "hidden"}, values{"KEY": "hidden"},
			"ZONE=default:,false NAME=database:Rivière,true HOST=database:relay,true KEY=database:,true PORT=environment:25,true 1"},
		{"an empty value that is stored counts as one", nil, values{"NAME": ""},
			"ZONE=default:,false NAME=database:,false HOST=default:,false KEY=default:,false PORT=environment:25,true 1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w world) {
				for _, v := range []values{x.before, x.save} {
					if v != nil {
						w.save(v)
					}
				}
				if got := w.shown(); got != x.want {
					t.Errorf("%s\nwant %s", got, x.want)
				}
			})
		})
	}
}

func TestService_Save_refuses(t *testing.T) {
	stale := int64(7)
	employee := admin
	employee.Role = auth.Payroll
	for _, x := range []struct {
		name   string
		by     auth.Actor
		expect *int64
		save   values
		want   string // the code of the error, or "field code" of each
	}{
		{"payroll", employee, nil, values{"NAME": "x"}, "not_allowed"},
		{"a version that is not the present one", admin, &stale, values{"NAME": "x"}, "stale"},
		{"a name that is no setting", admin, nil, values{"COLOUR": "x"}, "COLOUR not_allowed"},
		{"a setting that the environment decides", admin, nil, values{"PORT": "26"}, "PORT locked"},
		{"an invalid value", admin, nil, values{"ZONE": "nowhere"}, "ZONE format"},
		{"a value that its group does not allow alone", admin, nil, values{"HOST": "relay", "ZONE": "fixed"}, "KEY format"},
		{"every name at once", admin, nil, values{"COLOUR": "x", "PORT": "26"}, "COLOUR not_allowed, PORT locked"},
	} {
		t.Run(x.name, func(t *testing.T) {
			each(t, func(t *testing.T, w world) {
				before := w.shown()
				err := w.Save(t.Context(), x.by, x.expect, x.save.changes())
				if got := described(err); got != x.want {
					t.Errorf("%s, want %s", got, x.want)
				}
				if after := w.shown(); after != before {
					t.Errorf("changed to %s", after)
				}
			})
		})
	}
	t.Run("what a change must not undo", func(t *testing.T) {
		each(t, func(t *testing.T, w world) {
			w.save(values{"ZONE": "fixed"})
			if got := described(w.Save(t.Context(), admin, nil, values{"ZONE": "free"}.changes())); got != "ZONE in_use" {
				t.Error(got)
			}
		})
	})
	t.Run("not for an invalid value of another group", func(t *testing.T) {
		each(t, func(t *testing.T, w world) {
			err := w.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, "INSERT INTO settings (name, value, version, updated_at) VALUES ('ZONE', 'nowhere', 1, 0)")
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			w.save(values{"NAME": "Rivière"})
		})
	})
	t.Run("to show the settings to others", func(t *testing.T) {
		each(t, func(t *testing.T, w world) {
			if _, err := w.Values(t.Context(), employee); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
			if _, err := w.Stored(t.Context(), employee, nil); errs.KindOf(err) != errs.KindForbidden {
				t.Error(err)
			}
		})
	})
}

// described returns the code of an error, or the fields with their codes.
func described(err error) string {
	if fields := errs.FieldsOf(err); fields != nil {
		var list []string
		for _, f := range fields {
			list = append(list, f.Field+" "+f.Code)
		}
		return strings.Join(list, ", ")
	}
	e, ok := errs.Of(err)
	if !ok {
		return fmt.Sprint(err)
	}
	return e.Code
}

func TestService_Secrets(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.save(values{"HOST": "relay", "KEY": "hidden-1", "NAME": "Rivière"})
		w.save(values{"KEY": "hidden-2"})
		t.Run("are encrypted in the database", func(t *testing.T) {
			var value *string
			var sealed []byte
			err := w.d.QueryRow(t.Context(), "SELECT value, sealed FROM settings WHERE name = 'KEY'").Scan(&value, &sealed)
			if err != nil || value != nil || len(sealed) == 0 || strings.Contains(string(sealed), "hidden") {
				t.Errorf("%v %q %v", value, sealed, err)
			}
		})
		t.Run("are loaded with the key", func(t *testing.T) {
			got, version, err := Load(t.Context(), w.d, key, isKey)
			if err != nil || version != 2 || got["KEY"] != "hidden-2" || got["HOST"] != "relay" || got["NAME"] != "Rivière" || len(got) != 3 {
				t.Errorf("%v %d %v", got, version, err)
			}
			if v, err := StateOf(t.Context(), w.d); err != nil || v.Version != 2 || v.At == 0 {
				t.Errorf("state %v, %v", v, err)
			}
		})
		t.Run("are not loaded with another key", func(t *testing.T) {
			if _, _, err := Load(t.Context(), w.d, []byte("another key of thirty-two bytes!"), isKey); err == nil || !strings.Contains(err.Error(), "KEY") {
				t.Error(err)
			}
		})
		t.Run("are given to a test of a connection, with the changes that are not saved", func(t *testing.T) {
			got, err := w.Stored(t.Context(), admin, values{"HOST": "other", "NAME": "-"}.changes())
			if err != nil || got["HOST"] != "other" || got["KEY"] != "hidden-2" || len(got) != 2 {
				t.Errorf("%v %v", got, err)
			}
		})
		t.Run("are in the audit log without their value", func(t *testing.T) {
			list, err := audit.Search(t.Context(), w.d, audit.Filter{Kind: "setting", Rows: 9})
			if err != nil || len(list) != 4 {
				t.Fatalf("%d entries, %v", len(list), err)
			}
			text := ""
			for _, e := range list {
				text += fmt.Sprintf("%s %s %s;", e.RecordID, e.Action, e.Changes)
			}
			if strings.Contains(text, "hidden") || !strings.Contains(text, "Rivière") || !strings.Contains(text, "(secret)") {
				t.Error(text)
			}
		})
	})
}

// TestService_Save_keeps_no_secret_for_another shows that who does not know a secret cannot have it sent to a host of their own.
func TestService_Save_keeps_no_secret_for_another(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.o.Check = func(map[string]string) map[string]error { return nil } // a public client has no secret
		for i, x := range w.o.Settings {
			if x.Name == "KEY" {
				w.o.Settings[i].SentTo = "HOST"
			}
		}
		for _, x := range []struct {
			name string
			save values
			want string // the secret that is left
		}{
			{"another setting", values{"NAME": "Rivière"}, "hidden"},
			{"the same host", values{"HOST": "relay"}, "hidden"},
			{"another host", values{"HOST": "evil"}, ""},
			{"another host, with its own secret", values{"HOST": "evil", "KEY": "other"}, "other"},
			{"no host", values{"HOST": "-"}, ""},
		} {
			t.Run(x.name, func(t *testing.T) {
				w.save(values{"HOST": "relay", "KEY": "hidden"})
				tested, err := w.Stored(t.Context(), admin, x.save.changes())
				if err != nil || tested["KEY"] != x.want {
					t.Errorf("a test has %q, %v; want %q", tested["KEY"], err, x.want)
				}
				w.save(x.save)
				if got, _, err := Load(t.Context(), w.d, key, isKey); err != nil || got["KEY"] != x.want {
					t.Errorf("%q is stored, %v; want %q", got["KEY"], err, x.want)
				}
			})
		}
	})
}

// TestService_Save_signals shows that a change is signalled to every process, and a save without a change is not.
func TestService_Save_signals(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		told := make(chan struct{}, 16)
		go w.d.Listen(ctx, Signal, func() error { told <- struct{}{}; return nil })
		<-told // listening
		w.save(values{"NAME": "Rivière"})
		<-told
	})
}

func TestLoad_leaves_out_secrets_that_are_not_encrypted(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO settings (name, value, version, updated_at) VALUES ('HOST', 'a', 1, 1), ('KEY', 'clear', 1, 1)`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := Load(t.Context(), d, key, isKey); err != nil || len(got) != 1 || got["HOST"] != "a" {
			t.Errorf("got %v, %v", got, err)
		}
		if got, err := w.Stored(t.Context(), admin, nil); err != nil || got["KEY"] != "" {
			t.Errorf("the service has %v, %v", got, err)
		}
	})
}

func isKey(name string) bool { return name == "KEY" }

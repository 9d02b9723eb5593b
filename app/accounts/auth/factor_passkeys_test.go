package auth

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/openid"
	"presence/app/accounts/passkeys"
	"presence/app/platform/errs"
	"presence/db/dbtest"
)

func TestPasskeys_not_offered(t *testing.T) {
	t.Run("without them there are no options, and no answer is taken", func(t *testing.T) {
		w := newWorld(t, dbtest.OpenSQLite(t), testURL)
		p := w.add("jeanne@ferme.example", Employee)
		if w.signInOptions() != "" || w.passkeyOptions(p) != "" || w.s.HasPasskeys() {
			t.Error("there are options")
		}
		if _, err := w.s.CheckPasskey(w.ctx(), "{}", Origin{}); !errs.HasCode(err, "passkey_refused") {
			t.Error(err)
		}
		if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), "Key", "{}"); !errs.HasCode(err, "passkey_refused") {
			t.Error(err)
		}
	})
}

func TestCheckPasskey(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		key, its := w.addPasskey(p, "Phone"), w.addPasskey(other, "Laptop")
		from := Origin{IP: "192.0.2.1"}
		refused := func(t *testing.T, answer string) {
			t.Helper()
			if got, err := w.s.CheckPasskey(w.ctx(), answer, from); !errs.HasCode(err, "passkey_refused") || got.ID != "" {
				t.Errorf("got %q, %v", got.ID, err)
			}
		}
		w.run("its owner is signed in, and its use is recorded", func(t *testing.T) {
			w.now = w.now.Add(time.Minute)
			if got, err := w.s.CheckPasskey(w.ctx(), key.get(w.signInOptions()), from); err != nil || got.ID != p.ID {
				t.Fatal(got, err)
			}
			if keys, err := w.s.Passkeys(w.ctx(), browserOf(p)); err != nil || !keys[0].UsedAt.Time().Equal(w.now) {
				t.Errorf("used at %v, %v", keys, err)
			}
		})
		w.run("an answer works once", func(t *testing.T) {
			answer := key.get(w.signInOptions())
			if _, err := w.s.CheckPasskey(w.ctx(), answer, from); err != nil {
				t.Fatal(err)
			}
			refused(t, answer)
			synced := w.addPasskey(p, "Synced")
			synced.uncounted = true
			answer = synced.get(w.signInOptions())
			if _, err := w.s.CheckPasskey(w.ctx(), answer, from); err != nil {
				t.Fatal(err)
			}
			refused(t, answer)
		})
		w.run("an answer to a page that was open for an hour is refused, and one a second before is taken", func(t *testing.T) {
			early, late := w.signInOptions(), w.signInOptions()
			w.now = w.now.Add(passkeys.ChallengeTTL - time.Second)
			if _, err := w.s.CheckPasskey(w.ctx(), key.get(early), from); err != nil {
				t.Error(err)
			}
			w.now = w.now.Add(time.Second)
			refused(t, key.get(late))
		})
		w.run("a challenge of another purpose is refused", func(t *testing.T) {
			confirm, err := w.s.ReauthOptions(browserOf(p))
			if err != nil {
				t.Fatal(err)
			}
			refused(t, key.get(confirm))
			refused(t, key.get(w.passkeyOptions(p)))
			refused(t, key.get(`{"challenge":"bm90aGluZyBvZiBvdXJz"}`))
		})
		w.run("without a finger, a face or a PIN it is refused", func(t *testing.T) {
			key.flags = 0x01
			refused(t, key.get(w.signInOptions()))
			key.flags = 0x05
		})
		w.run("at another site it is refused", func(t *testing.T) {
			key.origin = "https://presence.example.net"
			refused(t, key.get(w.signInOptions()))
			key.origin, key.host = passkeyURL, "example.net"
			refused(t, key.get(w.signInOptions()))
			key.host = "localhost"
		})
		w.run("the signature of another key is refused", func(t *testing.T) {
			own := key.key
			key.key = its.key
			refused(t, key.get(w.signInOptions()))
			key.key = own
		})
		w.run("the handle of another person is refused", func(t *testing.T) {
			own := key.handle
			key.handle = its.handle
			refused(t, key.get(w.signInOptions()))
			key.handle = own
		})
		w.run("a counter that goes back is that of a copy, and is refused", func(t *testing.T) {
			own := key.count
			key.count = 0
			refused(t, key.get(w.signInOptions()))
			key.count = own
		})
		w.run("one that is not known is refused, and what is no answer", func(t *testing.T) {
			stranger := newAuthenticator(t)
			stranger.handle = key.handle
			for _, answer := range []string{stranger.get(w.signInOptions()), "", "{}", "null", `{"id":"AA","rawId":"AA","type":"public-key"}`} {
				refused(t, answer)
			}
		})
		w.run("that of a person who is disabled is refused", func(t *testing.T) {
			if err := w.s.SetDisabled(w.ctx(), Actor{Via: "command"}, other.Email, true); err != nil {
				t.Fatal(err)
			}
			refused(t, its.get(w.signInOptions()))
		})
		w.run("after sixty failures from one network it is not looked at", func(t *testing.T) {
			for range 60 {
				_, _ = w.s.CheckPasskey(w.ctx(), "{}", Origin{IP: "198.51.100.7"})
			}
			if _, err := w.s.CheckPasskey(w.ctx(), key.get(w.signInOptions()),
				Origin{IP: "198.51.100.7"}); errs.KindOf(err) != errs.KindRateLimited {
				t.Error(err)
			}
			if _, err := w.s.CheckPasskey(w.ctx(), key.get(w.signInOptions()), from); err != nil {
				t.Errorf("from another network: %v", err)
			}
		})
		w.run("used challenges are forgotten when they have expired", func(t *testing.T) {
			w.now = w.now.Add(passkeys.ChallengeTTL)
			if err := w.s.Sweep(w.ctx()); err != nil {
				t.Fatal(err)
			}
			if n := w.count(`SELECT COUNT(*) FROM auth_secrets WHERE name LIKE 'passkey/%'`); n != 0 {
				t.Errorf("%d are kept", n)
			}
		})
	})
}

func TestAddPasskey(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		first := newAuthenticator(w.t)
		w.run("the first comes with ten recovery codes, and the second with none", func(t *testing.T) {
			codes, err := w.s.AddPasskey(w.ctx(), browserOf(p), "  My   phone ", first.create(w.passkeyOptions(p)))
			if err != nil || len(codes) != 10 {
				t.Fatal(codes, err)
			}
			codes, err = w.s.AddPasskey(w.ctx(), browserOf(p), "Laptop", newAuthenticator(t).create(w.passkeyOptions(p)))
			if err != nil || codes != nil {
				t.Fatal(codes, err)
			}
			keys, err := w.s.Passkeys(w.ctx(), browserOf(p))
			if err != nil || len(keys) != 2 || keys[0].Name != "My phone" || keys[1].Name != "Laptop" {
				t.Errorf("%+v, %v", keys, err)
			}
			if got := w.audited(p); got != "passkey_added passkey_added" {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("a device that has one is told so", func(t *testing.T) {
			if o := w.passkeyOptions(p); !strings.Contains(o, b64.EncodeToString(first.id)) {
				t.Errorf("the options are %s", o)
			}
		})
		w.run("the same key is not added twice, nor an answer", func(t *testing.T) {
			for _, who := range []Person{p, other} {
				answer := first.create(w.passkeyOptions(who))
				if _, err := w.s.AddPasskey(w.ctx(), browserOf(who), "Again", answer); !errs.HasCode(err, "passkey_refused") {
					t.Error(err)
				}
			}
			options := w.passkeyOptions(p)
			if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), "Once", newAuthenticator(t).create(options)); err != nil {
				t.Error(err)
			}
			if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), "Twice", newAuthenticator(t).create(options)); !errs.HasCode(err, "passkey_refused") {
				t.Error(err)
			}
		})
		w.run("options of another person, of a sign-in or without verification give none", func(t *testing.T) {
			weak := newAuthenticator(t)
			weak.flags = 0x01
			for _, answer := range []string{newAuthenticator(t).create(w.passkeyOptions(other)), newAuthenticator(t).create(w.signInOptions()),
				weak.create(w.passkeyOptions(p)), "{}"} {
				if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), "Key", answer); !errs.HasCode(err, "passkey_refused") {
					t.Error(err)
				}
			}
		})
		w.run("a name has from 1 to 60 characters", func(t *testing.T) {
			for name, code := range map[string]string{" ": "required", strings.Repeat("é", 61): "too_long", "a\x00": "too_long"} {
				_, err := w.s.AddPasskey(w.ctx(), browserOf(p), name, newAuthenticator(t).create(w.passkeyOptions(p)))
				if f := errs.FieldsOf(err); len(f) != 1 || f[0].Field != "name" || f[0].Code != code {
					t.Errorf("%q: %v", name, err)
				}
			}
			if _, err := w.s.AddPasskey(w.ctx(), browserOf(p), strings.Repeat("é", 60),
				newAuthenticator(t).create(w.passkeyOptions(p))); err != nil {
				t.Error(err)
			}
		})
		w.run("a program adds none", func(t *testing.T) {
			if _, err := w.s.AddPasskey(w.ctx(), p.actor("bearer"), "Key", newAuthenticator(t).create(w.passkeyOptions(p))); !errs.HasCode(err,
				"browser_only") {
				t.Error(err)
			}
		})
		w.run("a person has at most twenty", func(t *testing.T) {
			for i := range maxPasskeys {
				w.addPasskey(other, fmt.Sprint("Key ", i))
			}
			if _, err := w.s.AddPasskey(w.ctx(), browserOf(other), "One more",
				newAuthenticator(t).create(w.passkeyOptions(other))); !errs.HasCode(err,
				"too_many_passkeys") {
				t.Error(err)
			}
		})
	})
}

func TestRenamePasskey(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		p, other := w.add("jeanne@ferme.example", Employee), w.add("paul@ferme.example", Employee)
		w.addPasskey(p, "Phone")
		keys, err := w.s.Passkeys(w.ctx(), browserOf(p))
		if err != nil {
			w.t.Fatal(err)
		}
		id := keys[0].ID
		w.run("its owner gives it another name", func(t *testing.T) {
			if err := w.s.RenamePasskey(w.ctx(), browserOf(p), id, "Old phone"); err != nil {
				t.Fatal(err)
			}
			if keys, _ := w.s.Passkeys(w.ctx(), browserOf(p)); keys[0].Name != "Old phone" {
				t.Errorf("it is called %s", keys[0].Name)
			}
			if err := w.s.RenamePasskey(w.ctx(), browserOf(p), id, "Old phone"); err != nil { // nothing to record
				t.Fatal(err)
			}
			if got := w.audited(p); got != "passkey_added passkey_renamed" {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("nobody else does, and not with an empty name", func(t *testing.T) {
			if err := w.s.RenamePasskey(w.ctx(), browserOf(other), id, "Mine"); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
			if err := w.s.RenamePasskey(w.ctx(), browserOf(p), id, ""); len(errs.FieldsOf(err)) != 1 {
				t.Error(err)
			}
		})
	})
}

func TestRemovePasskey(t *testing.T) {
	eachWithPasskeys(t, func(w *world) {
		// with makes a person with passkeys, and returns them.
		with := func(email string, keys int) (Person, []Passkey) {
			p := w.add(email, Payroll)
			for i := range keys {
				w.addPasskey(p, fmt.Sprint("Key ", i))
			}
			list, err := w.s.Passkeys(w.ctx(), browserOf(p))
			if err != nil {
				w.t.Fatal(err)
			}
			return p, list
		}
		withoutPassword := func(p Person) { w.exec(`UPDATE people SET password_hash = NULL WHERE id = $1`, p.ID) }
		w.run("where there is a password the last one goes, with the recovery codes", func(t *testing.T) {
			p, keys := with("password@ferme.example", 1)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); err != nil {
				t.Fatal(err)
			}
			if n := w.count(`SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1`, p.ID); n != 0 {
				t.Errorf("%d recovery codes are left", n)
			}
			if got := w.audited(p); got != "passkey_added passkey_removed" {
				t.Errorf("the log says %s", got)
			}
		})
		w.run("without a password one is left", func(t *testing.T) {
			p, keys := with("two@ferme.example", 2)
			withoutPassword(p)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); err != nil {
				t.Fatal(err)
			}
			if n := w.count(`SELECT COUNT(*) FROM recovery_codes WHERE person_id = $1`, p.ID); n != 10 {
				t.Errorf("%d recovery codes are left", n)
			}
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[1].ID); !errs.HasCode(err, "last_way_in") {
				t.Error(err)
			}
		})
		w.run("an identity at a provider that is not configured is no way in", func(t *testing.T) {
			p, keys := with("sso@ferme.example", 1)
			withoutPassword(p)
			w.exec(`INSERT INTO identities (issuer, subject, person_id, created_at) VALUES ('https://id.example', 's', $1, 0)`, p.ID)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); !errs.HasCode(err, "last_way_in") {
				t.Error(err)
			}
			w.s.provider = openid.New(openid.Config{Issuer: "https://id.example"}, testURL, time.Now)
			defer func() { w.s.provider = nil }()
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); err != nil {
				t.Errorf("configured: %v", err)
			}
		})
		w.run("the demo signs its people in anyway", func(t *testing.T) {
			p, keys := with("demo@ferme.example", 1)
			withoutPassword(p)
			w.s.demo = []DemoPerson{{Email: p.Email}}
			defer func() { w.s.demo = nil }()
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); err != nil {
				t.Error(err)
			}
		})
		w.run("nobody removes that of another person", func(t *testing.T) {
			p, keys := with("mine@ferme.example", 1)
			other := w.add("other@ferme.example", Payroll)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(other), keys[0].ID); errs.KindOf(err) != errs.KindNotFound {
				t.Error(err)
			}
			if err := w.s.RemovePasskey(w.ctx(), p.actor("bearer"), keys[0].ID); !errs.HasCode(err, "browser_only") {
				t.Error(err)
			}
		})
		w.run("a role that must have a second factor keeps one", func(t *testing.T) {
			if err := w.s.SetRequiredRoles(w.ctx(), Actor{Role: Admin}, []Role{Payroll}); err != nil {
				t.Fatal(err)
			}
			p, keys := with("required@ferme.example", 1)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); !errs.HasCode(err, "factor_required") {
				t.Error(err)
			}
			w.addCodeApp(p)
			if err := w.s.RemovePasskey(w.ctx(), browserOf(p), keys[0].ID); err != nil {
				t.Errorf("with one-time codes: %v", err)
			}
			if err := w.s.RemoveCodeApp(w.ctx(), browserOf(p)); !errs.HasCode(err, "factor_required") {
				t.Errorf("and these are the last: %v", err)
			}
		})
	})
}

// Package configuration stores the settings of the company that administrators change in the browser: time zone, pay calendar, mail,
// sign-in and customers. The program builds its services from them, and builds them again after each change (app.Serve).
//
// A setting has the name of its environment variable. A value in the environment takes precedence over a stored one and locks the
// setting. Passwords and keys are stored encrypted and are never shown again.
package configuration

// Setting describes one setting.
type Setting struct {
	Name        string
	Default     string
	Help        string
	Group       string // settings of one group are validated, and locked, together
	Secret      bool
	SentTo      string // of a secret: the setting that says to whom it is sent; another value of that one takes the secret back
	Locked      bool   // the environment decides it
	LockedBy    string // the variable of its group that is set in the environment
	Environment string // the value in the environment; "" if there is none
}

// Source says where the value of a setting comes from.
type Source string

// The sources, in order of precedence.
const (
	FromEnvironment Source = "environment"
	FromDatabase    Source = "database"
	FromDefault     Source = "default"
)

// Value is a setting with its present value.
type Value struct {
	Setting
	Source Source
	Text   string // the value; "" for a secret one
	Set    bool   // a value that is not empty is in effect
}

// Values are all settings at one moment.
type Values struct {
	List    []Value // in the order of Options.Settings
	Version int64   // of the stored settings; it grows with every change
}

// Of returns the value of the setting with that name.
func (v Values) Of(name string) Value {
	for _, x := range v.List {
		if x.Name == name {
			return x
		}
	}
	return Value{}
}

// stored are the stored values by name, without those that were taken back.
type stored map[string]string

// value returns the setting with its present value.
func (s stored) value(x Setting) Value {
	v := Value{Setting: x, Source: FromDefault, Text: x.Default}
	switch text, ok := s[x.Name]; {
	case x.Locked:
		v.Source, v.Text = FromEnvironment, x.Environment
	case ok:
		v.Source, v.Text = FromDatabase, text
	}
	v.Set = v.Text != ""
	if x.Secret {
		v.Text = ""
	}
	return v
}

// with returns a copy with the changes: new values by name, nil for the default. A secret that would be sent to another server
// than before is left out, unless it is among the changes: who does not know it must not get it that way.
func (s stored) with(all []Setting, changes map[string]*string) stored {
	next := stored{}
	for name, text := range s {
		next[name] = text
	}
	for name, text := range changes {
		delete(next, name)
		if text != nil {
			next[name] = *text
		}
	}
	for _, x := range all {
		if _, typed := changes[x.Name]; !typed && x.SentTo != "" && next[x.SentTo] != s[x.SentTo] {
			delete(next, x.Name)
		}
	}
	return next
}

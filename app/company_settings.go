package app

import (
	"maps"
	"slices"
	"strconv"

	"presence/app/accounts/configuration"
	"presence/app/platform/i18n"
	"presence/app/workforce/breakrules"
	"presence/app/workforce/labourstandards"
)

// Setting is a setting of the company. Its value is that of the environment; without one it is the value that an administrator has
// stored in the database, else the default.
type Setting struct {
	Name    string // of the environment variable
	Default string
	Help    string
	Group   string // a value in the environment for one setting locks its whole group; "": the setting alone
	Secret  bool   // contains a password or a key: it is stored encrypted and never shown
	SentTo  string // of a secret: the setting that says to whom it is sent
	Machine bool   // only the environment can set it
	Decides bool   // of a setting of the machine: a value locks the group as well

	Read       func(c *Config, value string) error // reads the value of the setting into c
	readStored func(c *Config, value string) error // of a value that an administrator has stored; nil: as Read
}

// Groups of settings that are decided in one place.
const (
	signInGroup  = "sign-in"
	bulkGroup    = "bulk"
	mailboxGroup = "mailbox"
	bouncesGroup = "bounces"
)

// CompanySettings returns the settings of the company in the order in which they must be read: some depend on others.
func CompanySettings() []Setting { return slices.Concat(generalSettings, mailSettings) }

// isSecretSetting reports whether the setting with a name is secret.
func isSecretSetting(name string) bool {
	return slices.ContainsFunc(CompanySettings(), func(x Setting) bool { return x.Name == name && x.Secret })
}

// needsSecret reports whether the setting with a name is secret, or is in a group with a secret one, without which it has no effect.
func needsSecret(name string) bool {
	all := CompanySettings()
	i := slices.IndexFunc(all, func(x Setting) bool { return x.Name == name })
	return i >= 0 && slices.ContainsFunc(all, func(x Setting) bool { return x.Secret && x.group() == all[i].group() })
}

// group returns the setting's group; a setting without one is its own group.
func (x Setting) group() string {
	if x.Group != "" {
		return x.Group
	}
	return x.Name
}

// lockedGroups returns the groups whose values the environment decides, each with the first variable that is set.
func (c *Config) lockedGroups() map[string]string {
	locked := map[string]string{}
	for _, x := range CompanySettings() {
		if c.Environment[x.Name] != "" && (!x.Machine || x.Decides) && locked[x.group()] == "" {
			locked[x.group()] = x.Name
		}
	}
	return locked
}

// withStored returns the configuration with values stored in the database, by the names of their settings. Locked groups are not
// changed. Neither is a group in which a value is invalid; its errors are returned, by the names of the settings. The result is isolated
// if MAIL_OUTBOX_ONLY says so.
func (c Config) withStored(stored map[string]string) (Config, map[string]error) {
	done, faults := map[string]bool{}, map[string]error{}
	for group := range c.lockedGroups() {
		done[group] = true
	}
	for _, first := range CompanySettings() {
		group := first.group()
		if done[group] {
			continue
		}
		done[group] = true
		next, invalid := c.withStoredGroup(group, stored)
		if len(invalid) == 0 {
			c = next
		}
		maps.Copy(faults, invalid)
	}
	return c.isolated(), faults
}

// withStoredGroup reads all settings of a group if a value is stored for one of them.
func (c Config) withStoredGroup(group string, stored map[string]string) (Config, map[string]error) {
	members := slices.DeleteFunc(CompanySettings(), func(x Setting) bool { return x.group() != group })
	if !slices.ContainsFunc(members, func(x Setting) bool { return !x.Machine && stored[x.Name] != "" }) {
		return c, nil
	}
	invalid := map[string]error{}
	for _, x := range members {
		value, read := c.Environment[x.Name], x.Read
		if value == "" && !x.Machine {
			value = stored[x.Name]
			if value != "" && x.readStored != nil {
				read = x.readStored
			}
		}
		if value == "" {
			value = x.Default
		}
		if err := read(&c, value); err != nil {
			invalid[x.Name] = err
		}
	}
	return c, invalid
}

// configurationOptions returns the settings that can be stored, for package configuration.
func (c Config) configurationOptions() configuration.Options {
	o := configuration.Options{
		Resolver:   c.Resolver,
		OutboxOnly: c.Mail.OutboxOnly,
		Allow:      c.allow, TestSignIn: c.testSignIn, TestCustomers: c.testCustomers,
		TestBounces: c.testBounces,
		Norms:       normOptions,
		BreakSteps:  breakSteps,
		Check: func(stored map[string]string) map[string]error {
			_, invalid := c.withStored(stored)
			return invalid
		},
		Mail: func(stored map[string]string) configuration.Mail {
			next, _ := c.withStored(stored)
			return configuration.Mail{Bulk: next.Mail.Bulk, Mailbox: next.Mail.Mailbox, Senders: next.Mail.Senders}
		},
	}
	locked := c.lockedGroups()
	for _, x := range CompanySettings() {
		if !x.Machine {
			o.Settings = append(o.Settings, configuration.Setting{Name: x.Name, Default: x.Default, Help: x.Help, Group: x.group(),
				Secret: x.Secret, SentTo: x.SentTo,
				Locked: locked[x.group()] != "", LockedBy: locked[x.group()], Environment: c.Environment[x.Name]})
		}
	}
	return o
}

// normOptions returns the labour standards that a company chooses from.
func normOptions(l i18n.Lang) (list []configuration.Choice) {
	for _, n := range labourstandards.All() {
		list = append(list, configuration.Choice{Value: n.ID, Label: n.Title(l)})
	}
	return list
}

// breakSteps returns the breaks of a break rule.
func breakSteps(text string) (list []configuration.BreakStep, ok bool) {
	rule, ok := breakrules.Parse(text)
	rule.Each(func(hours string, b breakrules.Break) {
		list = append(list, configuration.BreakStep{Hours: hours, Minutes: strconv.FormatInt(b.Minutes, 10), Paid: b.Paid})
	})
	return list, ok
}

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"text/tabwriter"

	"presence/app"
	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/platform/errs"
)

// operator is the actor of the settings commands.
var operator = auth.Actor{Via: "command", Role: auth.Admin}

// settingsList prints the settings of the company. Passwords and keys are not printed.
func settingsList(ctx context.Context, c *cli, args []string) error {
	if err := c.flags("settings list", args, nil); err != nil {
		return err
	}
	return c.withSettings(ctx, func(_ *app.App, v configuration.Values) error {
		w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
		for _, x := range v.List {
			fmt.Fprintf(w, "%s\t%s\t%s\n", x.Name, x.Source, printed(x))
		}
		return w.Flush()
	})
}

// settingsGet prints the value of one setting.
func settingsGet(ctx context.Context, c *cli, args []string) error {
	name := ""
	err := c.flags("settings get", args, func(f *flag.FlagSet) { f.StringVar(&name, "name", "", "name of the setting, such as TIMEZONE") })
	if err != nil {
		return err
	}
	return c.withSettings(ctx, func(_ *app.App, v configuration.Values) error {
		x := v.Of(name)
		if x.Name == "" {
			return fmt.Errorf("there is no setting %q: run “presence settings list”", name)
		}
		_, err := fmt.Fprintln(c.out, printed(x))
		return err
	})
}

// printed returns the value of a setting, or whether there is one if it is secret.
func printed(x configuration.Value) string {
	switch {
	case !x.Secret:
		return x.Text
	case x.Set:
		return "(set)"
	}
	return ""
}

// settingsSet stores the value of one setting, which is read from standard input so that a password is not in the list of processes;
// without one the default applies again. Running servers use it within seconds.
func settingsSet(ctx context.Context, c *cli, args []string) error {
	name, reset := "", false
	err := c.flags("settings set", args, func(f *flag.FlagSet) {
		f.StringVar(&name, "name", "", "name of the setting, such as TIMEZONE")
		f.BoolVar(&reset, "default", false, "take the stored value back, so that the default applies")
	})
	if err != nil {
		return err
	}
	changes := map[string]*string{name: nil}
	if !reset {
		text, err := firstLine(c.in)
		if err != nil {
			return err
		}
		if text == "" {
			return errors.New("standard input is empty; --default takes the stored value back")
		}
		changes[name] = &text
	}
	return c.withSettings(ctx, func(a *app.App, _ configuration.Values) error {
		err := a.Configuration.Save(ctx, operator, nil, changes)
		if fields := errs.FieldsOf(err); fields != nil {
			return fmt.Errorf("%s: %s", fields[0].Field, fields[0].Detail)
		}
		return err
	})
}

func (c *cli) withSettings(ctx context.Context, do func(*app.App, configuration.Values) error) error {
	return c.withApp(ctx, func(a *app.App) error {
		v, err := a.Configuration.Values(ctx, operator)
		if err != nil {
			return err
		}
		return do(a, v)
	})
}

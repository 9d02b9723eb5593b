package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/hashicorp/go-envparse"
)

// usualSettingsFile is read where SETTINGS_FILE names no other, if it exists.
const usualSettingsFile = "/etc/presence.env"

// withSettingsFile gives an environment in which what is not set in the environment comes from the settings file, so that a
// command run by hand has the settings of the service. It also gives the names in the file that are no settings,
// sorted. The file has a line NAME=value for each setting; a value with # or quotes in it stands in quotes.
func withSettingsFile(getenv func(string) string) (merged func(string) string, unknown []string, err error) {
	file := getenv("SETTINGS_FILE")
	named := file != ""
	if !named {
		file = usualSettingsFile
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return getenv, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("SETTINGS_FILE: %w", err)
	}
	defer f.Close()
	values, err := envparse.Parse(f)
	if err != nil {
		return nil, nil, fmt.Errorf("SETTINGS_FILE: %s: %w", file, err)
	}
	for name := range values {
		if !slices.ContainsFunc(all, func(s setting) bool { return s.name == name }) {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return values[name]
	}, unknown, nil
}

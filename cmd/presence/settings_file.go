package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/hashicorp/go-envparse"
)

// usualSettingsFile is read if it exists and SETTINGS_FILE is not set.
const usualSettingsFile = "/etc/presence.env"

// withSettingsFile returns a getenv that takes variables missing in the environment from the settings file, so that a command
// run in a shell has the settings of the service. It also returns the unknown names in the file, sorted. The file has a line
// NAME=value for each setting; a value that contains # or quotes must be quoted.
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

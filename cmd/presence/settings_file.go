package main

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/go-envparse"
)

// usualSettingsFile is read if it exists and SETTINGS_FILE is not set.
const usualSettingsFile = "/etc/presence.env"

// withSettingsFile returns a getenv that takes variables missing in the environment from the settings file, so that a command
// run in a shell has the settings of the service. It also returns the unknown names in the file, sorted. The file has a line
// NAME=value for each setting; a value that contains # or quotes must be quoted.
func withSettingsFile(getenv func(string) string) (merged func(string) string, unknown []unknownSetting, err error) {
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
			unknown = append(unknown, unknownSetting{name, file, nearestSetting(name)})
		}
	}
	slices.SortFunc(unknown, func(a, b unknownSetting) int { return strings.Compare(a.name, b.name) })
	return func(name string) string {
		if v := getenv(name); v != "" {
			return v
		}
		return values[name]
	}, unknown, nil
}

// unknownSetting is a name in the settings file that is no setting.
type unknownSetting struct{ name, file, nearest string }

// warn logs the name, the file, and the setting that was probably meant.
func (u unknownSetting) warn(log *slog.Logger) {
	args := []any{"name", u.name, "file", u.file}
	if u.nearest != "" {
		args = append(args, "did_you_mean", u.nearest)
	}
	log.Warn("the settings file has a name that is no setting", args...)
}

// nearestSetting returns the setting whose name differs least from a name, by one or two characters; "" if there is none.
func nearestSetting(name string) (nearest string) {
	least := 3
	for _, s := range all {
		if d := distance(name, s.name); d < least {
			nearest, least = s.name, d
		}
	}
	return nearest
}

// distance is the Levenshtein distance of two texts of ASCII characters: how many must be inserted, deleted or replaced.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // the distances of a[:i] to each b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0] // the distance of a[:i] to b[:j]
		row[0] = i + 1
		for j := range len(b) {
			replaced := before
			if a[i] != b[j] {
				replaced++
			}
			before = row[j+1]
			row[j+1] = min(replaced, row[j]+1, before+1)
		}
	}
	return row[len(b)]
}

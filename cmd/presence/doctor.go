package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"presence/app"
	"presence/app/doctor"
	"presence/app/platform/i18n"
)

// exitStatus is the error of a command that has said everything on standard output, and ends with another status than 0.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// exitStatuses are the exit statuses of `presence doctor`, by the worst result.
var exitStatuses = map[doctor.Severity]exitStatus{doctor.Warning: 1, doctor.Error: 2}

// runDoctor checks the installation and prints the results: the environment and the settings file, the files, and all that app.Diagnose
// checks. It changes nothing.
func runDoctor(ctx context.Context, c *cli, args []string) error {
	asJSON := false
	err := c.flags("doctor", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "print JSON") })
	if err != nil {
		return err
	}
	results := c.diagnose(ctx)
	if asJSON {
		err = json.NewEncoder(c.out).Encode(map[string]any{"status": doctor.Worst(results), "results": results})
	} else {
		err = printResults(c, results)
	}
	if status := exitStatuses[doctor.Worst(results)]; err == nil && status != 0 {
		return status
	}
	return err
}

// printResults prints the results in columns, each remedy below its result.
func printResults(c *cli, results []doctor.Result) error {
	w := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, r := range results {
		fmt.Fprintf(w, "%s\t%s\t%s\n", r.Severity, r.Check, r.Text)
		if r.Remedy != "" {
			fmt.Fprintf(w, "\t\t→ %s\n", r.Remedy)
		}
	}
	return w.Flush()
}

// diagnose runs all checks. With invalid settings it only tells these: nothing else could be trusted.
func (c *cli) diagnose(ctx context.Context) []doctor.Result {
	f := doctor.Finding{Lang: i18n.EN, Check: doctor.Settings}
	s, err := c.settings()
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return []doctor.Result{f.Failed(i18n.DoctorSettingBadDo, i18n.DoctorSettingBad, err)}
		}
		var list []doctor.Result
		for line := range strings.SplitSeq(err.Error(), "\n") {
			list = append(list, f.Bad(doctor.Error, i18n.DoctorSettingBadDo, i18n.DoctorSettingBad, line))
		}
		return list
	}
	list := checkNames(f, append(s.unknown, unknownVariables(c.environ)...))
	list = append(list, doctor.Patient{Lang: i18n.EN}.Files(s.privateFiles(c.getenv("SETTINGS_FILE")))...)
	if err := s.readKey(); err != nil {
		return append(list, doctor.Finding{Lang: i18n.EN, Check: doctor.Key}.Failed(i18n.DoctorKeyDo, i18n.DoctorFailed, err))
	}
	return append(list, app.Diagnose(ctx, s.Config, i18n.EN)...)
}

// checkNames returns the results of a check of the names of settings.
func checkNames(f doctor.Finding, unknown []unknownSetting) (list []doctor.Result) {
	for _, u := range unknown {
		if u.nearest != "" {
			list = append(list, f.Bad(doctor.Warning, i18n.DoctorSettingNearDo, i18n.DoctorSettingNear, u.name, u.file, u.nearest))
		} else {
			list = append(list, f.Bad(doctor.Warning, i18n.DoctorSettingOtherDo, i18n.DoctorSettingOther, u.name, u.file))
		}
	}
	if list == nil {
		list = append(list, f.OK(i18n.DoctorSettingsOK))
	}
	return list
}

// unknownVariables returns the variables of the environment that are no settings and were probably meant to be: their names differ from
// that of a setting by one or two characters, or begin like those of several settings. environ is as os.Environ returns it.
func unknownVariables(environ []string) (list []unknownSetting) {
	prefixes := map[string]int{} // by the first word of names, with its underscore: how many settings have it
	known := map[string]bool{}
	for _, s := range all {
		known[s.name] = true
		if first, _, more := strings.Cut(s.name, "_"); more {
			prefixes[first+"_"]++
		}
	}
	delete(prefixes, "OTEL_") // the SDK of OpenTelemetry has more
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		first, _, more := strings.Cut(name, "_")
		nearest := nearestSetting(name)
		if !known[name] && value != "" && (nearest != "" || more && prefixes[first+"_"] > 1) {
			list = append(list, unknownSetting{name, "environment", nearest})
		}
	}
	slices.SortFunc(list, func(a, b unknownSetting) int { return strings.Compare(a.name, b.name) })
	return list
}

// privateFiles are what others must not read: the data folder, the key, the database, and the settings file, which a group may read.
func (s *settings) privateFiles(settingsFile string) []doctor.PrivateFile {
	if settingsFile == "" {
		settingsFile = usualSettingsFile
	}
	list := []doctor.PrivateFile{{Path: s.DataDir, Others: 0o007, Remedy: i18n.DoctorFolderDo},
		{Path: filepath.Join(s.DataDir, keyFile), Others: 0o077, Remedy: i18n.DoctorFilesDo},
		{Path: settingsFile, Others: 0o007, Remedy: i18n.DoctorSettingsFileDo}}
	if path, isFile := strings.CutPrefix(s.DatabaseURL, "sqlite:"); isFile {
		path = strings.TrimPrefix(path, "//")
		for _, name := range []string{path, path + "-wal", path + "-shm"} {
			list = append(list, doctor.PrivateFile{Path: name, Others: 0o077, Remedy: i18n.DoctorFilesDo})
		}
	}
	return list
}

// readKey reads the key without creating one or changing its mode; without one, SecretKey stays empty.
func (s *settings) readKey() error {
	if s.secretKey != "" {
		s.SecretKey = sealingKey(s.secretKey)
		return nil
	}
	key, err := readKeyFile(filepath.Join(s.DataDir, keyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	s.SecretKey = key
	return err
}

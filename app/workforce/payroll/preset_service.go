package payroll

import (
	"context"
	"strconv"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/db"
)

// Presets returns the company's presets, sorted by name.
func (s *Service) Presets(ctx context.Context, by auth.Actor) ([]Preset, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	return presets(ctx, s.db)
}

// Preset returns one preset.
func (s *Service) Preset(ctx context.Context, by auth.Actor, id int64) (Preset, error) {
	if err := requirePayroll(by); err != nil {
		return Preset{}, err
	}
	return presetByID(ctx, s.db, id)
}

// PresetNames returns the names of presets, live or archived, by their ids.
func (s *Service) PresetNames(ctx context.Context, by auth.Actor, ids []int64) (map[int64]string, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	return presetNames(ctx, s.db, ids)
}

// SavePreset saves a new preset (id 0), or changes one that has the expected version (nil: any). Existing files do not change.
func (s *Service) SavePreset(ctx context.Context, by auth.Actor, p Preset, expect *int64) (kept Preset, err error) {
	if err := requirePayroll(by); err != nil {
		return p, err
	}
	if err := p.Validate().Err(); err != nil {
		return p, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p.ID == 0 {
			if kept, err = insertPreset(ctx, tx, p, s.at()); err != nil {
				return err
			}
			return s.recordPresetAudit(ctx, tx, by, "created", kept.ID, audit.Diff(nil, kept))
		}
		old, err := currentPreset(ctx, tx, p.ID, expect)
		if err != nil {
			return err
		}
		if kept, err = savePreset(ctx, tx, p, s.at()); err != nil {
			return err
		}
		return s.recordPresetAudit(ctx, tx, by, "updated", kept.ID, audit.Diff(old, kept))
	})
	if db.IsUnique(err, "payroll_presets_name") {
		return p, errs.InvalidField("name", "taken", "Another preset has this name.")
	}
	return kept, err
}

// DeletePreset archives a preset.
func (s *Service) DeletePreset(ctx context.Context, by auth.Actor, id int64, expect *int64) (p Preset, err error) {
	if err := requirePayroll(by); err != nil {
		return p, err
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = currentPreset(ctx, tx, id, expect); err != nil {
			return err
		}
		if err := archivePreset(ctx, tx, id, s.at()); err != nil {
			return err
		}
		return s.recordPresetAudit(ctx, tx, by, "archived", id, audit.Changes{})
	})
	return p, err
}

func currentPreset(ctx context.Context, tx *db.Tx, id int64, expect *int64) (Preset, error) {
	if err := tx.LockRows(ctx, "payroll_presets", id); err != nil {
		return Preset{}, err
	}
	p, err := presetByID(ctx, tx, id)
	if err == nil && expect != nil && *expect != p.Version {
		return p, errs.Stale()
	}
	return p, err
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// formatCodes formats codes for the form, one per line.
func formatCodes(codes []Code) string {
	lines := make([]string, len(codes))
	for i, c := range codes {
		lines[i] = c.Ours + "=" + c.Theirs
	}
	return strings.Join(lines, "\n")
}

// parseCodes parses what formatCodes returns. A line without a separator becomes a code without a name, which Validate rejects.
func parseCodes(text string) (codes []Code) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			code, adpCode, _ := strings.Cut(line, "=")
			codes = append(codes, Code{strings.TrimSpace(code), strings.TrimSpace(adpCode)})
		}
	}
	return codes
}

func (s *Service) recordPresetAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "payroll_preset",
		RecordID: strconv.FormatInt(id, 10), Changes: changes})
}

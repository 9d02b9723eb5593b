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

// Presets are the company's layouts, by name.
func (s *Service) Presets(ctx context.Context, by auth.Actor) ([]Preset, error) {
	if err := requirePayroll(by); err != nil {
		return nil, err
	}
	return presets(ctx, s.db)
}

// Preset is one of them.
func (s *Service) Preset(ctx context.Context, by auth.Actor, id int64) (Preset, error) {
	if err := requirePayroll(by); err != nil {
		return Preset{}, err
	}
	return presetByID(ctx, s.db, id)
}

// SavePreset keeps a new preset (id 0), or the changes of one in the version that is expected (nil: any). Files that
// were made with it stay as they are.
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

// DeletePreset moves one to the archive.
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

// formatCodes is codes as people type them, one a line.
func formatCodes(codes []Code) string {
	lines := make([]string, len(codes))
	for i, c := range codes {
		lines[i] = c.Ours + "=" + c.Theirs
	}
	return strings.Join(lines, "\n")
}

// parseCodes reads what formatCodes writes; a line without a sign is a code without a name, which Validate refuses.
func parseCodes(text string) (codes []Code) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			ours, theirs, _ := strings.Cut(line, "=")
			codes = append(codes, Code{strings.TrimSpace(ours), strings.TrimSpace(theirs)})
		}
	}
	return codes
}

func (s *Service) recordPresetAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, id int64, changes audit.Changes) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "payroll_preset",
		RecordID: strconv.FormatInt(id, 10), Changes: changes})
}

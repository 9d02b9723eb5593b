package events

import (
	"context"
	"crypto/sha256"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/errs"
	"presence/app/platform/i18n"
	"presence/db"
)

// Limits of the attachments of an event (R3).
const (
	MaxFiles    = 6       // for one event
	MaxFileSize = 4 << 20 // bytes of one file
)

// File is an attachment without its bytes.
type File struct {
	ID        int64
	EventID   string
	Name      string
	MediaType string // detected from the bytes
	Size      int64  // bytes
	Language  string // "fr", "en" or "both": the invitations it is attached to
}

// For reports whether the file is attached to invitations in a language.
func (f File) For(lang string) bool { return f.Language == "both" || f.Language == lang }

// NewFile is an attachment that is to be added.
type NewFile struct {
	Name     string
	Language string
	Data     []byte

	mediaType string
}

// Validate detects the type of the file from its bytes, cleans its name, and returns all errors.
func (n *NewFile) Validate() errs.Fields {
	var faults errs.Fields
	if !slices.Contains([]string{"fr", "en", "both"}, n.Language) {
		faults.Add("language", "not_allowed", "Expected one of fr, en, both.")
	}
	switch {
	case len(n.Data) == 0:
		faults.Add("data", "required", "This field is required.")
	case len(n.Data) > MaxFileSize:
		faults.Add("data", "file_too_large", "A file has at most 4 MB.")
	default:
		k, code, detail := detectType(n.Data)
		if code != "" {
			faults.Add("data", code, detail)
			break
		}
		n.mediaType, n.Name = k.mediaType, cleanName(n.Name, k)
	}
	return faults
}

const maxName = 100 // characters

// cleanName makes a file name that every system can save: without folders, control characters and direction characters, not too
// long, and with the extension of the file's type.
func cleanName(name string, k fileType) string {
	name = strings.ToValidUTF8(name, "")
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) || strings.ContainsRune(`<>:"/|?*`, r) {
			return -1
		}
		return r
	}, norm.NFC.String(name))
	end := strings.ToLower(path.Ext(name))
	stem := strings.Trim(strings.TrimSuffix(name, path.Ext(name)), ". ")
	if !slices.Contains(k.endings, end) {
		stem, end = strings.Trim(name, ". "), k.endings[0]
	}
	for utf8.RuneCountInString(stem) > maxName-len(end) {
		_, n := utf8.DecodeLastRuneInString(stem)
		stem = stem[:len(stem)-n]
	}
	if stem == "" {
		stem = "fichier"
	}
	return stem + end
}

// Attach adds a file to an event. A built-in event is saved first.
func (s *Service) Attach(ctx context.Context, by auth.Actor, event string, n NewFile) (f File, err error) {
	if err := n.Validate().Err(); err != nil {
		return f, err
	}
	sum := sha256.Sum256(n.Data)
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := current(ctx, tx, event, nil)
		if err != nil {
			return err
		}
		if f, err = s.attach(ctx, tx, by, e, n, sum[:]); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "attached", event, audit.Changes{"attachment": {nil, f.Name}})
	})
	return f, err
}

// attach checks the number of files and inserts the file. The event is locked (see current).
func (s *Service) attach(ctx context.Context, tx *db.Tx, by auth.Actor, e Event, n NewFile, sum []byte) (f File, err error) {
	count, err := countFiles(ctx, tx, e.ID)
	if err != nil {
		return f, err
	}
	if count >= MaxFiles {
		return f, errs.Conflict("too_many_attachments", "An event can have up to 6 files. Remove one first.")
	}
	if e.Source == BuiltIn {
		err = s.insert(ctx, tx, by, e)
	} else {
		err = touch(ctx, tx, e.ID, s.at())
	}
	if err != nil {
		return f, err
	}
	return insertFile(ctx, tx, e.ID, n, sum, s.at())
}

// File returns an attachment with its bytes.
func (s *Service) File(ctx context.Context, event string, id int64) (f File, data []byte, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if f, err = fileByID(ctx, q, event, id); err != nil {
			return err
		}
		data, err = dataOf(ctx, q, id)
		return err
	})
	return f, data, err
}

// Detach removes a file. Its only version is fileVersion.
func (s *Service) Detach(ctx context.Context, by auth.Actor, event string, id int64, expect *int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := current(ctx, tx, event, nil); err != nil {
			return err
		}
		f, err := fileByID(ctx, tx, event, id)
		if err != nil {
			return err
		}
		if expect != nil && *expect != fileVersion {
			return errs.Stale()
		}
		if err := removeFile(ctx, tx, id); err != nil {
			return err
		}
		if err := touch(ctx, tx, event, s.at()); err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "detached", event, audit.Changes{"attachment": {f.Name, nil}})
	})
}

const fileVersion = 1 // a file never changes

// Attachment is a file with its bytes, for an e-mail.
type Attachment struct {
	File
	Data []byte
}

// Attachments returns the files attached to an event's invitations in any of the languages, in the order in which they were
// added: at most MaxFiles of MaxFileSize bytes.
func Attachments(ctx context.Context, q db.Queryer, event string, langs ...i18n.Lang) (list []Attachment, err error) {
	files, err := filesOf(ctx, q, event)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !slices.ContainsFunc(langs, func(l i18n.Lang) bool { return f.For(string(l)) }) {
			continue
		}
		data, err := dataOf(ctx, q, f.ID)
		if err != nil {
			return nil, err
		}
		list = append(list, Attachment{f, data})
	}
	return list, nil
}

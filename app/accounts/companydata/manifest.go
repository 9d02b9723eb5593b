package companydata

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"
	"io"

	"presence/db"
)

const (
	manifestFile = "manifest.json"
	maxManifest  = 1 << 20 // bytes
	format       = 1
)

// manifest is the table of contents of an archive. It is written last: an archive without it is incomplete.
type manifest struct {
	Product    string    `json:"product"`
	Format     int       `json:"format"`
	Version    string    `json:"version"` // of the program
	Schema     int64     `json:"schema"`  // number of the last migration
	ExportedAt string    `json:"exported_at"`
	Files      []file    `json:"files"`
	LeftOut    []leftOut `json:"left_out"`
}

// file is one file of the archive.
type file struct {
	Name   string `json:"name"`
	Rows   int64  `json:"rows"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	LastID int64  `json:"last_id,omitempty"` // the highest id that the table has given, also to a row that was deleted
}

// leftOut is a table or a column that is not in the archive.
type leftOut struct {
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// newManifest returns a manifest without files.
func newManifest(version string, at db.Instant) manifest {
	m := manifest{Product: "Presence", Format: format, Version: version, Schema: db.SchemaVersion(), ExportedAt: at.String()}
	for _, table := range tablesLeftOut() {
		m.LeftOut = append(m.LeftOut, leftOut{table, leftOutTables[table]})
	}
	return m
}

func (m manifest) writeTo(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(m)
}

// readManifest reads the manifest and checks that this program can import the archive.
func readManifest(from source) (m manifest, err error) {
	r, size, err := from.open(manifestFile)
	if err != nil {
		return m, refusedf("archive_incomplete", "this is no whole archive of Presence: %w", err)
	}
	defer r.Close()
	if size > maxManifest {
		return m, fileError(manifestFile, "it has more than %d bytes", maxManifest)
	}
	d := json.NewDecoder(io.LimitReader(r, maxManifest))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return m, fileError(manifestFile, "%w", err)
	}
	if m.Product != "Presence" || m.Format != format {
		return m, fileError(manifestFile, "this is no archive that this program can read")
	}
	if m.Schema != db.SchemaVersion() {
		return m, refusedf("archive_version", "the archive was written by version %s, whose database has schema %d and not %d: import it "+
			"with that version, then upgrade", m.Version, m.Schema, db.SchemaVersion())
	}
	return m, m.checkFiles()
}

// checkFiles fails unless the manifest has each part once, in order.
func (m manifest) checkFiles() error {
	if len(m.Files) != len(parts) {
		return fileError(manifestFile, "it lists %d files, not %d", len(m.Files), len(parts))
	}
	for i, f := range m.Files {
		switch {
		case f.Name != parts[i].File():
			return fileError(manifestFile, "it has the file %q where %q belongs", f.Name, parts[i].File())
		case f.Rows < 0 || f.Bytes < 0 || f.LastID < 0 || f.LastID > 0 && !parts[i].serial:
			return fileError(manifestFile, "impossible numbers of %s", f.Name)
		}
	}
	return nil
}

// summer counts and hashes what passes through it.
type summer struct {
	to    io.Writer // nil: nothing is written on
	bytes int64
	hash  hash.Hash
}

func newSummer(to io.Writer) *summer { return &summer{to: to, hash: sha256.New()} }

func (s *summer) Write(b []byte) (int, error) {
	s.bytes += int64(len(b))
	s.hash.Write(b)
	if s.to == nil {
		return len(b), nil
	}
	return s.to.Write(b)
}

func (s *summer) sum() string { return hex.EncodeToString(s.hash.Sum(nil)) }

// errDamaged is the error of a file that is not the one that was exported.
var errDamaged = refusedf("archive_damaged",
	"it is not as it was exported (its size or its SHA-256 differs from the manifest): it was damaged or changed")

package httpx

import "presence/db"

// InArchive is what a record in the archive shows beside itself (W11).
type InArchive struct {
	ArchivedAt     string `json:"archived_at" format:"date-time"`
	ArchivedReason string `json:"archived_reason" enum:"deleted,left,aged" doc:"deleted: moved there by DELETE; left: the last work day has passed; aged: its pay period is long closed"`
}

// InArchiveOf is the JSON of in.
func InArchiveOf(in db.InArchive) InArchive { return InArchive{in.At.String(), in.Reason} }

package httpx

import "presence/app/platform/archival"

// ArchiveJSON is what a record in the archive shows beside itself (W11).
type ArchiveJSON struct {
	ArchivedAt     string `json:"archived_at" format:"date-time"`
	ArchivedReason string `json:"archived_reason" enum:"deleted,left,aged" doc:"deleted: moved there by DELETE; left: the last work day has passed; aged: its pay period is long closed"`
}

// ToArchiveJSON is the JSON of in.
func ToArchiveJSON(in archival.State) ArchiveJSON { return ArchiveJSON{in.At.String(), in.Reason} }

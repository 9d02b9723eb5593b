package httpx

import (
	"fmt"
	"strings"
)

// expect reads an If-Match list: the version of the first tag that belongs to record id, -1 when none does (so that
// the comparison fails and the caller hears 412).
func expect(header string, id int64) *int64 {
	none := int64(-1)
	for tag := range strings.SplitSeq(header, ",") {
		var gotID, version int64
		if _, err := fmt.Sscanf(strings.TrimSpace(tag), `"%d-%d"`, &gotID, &version); err == nil && gotID == id {
			return &version
		}
	}
	return &none
}

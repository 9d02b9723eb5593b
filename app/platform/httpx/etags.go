package httpx

import (
	"strconv"
	"strings"
)

// parseIfMatch reads an If-Match list: the version of the first tag that belongs to the record, -1 when none does (so that
// the comparison fails and the caller hears 412).
func parseIfMatch(header, id string) *int64 {
	none := int64(-1)
	for tag := range strings.SplitSeq(header, ",") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(tag), `"`+id+"-")
		if !ok {
			continue
		}
		digits, ok := strings.CutSuffix(rest, `"`)
		if version, err := strconv.ParseInt(digits, 10, 64); ok && err == nil && version >= 0 { // 0 is what ships with the program
			return &version
		}
	}
	return &none
}

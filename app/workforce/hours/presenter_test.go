package hours

import (
	"testing"

	"presence/app/platform/i18n"
)

// TestPresenter_table_of_full_pages asks for a page behind the last one, which is full.
func TestPresenter_table_of_full_pages(t *testing.T) {
	d := presenter{lang: i18n.EN, request: request{group: byPerson, page: 9}, lines: make([]line, 2*pageRows)}
	if n := len(d.table().Rows); n != pageRows {
		t.Errorf("%d rows, want the %d of the last page", n, pageRows)
	}
}

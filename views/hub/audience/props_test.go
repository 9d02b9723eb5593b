package audience

import (
	"testing"

	"presence/views/ui"
)

// The button of a preview is the main one of its page once there is a filter to use.
func TestPreview_kind(t *testing.T) {
	if got := (Preview{}).kind(); got != ui.Secondary {
		t.Errorf("without a filter: %v", got)
	}
	if got := (Preview{Chips: make([]Chip, 1)}).kind(); got != ui.Primary {
		t.Errorf("with a filter: %v", got)
	}
}

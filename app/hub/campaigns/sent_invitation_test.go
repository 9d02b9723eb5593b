package campaigns

import (
	"strings"
	"testing"

	"presence/app/platform/i18n"
)

// The recipients of an invitation are shown in the order of its steps, after those who need attention; states without recipients are left
// out.
func TestRecipientChips(t *testing.T) {
	for _, x := range []struct {
		name string
		c    Campaign
		s    Stages
		want string
	}{
		{"all kinds", Campaign{ID: 7, State: Sending, Tracked: true, Counts: Counts{Total: 20, Pending: 5, Unconfirmed: 2, Sent: 11, Failed: 3,
			Excluded: 1, Opened: 8, Registered: 4, Complained: 1}}, Stages{NotOpened: 6},
			"Unconfirmed 2 unconfirmed, Failed 3 failed, Reported as spam 1 complained, Pending 3 pending, Sent 11 sent, " +
				"Opened 8 opened, Replied 4 registered, Didn’t reply 6 not_registered, Excluded 1 excluded"},
		{"all is well", Campaign{ID: 7, State: Completed, Tracked: true, Counts: Counts{Total: 2, Sent: 2, Registered: 2, Opened: 2}}, Stages{},
			"Sent 2 sent, Opened 2 opened, Replied 2 registered"},
		{"without tracking, nothing is known of opens", Campaign{ID: 7, State: Completed, Counts: Counts{Total: 2, Sent: 2, Opened: 1}}, Stages{},
			"Sent 2 sent"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var got []string
			for _, chip := range recipientChips(i18n.EN, x.c, x.s) {
				_, state, _ := strings.Cut(chip.Href, "?state=")
				got = append(got, chip.Label+" "+chip.Count+" "+strings.TrimSuffix(state, "#people"))
			}
			if text := strings.Join(got, ", "); text != x.want {
				t.Errorf("got  %s\nwant %s", text, x.want)
			}
		})
	}
}

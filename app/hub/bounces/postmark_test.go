package bounces

import (
	"testing"
	"time"

	"presence/app/platform/mail"
)

func TestParsePostmark(t *testing.T) {
	at := time.Date(2026, 11, 20, 13, 30, 0, 0, time.UTC)
	const ours, when = `"Metadata":{"message-id":"<m@x>"}`, `"2026-11-20T13:30:00Z"`
	for _, x := range []struct {
		name, body string
		want       mail.ProviderEvent
		counts     bool
	}{
		{"a delivery", `{"RecordType":"Delivery","DeliveredAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Delivered, At: at}, true},
		{"an address that does not exist", `{"RecordType":"Bounce","Type":"HardBounce","Details":"550","Description":"gone","BouncedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Bounced, At: at, Reason: "550 gone", Cause: mail.NoSuchAddress, Permanent: true}, true},
		{"a bounce that is not permanent", `{"RecordType":"Bounce","Type":"SoftBounce","BouncedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Bounced, At: at}, true},
		{"a bounce that Postmark calls a complaint", `{"RecordType":"Bounce","Type":"SpamComplaint","BouncedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Complained, At: at}, true},
		{"a bounce that Postmark calls an unsubscription", `{"RecordType":"Bounce","Type":"Unsubscribe","BouncedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Unsubscribed, At: at}, true},
		{"an unsubscription", `{"RecordType":"SubscriptionChange","SuppressSending":true,"SuppressionReason":"ManualSuppression","ChangedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Unsubscribed, At: at}, true},
		{"an address that is taken off the list again", `{"RecordType":"SubscriptionChange","SuppressSending":false,"SuppressionReason":"ManualSuppression","ChangedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Unsubscribed, At: at}, false},
		{"a suppression after a bounce, which has its own event", `{"RecordType":"SubscriptionChange","SuppressSending":true,"SuppressionReason":"HardBounce","ChangedAt":` + when + `,` + ours + `}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Unsubscribed, At: at}, false},
		{"an unsubscription from a message that is not ours", `{"RecordType":"SubscriptionChange","SuppressSending":true,"SuppressionReason":"ManualSuppression","ChangedAt":` + when + `}`,
			mail.ProviderEvent{Kind: mail.Unsubscribed, At: at}, false},
		{"a delivery of a message that is not ours", `{"RecordType":"Delivery","DeliveredAt":` + when + `}`,
			mail.ProviderEvent{Kind: mail.Delivered, At: at}, false},
		{"a message that is found by its field Message-ID, whose name may be in small letters", `{"RecordType":"Delivery","DeliveredAt":` + when +
			`,"Headers":[{"Name":"Subject","Value":"no"},{"Name":"message-id","Value":" <h@x>"},{"Name":"Message-ID","Value":"<second@x>"}]}`,
			mail.ProviderEvent{ID: "h@x", Kind: mail.Delivered, At: at}, true},
		{"a message with both, whose metadata counts", `{"RecordType":"Delivery","DeliveredAt":` + when + `,` + ours + `,"Headers":[{"Name":"Message-ID","Value":"<h@x>"}]}`,
			mail.ProviderEvent{ID: "m@x", Kind: mail.Delivered, At: at}, true},
		{"a message that is opened, which the pixel tells", `{"RecordType":"Open",` + ours + `}`, mail.ProviderEvent{ID: "m@x"}, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, counts, err := parsePostmark([]byte(x.body))
			if err != nil || got != x.want || counts != x.counts {
				t.Errorf("%+v counts: %t, %v\nwant %+v: %t", got, counts, err, x.want, x.counts)
			}
		})
	}
}

package outbox

import "testing"

func TestWebLink(t *testing.T) {
	for _, x := range []struct {
		name, link string
		is         bool
	}{
		{"https", "https://presence.example/unsubscribe/t", true},
		{"http, of a server on a local network", "http://presence.lan/unsubscribe/t", true},
		{"an address to write to", "mailto:stop@example.com", false},
		{"a script", "javascript:alert(1)", false},
		{"an invalid address", "https://presence.example/%zz", false},
		{"none", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			want := ""
			if x.is {
				want = x.link
			}
			if got := webLink(x.link); got != want {
				t.Errorf("got %q", got)
			}
		})
	}
}

package httpx

import "testing"

func TestAllowedHosts(t *testing.T) {
	for _, x := range []struct {
		name, public, listen, host string
		want                       bool
	}{
		{"the public name", "presence.example", ":8080", "presence.example", true},
		{"the public name with a port", "presence.example:8443", ":8080", "presence.example:443", true},
		{"in capitals, with the dot of the root", "presence.example", ":8080", "Presence.Example.", true},
		{"an international name, as browsers send it", "présence.example", ":8080", "xn--prsence-cya.example", true},
		{"another name", "presence.example", ":8080", "evil.example", false},
		{"no name at all", "presence.example", ":8080", "", true},
		{"an address", "presence.example", ":8080", "192.0.2.1:8080", true},
		{"an address of IPv6", "presence.example", ":8080", "[2001:db8::1]:8080", true},
		{"localhost of a server that listens everywhere", "presence.example", ":8080", "localhost:8080", true},
		{"localhost of a server that listens on all addresses", "presence.example", "0.0.0.0:8080", "localhost:8080", true},
		{"localhost of a server that listens on the loopback", "presence.example", "127.0.0.1:8080", "localhost", true},
		{"localhost of a server that listens on another address", "presence.example", "192.0.2.1:8080", "localhost", false},
		{"the name that it listens on", "presence.example", "intern.example:8080", "intern.example:8080", true},
		{"localhost of a server that listens on a name", "presence.example", "intern.example:8080", "localhost", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := NewAllowedHosts("https://"+x.public, x.public, x.listen).allows(x.host); got != x.want {
				t.Errorf("%s is allowed: %v, want %v", x.host, got, x.want)
			}
		})
	}
	if !(AllowedHosts{}).allows("any.example") {
		t.Error("without names not every host is allowed")
	}
}

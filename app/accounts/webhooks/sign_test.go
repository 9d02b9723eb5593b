package webhooks

import (
	"testing"
	"time"
)

// The example of the libraries of Standard Webhooks.
func TestSign(t *testing.T) {
	const secret, want = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	at := time.Unix(1614265330, 0)
	for _, x := range []struct {
		name    string
		secrets []string
		want    string
	}{
		{"with one secret", []string{secret}, want},
		{"with two secrets", []string{secret, secret}, want + " " + want},
		{"with a secret without its prefix", []string{"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}, ""},
		{"with a secret that is not base64", []string{"whsec_!"}, ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := sign(x.secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, `{"test": 2432232314}`)
			if got != x.want || (err != nil) != (x.want == "") {
				t.Errorf("%q %v", got, err)
			}
		})
	}
}

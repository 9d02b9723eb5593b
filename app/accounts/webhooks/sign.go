package webhooks

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// secretPrefix begins each secret, as Standard Webhooks defines. What follows is the key in base64.
const secretPrefix = "whsec_"

// newSecret returns a random secret of 256 bits.
func newSecret() string {
	key := make([]byte, 32)
	rand.Read(key)
	return secretPrefix + base64.StdEncoding.EncodeToString(key)
}

// sign returns the header webhook-signature of a message: one signature for each secret, separated by spaces.
func sign(secrets []string, id string, at time.Time, payload string) (string, error) {
	list := make([]string, len(secrets))
	for i, secret := range secrets {
		text, ok := strings.CutPrefix(secret, secretPrefix)
		key, err := base64.StdEncoding.DecodeString(text)
		if err != nil || !ok {
			return "", errors.New("webhooks: a secret is not valid")
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "." + payload))
		list[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(list, " "), nil
}

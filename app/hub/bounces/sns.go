package bounces

import (
	"context"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"presence/app/platform/outbound"
)

// snsMessage is the JSON of a call of Amazon SNS. Other members are ignored.
type snsMessage struct {
	Type             string
	MessageID        string `json:"MessageId"`
	TopicArn         string
	Subject          string
	Message          string
	Timestamp        string
	Token            string
	SubscribeURL     string
	SignatureVersion string
	Signature        string
	SigningCertURL   string
}

// The types of messages.
const (
	snsNotification = "Notification"
	snsSubscription = "SubscriptionConfirmation"
)

// signed returns the text that SNS signs.
func (m snsMessage) signed() []byte {
	names := []string{"Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"}
	if m.Type != snsNotification {
		names = []string{"Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"}
	}
	values := map[string]string{"Message": m.Message, "MessageId": m.MessageID, "Subject": m.Subject, "SubscribeURL": m.SubscribeURL,
		"Timestamp": m.Timestamp, "Token": m.Token, "TopicArn": m.TopicArn, "Type": m.Type}
	var text strings.Builder
	for _, name := range names {
		if name != "Subject" || m.Subject != "" {
			text.WriteString(name + "\n" + values[name] + "\n")
		}
	}
	return []byte(text.String())
}

var errSignature = errors.New("the signature is not of Amazon SNS")

// Limits of the age of a message, so that a recorded one cannot be sent again later.
const (
	maxAge   = time.Hour
	maxAhead = 5 * time.Minute // of another clock
)

// isRecent reports whether the time of a message is within the limits.
func (m snsMessage) isRecent(now time.Time) bool {
	at, err := time.Parse(time.RFC3339, m.Timestamp)
	return err == nil && !at.Before(now.Add(-maxAge)) && !at.After(now.Add(maxAhead))
}

// verify checks the signature with the certificate at SigningCertURL, and the time of the message.
func (k *certificates) verify(ctx context.Context, m snsMessage, now time.Time) error {
	if m.SignatureVersion != "2" {
		return fmt.Errorf("%w: set SignatureVersion of the topic to 2", errSignature)
	}
	signature, err := base64.StdEncoding.DecodeString(m.Signature)
	if err != nil {
		return errSignature
	}
	key, err := k.key(ctx, m.SigningCertURL, regionOf(m.TopicArn), now)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(m.signed())
	if rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], signature) != nil {
		return errSignature
	}
	if !m.isRecent(now) {
		return fmt.Errorf("%w: the message is older than an hour, or of the future", errSignature)
	}
	return nil
}

var topicARN = regexp.MustCompile(`^arn:aws(?:-cn|-us-gov)?:sns:([a-z]{2}(?:-[a-z]+)+-\d):\d{12}:[A-Za-z0-9_-]{1,256}$`)

// ValidTopic reports whether a text is the ARN of a topic.
func ValidTopic(arn string) bool { return topicARN.MatchString(arn) }

// regionOf returns the region of a topic; "" for an invalid ARN.
func regionOf(arn string) string {
	if m := topicARN.FindStringSubmatch(arn); m != nil {
		return m[1]
	}
	return ""
}

// snsHost returns the host of SNS in a region.
func snsHost(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return "sns." + region + ".amazonaws.com.cn"
	}
	return "sns." + region + ".amazonaws.com"
}

// isOfSNS reports whether an address is one of SNS in a region, over HTTPS.
func isOfSNS(address, region string) bool {
	u, err := url.Parse(address)
	return err == nil && region != "" && u.Scheme == "https" && u.User == nil && u.Host == snsHost(region)
}

var certificatePath = regexp.MustCompile(`^/SimpleNotificationService-[0-9a-f]{32}\.pem$`)

// isCertificate reports whether an address is exactly one of a certificate of SNS in a region.
func isCertificate(address, region string) bool {
	path, found := strings.CutPrefix(address, "https://"+snsHost(region))
	return found && region != "" && certificatePath.MatchString(path)
}

const (
	snsTimeout     = 10 * time.Second
	maxCertificate = 64 << 10
	maxKept        = 8
)

// certificates fetches the certificates of SNS, and keeps the last ones.
type certificates struct {
	client *http.Client // nil: one that connects with outbound.Transport

	mu   sync.Mutex
	kept map[string]*x509.Certificate // by address
}

// key returns the public key of the certificate at an address, which must be one of SNS in the region.
func (k *certificates) key(ctx context.Context, address, region string, now time.Time) (*rsa.PublicKey, error) {
	if !isCertificate(address, region) {
		return nil, errSignature
	}
	k.mu.Lock()
	cert := k.kept[address]
	k.mu.Unlock()
	if cert == nil || now.After(cert.NotAfter) {
		body, err := k.get(ctx, address, maxCertificate)
		if err != nil {
			return nil, err
		}
		block, _ := pem.Decode(body)
		if block == nil {
			return nil, errSignature
		}
		if cert, err = x509.ParseCertificate(block.Bytes); err != nil {
			return nil, errSignature
		}
		k.keep(address, cert)
	}
	key, isRSA := cert.PublicKey.(*rsa.PublicKey)
	if !isRSA || now.Before(cert.NotBefore) || now.After(cert.NotAfter) ||
		cert.VerifyHostname(snsHost(region)) != nil && cert.VerifyHostname("sns.amazonaws.com") != nil {
		return nil, errSignature
	}
	return key, nil
}

func (k *certificates) keep(address string, cert *x509.Certificate) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.kept == nil || len(k.kept) >= maxKept {
		k.kept = map[string]*x509.Certificate{}
	}
	k.kept[address] = cert
}

// snsClient follows no redirect: the host was checked.
var snsClient = &http.Client{Transport: outbound.Transport(), Timeout: snsTimeout,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// errSNS is the error of Amazon SNS that does not answer.
var errSNS = errors.New("amazon SNS cannot be asked")

// get returns the body at an address of SNS.
func (k *certificates) get(ctx context.Context, address string, limit int64) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	client := snsClient
	if k.client != nil {
		client = k.client
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errSNS, err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%w: status %d", errSNS, res.StatusCode)
	}
	return io.ReadAll(io.LimitReader(res.Body, limit))
}

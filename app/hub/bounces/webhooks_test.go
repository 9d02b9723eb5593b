package bounces

import (
	"context"
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"presence/app/accounts/auth"
	"presence/app/apptest/featuretest"
	"presence/app/apptest/sends"
	"presence/app/apptest/sink"
	"presence/app/hub/campaigns"
	"presence/app/platform/httpx"
	"presence/app/platform/mail"
)

const (
	topic      = "arn:aws:sns:ca-central-1:123456789012:ses"
	otherTopic = "arn:aws:sns:ca-central-1:999999999999:ses"
	hook       = "a long password of a webhook"
)

// amazon is SNS: it serves its certificate, and counts confirmed subscriptions.
type amazon struct {
	key       *rsa.PrivateKey
	client    *http.Client
	confirmed []string
}

const certURL = "https://sns.ca-central-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"

// startAmazon answers for every host that its client asks.
func startAmazon(t *testing.T, name string, now time.Time) *amazon {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	a := &amazon{key: key}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".pem") {
			_ = pem.Encode(w, &pem.Block{Type: "CERTIFICATE", Bytes: der})
			return
		}
		a.confirmed = append(a.confirmed, r.Host+r.URL.String())
	}))
	t.Cleanup(server.Close)
	a.client = &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
		},
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // it is the server of the test
	}}
	return a
}

// sign returns a message of SNS as JSON.
func (a *amazon) sign(t *testing.T, m snsMessage) string {
	t.Helper()
	if m.SignatureVersion == "" {
		m.SignatureVersion = "2"
	}
	if m.Timestamp == "" {
		m.Timestamp = sends.Began.UTC().Format(time.RFC3339)
	}
	if m.SigningCertURL == "" {
		m.SigningCertURL = certURL
	}
	sum := sha256.Sum256(m.signed())
	signature, err := rsa.SignPKCS1v15(rand.Reader, a.key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	m.Signature = base64.StdEncoding.EncodeToString(signature)
	body, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// webhooks is an office with the webhooks of both providers.
func webhooks(t *testing.T, w *sends.World, options Options) (*office, *featuretest.Client) {
	t.Helper()
	o := &office{World: w.Invite(4)}
	stop := w.Work(w.S)
	o.campaign = w.Until(w.Send().ID, campaigns.Completed)
	stop()
	o.tokens = campaigns.NewLinkTokens(w.Options.Secret, o.campaign.Salt)
	o.s = o.service(options)
	return o, w.Client(auth.Actor{}, func(r *httpx.Router) { Public(r, o.s) })
}

func (o *office) notification(kind, detail string, n int64) snsMessage {
	id := o.messageID(n)
	return snsMessage{Type: snsNotification, MessageID: "m", TopicArn: topic,
		Message: fmt.Sprintf(`{"notificationType":%q,%s,"mail":{"timestamp":"2026-11-20T13:00:00Z","headers":[{"name":"Message-ID","value":"<%s>"}]}}`,
			kind, detail, id)}
}

const (
	sesHard = `"bounce":{"bounceType":"Permanent","bounceSubType":"General","timestamp":"2026-11-20T13:30:00Z","bouncedRecipients":[` +
		`{"emailAddress":"g0@example.org","status":"5.1.1","diagnosticCode":"smtp; 550 5.1.1 user unknown"}]}`
	sesFull = `"bounce":{"bounceType":"Transient","bounceSubType":"MailboxFull","timestamp":"2026-11-20T13:30:00Z","bouncedRecipients":[{}]}`
)

func TestPublic_ses(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		o, client := webhooks(t, w, Options{SESTopic: topic})
		sns := startAmazon(t, "sns.ca-central-1.amazonaws.com", w.Clock.Now())
		o.s.keys.client = sns.client
		post := func(t *testing.T, body string) *featuretest.Answer {
			return client.On(t).Do(http.MethodPost, "/webhooks/ses", body, "Content-Type", "text/plain; charset=UTF-8")
		}
		hard := o.notification("Bounce", sesHard, 0)
		forged := map[string]string{
			"a message of another topic": sns.sign(t, func() snsMessage { m := hard; m.TopicArn = otherTopic; return m }()),
			"a certificate of another host": sns.sign(t, func() snsMessage {
				m := hard
				m.SigningCertURL = "https://sns.ca-central-1.amazonaws.com.evil.example/x.pem"
				return m
			}()),
			"a certificate of another region": sns.sign(t, func() snsMessage {
				m := hard
				m.SigningCertURL = "https://sns.us-east-1.amazonaws.com/x.pem"
				return m
			}()),
			"a certificate without TLS": sns.sign(t, func() snsMessage {
				m := hard
				m.SigningCertURL = strings.Replace(certURL, "https", "http", 1)
				return m
			}()),
			"a message that was changed":   strings.Replace(sns.sign(t, hard), "user unknown", "user vanished", 1),
			"a weak signature":             sns.sign(t, func() snsMessage { m := hard; m.SignatureVersion = "1"; return m }()),
			"a signature of somebody else": startAmazon(t, "sns.ca-central-1.amazonaws.com", w.Clock.Now()).sign(t, hard),
			"a subscription of another topic": sns.sign(t, snsMessage{Type: snsSubscription, TopicArn: otherTopic, Token: "t",
				SubscribeURL: "https://sns.ca-central-1.amazonaws.com/?Action=ConfirmSubscription"}),
			"a subscription at another host": sns.sign(t, snsMessage{Type: snsSubscription, TopicArn: topic, Token: "t",
				SubscribeURL: "https://internal.example/?Action=ConfirmSubscription"}),
		}
		for name, body := range forged {
			t.Run("refuses "+name, func(t *testing.T) {
				post(t, body).Want(401)
				if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 0 || len(sns.confirmed) != 0 {
					t.Errorf("%d addresses are suppressed, %v was confirmed", n, sns.confirmed)
				}
			})
		}
		t.Run("refuses what is no JSON, and what has a member twice", func(t *testing.T) {
			post(t, "x").Want(400)
			post(t, `{"Type":"Notification","Type":"Notification"}`).Want(400)
		})
		t.Run("confirms the subscription of its topic", func(t *testing.T) {
			post(t, sns.sign(t, snsMessage{Type: snsSubscription, TopicArn: topic, Token: "t",
				SubscribeURL: "https://sns.ca-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t"})).Want(200)
			if len(sns.confirmed) != 1 || sns.confirmed[0] != "sns.ca-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t" {
				t.Errorf("%q", sns.confirmed)
			}
		})
		t.Run("records bounces and complaints, however often they are told", func(t *testing.T) {
			for range 2 {
				for _, m := range []snsMessage{hard, o.notification("Bounce", sesFull, 1),
					o.notification("Complaint", `"complaint":{"complaintFeedbackType":"abuse","timestamp":"2026-11-20T13:30:00Z"}`, 2),
					o.notification("Complaint", `"complaint":{"complaintFeedbackType":"not-spam"}`, 3)} {
					post(t, sns.sign(t, m)).Want(200)
				}
			}
			w := w.On(t)
			w.CheckCounts(o.campaign.ID)
			if n := w.Campaign(o.campaign.ID).Counts; n.Bounced != 2 || n.Complained != 1 || n.Delivered() != 1 {
				t.Errorf("%+v", n)
			}
			if w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = 'g0@example.org' AND diagnostic = '550 5.1.1 user unknown'") != 1 ||
				w.Count("SELECT COUNT(*) FROM suppressions WHERE email_key = 'g2@example.org' AND reason = 'complained'") != 1 ||
				w.Count("SELECT COUNT(*) FROM suppressions") != 2 || w.Count("SELECT in_a_row FROM soft_bounces") != 1 {
				t.Error("other addresses are suppressed")
			}
		})
		for _, x := range []struct {
			name   string
			age    time.Duration
			status int
		}{
			{"takes a message of an hour ago", time.Hour, 200},
			{"refuses a message of more than an hour ago", time.Hour + time.Second, 401},
			{"takes a message of a clock that is five minutes ahead", -5 * time.Minute, 200},
			{"refuses a message of more than five minutes ahead", -5*time.Minute - time.Second, 401},
		} {
			t.Run(x.name, func(t *testing.T) {
				m := hard
				m.Timestamp = w.Clock.Now().Add(-x.age).UTC().Format(time.RFC3339Nano)
				post(t, sns.sign(t, m)).Want(x.status)
			})
		}
		t.Run("refuses a message without a time", func(t *testing.T) {
			m := hard
			m.Timestamp = "x"
			post(t, sns.sign(t, m)).Want(401)
		})
		t.Run("takes no certificate that has ended", func(t *testing.T) {
			w.Clock.Advance(2 * time.Hour)
			m := hard
			m.Timestamp = w.Clock.Now().UTC().Format(time.RFC3339)
			post(t, sns.sign(t, m)).Want(401)
		})
	})
}

func TestPublic_postmark(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		o, client := webhooks(t, w, Options{PostmarkToken: hook})
		event := func(n int64, members string) string {
			id := o.messageID(n)
			return fmt.Sprintf(`{%s,"MessageID":"00000000-0000-0000-0000-000000000000","Metadata":{"message-id":%q}}`, members, id)
		}
		post := func(t *testing.T, password, body string) *featuretest.Answer {
			basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("postmark:"+password))
			return client.On(t).Do(http.MethodPost, "/webhooks/postmark", body, "Content-Type", "application/json", "Authorization", basic)
		}
		hard := event(0, `"RecordType":"Bounce","Type":"HardBounce","Email":"g0@example.org","Details":"550 5.1.1 unknown","BouncedAt":"2026-11-20T13:30:00.1234567Z"`)
		t.Run("refuses another password, and none", func(t *testing.T) {
			post(t, "x", hard).Want(401)
			client.On(t).Do(http.MethodPost, "/webhooks/postmark", hard, "Content-Type", "application/json").Want(401)
			if n := w.Count("SELECT COUNT(*) FROM suppressions"); n != 0 {
				t.Errorf("%d addresses are suppressed", n)
			}
		})
		t.Run("refuses what is no JSON", func(t *testing.T) { post(t, hook, "[1").Want(400) })
		t.Run("records what it is told, however often", func(t *testing.T) {
			for range 2 {
				for _, body := range []string{hard,
					event(1, `"RecordType":"Bounce","Type":"SoftBounce","Details":"452 4.2.2 mailbox full"`),
					event(2, `"RecordType":"SpamComplaint","BouncedAt":"2026-11-20T13:30:00Z"`),
					event(3, `"RecordType":"Bounce","Type":"Transient","Details":"421 later"`),
					event(3, `"RecordType":"Open"`)} {
					post(t, hook, body).Want(200)
				}
			}
			w := w.On(t)
			w.CheckCounts(o.campaign.ID)
			if n := w.Campaign(o.campaign.ID).Counts; n.Bounced != 2 || n.Complained != 1 || n.Delivered() != 1 {
				t.Errorf("%+v", n)
			}
			if r := w.Recipient(o.campaign, "g1@example.org"); r.BounceCause != mail.MailboxFull {
				t.Errorf("%+v", r)
			}
		})
	})
}

func TestPublic_without_settings(t *testing.T) {
	sends.Each(t, sink.Options{}, func(t *testing.T, w *sends.World) {
		_, client := webhooks(t, w, Options{})
		for _, path := range []string{"/webhooks/ses", "/webhooks/postmark"} {
			t.Run(path+" is not there", func(t *testing.T) { client.On(t).Do(http.MethodPost, path, "{}").Want(404) })
		}
	})
}

func TestValidTopic(t *testing.T) {
	for arn, want := range map[string]bool{topic: true, "arn:aws-cn:sns:cn-north-1:123456789012:ses": true, "arn:aws:sns:x:1:ses": false,
		"arn:aws:sns:ca-central-1:123456789012:a b": false, "": false} {
		t.Run(arn, func(t *testing.T) {
			if ValidTopic(arn) != want {
				t.Errorf("want %t", want)
			}
		})
	}
}

func TestIsCertificate(t *testing.T) {
	const path = "/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem"
	const host = "https://sns.ca-central-1.amazonaws.com"
	for _, x := range []struct {
		name, address string
		want          bool
	}{
		{"a certificate of the region", host + path, true},
		{"without TLS", "http://sns.ca-central-1.amazonaws.com" + path, false},
		{"of another region", "https://sns.us-east-1.amazonaws.com" + path, false},
		{"of a host that begins alike", host + ".evil.example" + path, false},
		{"with a port", host + ":443" + path, false},
		{"with a user", "https://x@sns.ca-central-1.amazonaws.com" + path, false},
		{"with a host behind a user", host + "@evil.example" + path, false},
		{"with a query", host + path + "?x", false},
		{"with a query that ends alike", host + "/?Action=GetTopic&x=" + path, false},
		{"with a fragment", host + path + "#x", false},
		{"with a folder", host + "/x" + path, false},
		{"with a line break at the end", host + path + "\n", false},
		{"of another name", host + "/x.pem", false},
		{"with a short name", host + "/SimpleNotificationService-0123456789abcdef.pem", false},
		{"with capitals", host + "/SimpleNotificationService-0123456789ABCDEF0123456789ABCDEF.pem", false},
		{"no address", "", false},
	} {
		t.Run(x.name, func(t *testing.T) {
			if isCertificate(x.address, "ca-central-1") != x.want {
				t.Errorf("want %t", x.want)
			}
		})
	}
	t.Run("without a region", func(t *testing.T) {
		if isCertificate("https://sns..amazonaws.com"+path, "") {
			t.Error("it is taken")
		}
	})
	t.Run("of China", func(t *testing.T) {
		if !isCertificate("https://sns.cn-north-1.amazonaws.com.cn"+path, "cn-north-1") {
			t.Error("it is refused")
		}
	})
}

package push

import (
	"context"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"time"

	webpush "github.com/SherClockHolmes/webpush-go"

	"presence/app/accounts/auth"
	"presence/app/platform/audit"
	"presence/app/platform/background"
	"presence/app/platform/errs"
	"presence/app/platform/outage"
	"presence/app/platform/outbound"
	"presence/app/platform/seal"
	"presence/db"
)

// Options are the options of a service.
type Options struct {
	Secret     []byte             // SECRET_KEY
	Origin     string             // https://host: sent to push services as the contact for problems
	Off        bool               // nothing is sent, and no device can be added
	HTTPClient webpush.HTTPClient // makes the requests; nil: one for public addresses only, because employees choose the addresses
}

// Service keeps the devices and sends notices to them.
type Service struct {
	db     *db.DB
	seal   seal.Sealer
	now    func() time.Time
	client webpush.HTTPClient
	o      Options

	public, private string // the key pair of VAPID, in base64url

	wake    background.Wake
	storage *outage.Log
}

// NewService makes the service.
func NewService(d *db.DB, now func() time.Time, o Options) (*Service, error) {
	sealer, err := newSealer(o.Secret)
	if err != nil {
		return nil, err
	}
	s := &Service{db: d, seal: sealer, now: now, o: o, wake: background.NewWake(), client: o.HTTPClient}
	if s.client == nil {
		s.client = outbound.NewClient(false)
	}
	s.public, s.private, err = keyPair(o.Secret)
	return s, err
}

func newSealer(secret []byte) (seal.Sealer, error) { return seal.New(secret, "push subscriptions") }

// keyPair derives the VAPID key pair from SECRET_KEY. The private key is a number from 1 to the order of the curve less 1; it is reduced
// from 16 bytes more than it has, so that all numbers are nearly equally probable. The public key is its point.
func keyPair(secret []byte) (public, private string, err error) {
	material, err := hkdf.Key(sha256.New, secret, nil, "presence push key", 48)
	if err != nil {
		return "", "", err
	}
	order, _ := new(big.Int).SetString("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16)
	number := new(big.Int).SetBytes(material)
	number.Mod(number, order.Sub(order, big.NewInt(1))).Add(number, big.NewInt(1))
	key, err := ecdh.P256().NewPrivateKey(number.FillBytes(make([]byte, 32)))
	if err != nil {
		return "", "", err
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), base64.RawURLEncoding.EncodeToString(key.Bytes()), nil
}

// Unreadable returns how many keys of devices SECRET_KEY does not open.
func Unreadable(ctx context.Context, q db.Queryer, secret []byte) (int64, error) {
	return seal.Unreadable(ctx, q, secret, newSealer, sealedTexts)
}

func (s *Service) at() db.Instant { return db.InstantOf(s.now()) }

// Key returns the public key with which browsers subscribe; empty while notices are turned off.
func (s *Service) Key() string {
	if s.o.Off {
		return ""
	}
	return s.public
}

// Devices returns the actor's own devices, the newest first.
func (s *Service) Devices(ctx context.Context, by auth.Actor) ([]Device, error) {
	return listDevices(ctx, s.db, by.PersonID)
}

// place is the place for which the keys of a device are encrypted (see seal.Sealer.Seal).
func place(endpoint string) string { return "push_subscriptions/keys/" + endpoint }

// keys are the keys of a device before they are sealed.
type keys struct{ P256DH, Auth string }

// Add adds a device of the actor, or replaces its keys. One that another person has used before becomes the actor's. It
// fails with session_ended as auth.RequireSignedIn does, and with browser_only as auth.RequireLasting does.
func (s *Service) Add(ctx context.Context, by auth.Actor, x Subscription) (d Device, err error) {
	if err := auth.RequireLasting(by); err != nil {
		return d, err
	}
	if s.o.Off {
		return d, errs.Conflict("push_off", "Notifications on devices are turned off.")
	}
	if err := x.check().Err(); err != nil {
		return d, err
	}
	text, err := json.Marshal(keys{x.P256DH, x.Auth})
	if err != nil {
		return d, err
	}
	session, err := hex.DecodeString(by.SessionKey)
	if err != nil || len(session) == 0 {
		session = nil
	}
	d = Device{person: by.PersonID, endpoint: x.Endpoint, Name: x.name(), CreatedAt: s.at(),
		keys: s.seal.Seal(place(x.Endpoint), string(text))}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := auth.RequireSignedIn(ctx, tx, by); err != nil {
			return err
		}
		// One at a time, so that two requests do not exceed the limit, and two people do not share a device.
		if err := tx.SerializeBy(ctx, "devices"); err != nil {
			return err
		}
		own, err := listDevices(ctx, tx, by.PersonID)
		if err != nil {
			return err
		}
		before := find(own, func(o Device) bool { return o.endpoint == x.Endpoint })
		if before == nil && len(own) >= maxDevices {
			return errs.Conflict("too_many_devices", "You already have 20 devices. Remove one first.")
		}
		if before == nil { // if it was another person's, this browser must stop showing their notices
			if err := deleteByEndpoint(ctx, tx, x.Endpoint); err != nil {
				return err
			}
		}
		if d.ID, err = saveDevice(ctx, tx, d, session); err != nil || before != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "device_added", [2]any{nil, d.Name})
	})
	return d, err
}

func find(list []Device, is func(Device) bool) *Device {
	for i := range list {
		if is(list[i]) {
			return &list[i]
		}
	}
	return nil
}

// Remove removes one of the actor's own devices, with what waits for it.
func (s *Service) Remove(ctx context.Context, by auth.Actor, id int64) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := deleteOwn(ctx, tx, by.PersonID, id)
		if err != nil {
			return err
		}
		return s.recordAudit(ctx, tx, by, "device_removed", [2]any{name, nil})
	})
}

func (s *Service) recordAudit(ctx context.Context, tx *db.Tx, by auth.Actor, action string, name [2]any) error {
	return audit.Record(ctx, tx, audit.Entry{At: s.at(), Who: by.Who(), Action: action, Kind: "person", RecordID: by.PersonID,
		Changes: audit.Changes{"device": name}})
}

// Message is a notice for all devices of a person.
type Message struct {
	PersonID     string
	Notification int64 // its id; a device gets one notice of it
	Notice
}

// Queue queues notices in the transaction that takes their notifications. While notices are turned off, it does nothing.
func (s *Service) Queue(ctx context.Context, tx *db.Tx, list []Message) error {
	if s.o.Off || len(list) == 0 {
		return nil
	}
	people := make([]string, len(list))
	for i, m := range list {
		people[i] = m.PersonID
	}
	devices, err := devicesOf(ctx, tx, people)
	if err != nil || len(devices) == 0 {
		return err
	}
	if err := insertMessages(ctx, tx, list, devices, s.at()); err != nil {
		return err
	}
	return tx.Signal(ctx, signal)
}

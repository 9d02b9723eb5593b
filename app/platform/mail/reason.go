package mail

import (
	"crypto/tls"
	"errors"
	"net"
	"syscall"
)

// The reasons for which no connection to a relay could be used (Failure.Reason). They are keys of the texts that staff read.
const (
	NoEncryption   = "no_encryption"   // the settings require STARTTLS, which the relay does not offer
	NoSafeSignIn   = "no_safe_sign_in" // the relay would take a password only without encryption
	NoSuchHost     = "no_such_host"
	NotListening   = "not_listening"   // nothing accepts connections at that port
	BadCertificate = "bad_certificate" // it is not signed by a known authority, expired, or of another name
	NotMail        = "not_mail"        // what answers there is no mail server
)

// Reason returns why no connection could be used, if this program knows it and not only the other side; otherwise "".
func (f *Failure) Reason() string {
	name, certificate := (*net.DNSError)(nil), (*tls.CertificateVerificationError)(nil)
	switch {
	case errors.Is(f.cause, errNoStartTLS):
		return NoEncryption
	case errors.Is(f.cause, errNoSafeSignIn):
		return NoSafeSignIn
	case errors.Is(f.cause, errReply):
		return NotMail
	case errors.As(f.cause, &name) && name.IsNotFound:
		return NoSuchHost
	case errors.Is(f.cause, syscall.ECONNREFUSED):
		return NotListening
	case errors.As(f.cause, &certificate):
		return BadCertificate
	}
	return ""
}

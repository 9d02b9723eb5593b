// Package outbox shows the messages that are kept as files, because no channel of e-mail is configured (package mail, Outbox).
package outbox

package paths

import (
	"net/url"
	"strconv"
)

// FirstSteps returns the address of the questions to the first administrator.
func FirstSteps() string { return prefix + "/staff/first-steps" }

// Settings returns the address of the list of the settings that the user may open.
func Settings() string { return prefix + "/staff/settings" }

// Account returns the address of the list of the pages of the user's own account.
func Account() string { return Settings() + "/account" }

// CompanySettings returns the address of the company's settings.
func CompanySettings() string { return Settings() + "/company" }

// CompanyExport returns the address of the page that exports all records of the company (POST: the file).
func CompanyExport() string { return Settings() + "/export" }

// ReadyCompanyExport returns the address of that page when it offers the file at once.
func ReadyCompanyExport() string { return CompanyExport() + "?export=ready" }

// CompanyArchives is where the archive of a company is uploaded.
func CompanyArchives() string { return CompanyExport() + "/archives" }

// CompanyArchive shows an uploaded archive.
func CompanyArchive(id string) string { return CompanyExport() + "?archive=" + url.QueryEscape(id) }

// ImportCompanyArchive imports an uploaded archive.
func ImportCompanyArchive() string { return CompanyArchives() + "/import" }

// PersonalData returns the address of the page with the data held about a person, who is named by an e-mail address or a customer number;
// empty: of the page that asks for one.
func PersonalData(who string) string {
	if who == "" {
		return Settings() + "/personal-data"
	}
	return Settings() + "/personal-data?who=" + url.QueryEscape(who)
}

// PersonalDataFile returns the address of the file with the data held about a person.
func PersonalDataFile(who string) string {
	return Settings() + "/personal-data/file?who=" + url.QueryEscape(who)
}

// ErasePersonalData returns where a person is erased (POST).
func ErasePersonalData() string { return Settings() + "/personal-data/erase" }

// AdmitPerson returns where an erased person is admitted again (POST).
func AdmitPerson() string { return Settings() + "/personal-data/admit" }

// SignInSettings returns the address of the settings of the identity provider.
func SignInSettings() string { return Settings() + "/sign-in" }

// CustomerSettings returns the address of the settings of the customers' source.
func CustomerSettings() string { return Settings() + "/customers" }

// MailSettings returns the address of the settings of mail.
func MailSettings() string { return Settings() + "/mail" }

// MailChannel returns where the channel of a group is tested and saved (POST); group is "bulk" or "mailbox".
func MailChannel(group string) string { return MailSettings() + "/" + group }

// SenderCheck returns the address of the check of a sender's domain (domain, selector).
func SenderCheck() string { return MailSettings() + "/senders" }

// SenderCheckOf returns the address of the check of a domain.
func SenderCheckOf(domain string) string {
	return SenderCheck() + "?" + url.Values{"domain": {domain}}.Encode()
}

// People returns the address of the list of people who can sign in.
func People() string { return Settings() + "/people" }

// InvitePeople returns where several people are invited to choose a password (POST).
func InvitePeople() string { return People() + "/invitations" }

// NewPerson returns the address of the form for a new person.
func NewPerson() string { return People() + "/new" }

// Person returns the address of the form of a person.
func Person(id string) string { return People() + "/" + url.PathEscape(id) }

// PersonPasswordLink returns where a link is made with which a person chooses a password (POST).
func PersonPasswordLink(id string) string { return Person(id) + "/password-link" }

// PersonInvitation returns where a person is invited to choose a password (POST).
func PersonInvitation(id string) string { return Person(id) + "/invitation" }

// PersonDisable returns where a person is disabled (POST).
func PersonDisable(id string) string { return Person(id) + "/disable" }

// PersonEnable returns where a person is enabled again (POST).
func PersonEnable(id string) string { return Person(id) + "/enable" }

// PersonFactorsReset returns where a person's second factors are reset (POST).
func PersonFactorsReset(id string) string { return Person(id) + "/reset-factors" }

// FactorRoles returns the address of the roles that must have a second factor, and of their form (POST: roles).
func FactorRoles() string { return Settings() + "/second-factors" }

// Security returns the address of the user's own second factors.
func Security() string { return Settings() + "/security" }

// Passkeys returns where a passkey is added (POST: name, passkey).
func Passkeys() string { return Security() + "/passkeys" }

// Passkey returns where a passkey is renamed (POST: name).
func Passkey(id int64) string { return Passkeys() + "/" + strconv.FormatInt(id, 10) }

// PasskeyRemove returns where a passkey is removed (POST).
func PasskeyRemove(id int64) string { return Passkey(id) + "/remove" }

// CodeApp returns the address at which an app for one-time codes is set up, and of its form (POST: key, code).
func CodeApp() string { return Security() + "/codes" }

// CodeAppRemove returns where the app for one-time codes is removed (POST).
func CodeAppRemove() string { return CodeApp() + "/remove" }

// RecoveryCodes returns where new recovery codes are made (POST).
func RecoveryCodes() string { return Security() + "/recovery" }

// Tokens returns the address of the user's own tokens, and of the form for a new one (POST: name, days).
func Tokens() string { return Settings() + "/tokens" }

// Calendars returns the address of the user's own calendars, and of the form for a new one (POST: name, contents).
func Calendars() string { return Settings() + "/calendars" }

// CalendarRevoke returns where a calendar is revoked (POST: calendar).
func CalendarRevoke() string { return Calendars() + "/revoke" }

// CalendarFile returns the secret address that calendar programs read.
func CalendarFile(secret string) string { return prefix + "/u/calendars/" + secret + ".ics" }

// TokenRevoke returns where a token is revoked (POST: token).
func TokenRevoke() string { return Tokens() + "/revoke" }

// Sessions returns the address of the user's own sessions.
func Sessions() string { return Settings() + "/sessions" }

// SessionEnd returns where one session is ended (POST: session).
func SessionEnd() string { return Sessions() + "/end" }

// SessionsEndOthers returns where all of the caller's other sessions are ended (POST).
func SessionsEndOthers() string { return Sessions() + "/others" }

// OwnPassword returns the address of the form for the user's own password (POST: current_password, password).
func OwnPassword() string { return Settings() + "/password" }

// Applications returns the address of the user's own connected applications.
func Applications(query url.Values) string { return withQuery(Settings()+"/applications", query) }

// ApplicationDisconnect returns where one of them is disconnected (POST: session).
func ApplicationDisconnect(query url.Values) string {
	return withQuery(Applications(nil)+"/disconnect", query)
}

// AllApplications returns the address of the connected applications of all people.
func AllApplications(query url.Values) string { return withQuery(Applications(nil)+"/all", query) }

// AllApplicationsDisconnect returns where one of them is disconnected (POST: session).
func AllApplicationsDisconnect(query url.Values) string {
	return withQuery(AllApplications(nil)+"/disconnect", query)
}

// Webhooks returns the address of the list of the endpoints of webhooks (POST: a new one).
func Webhooks() string { return Settings() + "/webhooks" }

// NewWebhook returns the address of the form for a new endpoint.
func NewWebhook() string { return Webhooks() + "/new" }

// Webhook returns the address of one endpoint with its log (POST: the changes). query: before is the id of a delivery, and the log begins
// with the next older one; ask=delete has the page ask whether to delete the endpoint.
func Webhook(id int64, query url.Values) string {
	return withQuery(Webhooks()+"/"+strconv.FormatInt(id, 10), query)
}

// WebhookSecret returns where the secret of an endpoint is replaced (POST).
func WebhookSecret(id int64) string { return Webhook(id, nil) + "/secret" }

// WebhookTest returns where a test event is sent to an endpoint (POST).
func WebhookTest(id int64) string { return Webhook(id, nil) + "/test" }

// WebhookDelivery returns the address of an endpoint whose page shows the result of a delivery as soon as there is one.
func WebhookDelivery(id, delivery int64) string {
	return Webhook(id, url.Values{"delivery": {strconv.FormatInt(delivery, 10)}})
}

// WebhookReplay returns where an event is sent to an endpoint again (POST: delivery).
func WebhookReplay(id int64) string { return Webhook(id, nil) + "/replay" }

// WebhookDelete returns where an endpoint is deleted (POST).
func WebhookDelete(id int64) string { return Webhook(id, nil) + "/delete" }

// System returns the address of the page about the state of the installation.
func System() string { return Settings() + "/system" }

// AuditLog returns the address of the audit log.
func AuditLog() string { return Settings() + "/audit" }

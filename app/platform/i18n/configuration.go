package i18n

// The company's settings.
var (
	ConfTab          = Text{"Entreprise", "Company"}
	ConfCompanyTitle = Text{"Entreprise", "Company"}
	ConfCompany      = Text{"Nom de l’entreprise", "Company name"}
	ConfCompanyHint  = Text{"Affiché sur la page de connexion.", "Shown on the sign-in page."}
	ConfZone         = Text{"Fuseau horaire", "Time zone"}
	ConfZoneHint     = Text{"Les jours et les heures de toute l’entreprise suivent ce fuseau.",
		"All days and times of the company follow this zone."}
	ConfPayTitle   = Text{"Paie", "Pay"}
	ConfAnchor     = Text{"Premier jour d’une période 1", "First day of a period 1"}
	ConfAnchorHint = Text{"Le dimanche où commence la première période d’une année de paie. Une période dure deux semaines.",
		"The Sunday on which the first period of a pay year begins. A period lasts two weeks."}
	ConfAnchorNow    = Text{"Période en cours : %s, %s.", "Current period: %s, %s."}
	ConfOvertime     = Text{"Heures par semaine avant les heures supplémentaires", "Weekly hours before overtime"}
	ConfOvertimeHint = Text{"Au Québec : 40 heures pour la plupart des gens.", "In Quebec: 40 hours for most people."}
	ConfArchive      = Text{"Archiver après (périodes fermées)", "Archive after (closed periods)"}
	ConfArchiveHint  = Text{"Les feuilles approuvées et les congés décidés sont ensuite archivés. 26 périodes font un an.",
		"Approved timesheets and decided leave then move to the archive. 26 periods are one year."}
	FirstStepsTitle = Text{"Premiers pas", "First steps"}
	FirstStepsIntro = Text{"Quelques choix suffisent pour commencer. Tout se change plus tard dans Réglages.",
		"A few choices are enough to begin. Everything can be changed later in Settings."}
	FirstPeriod       = Text{"Période de paie en cours", "Current pay period"}
	FirstPeriodHint   = Text{"Une période dure deux semaines, du dimanche au samedi.", "A period lasts two weeks, Sunday to Saturday."}
	FirstPeriodOption = Text{"Du %s au %s", "%s to %s"}
	FirstCodes        = Text{"Codes pour commencer", "Codes to begin with"}
	FirstCodesHint    = Text{"Renommez-les ensuite comme dans votre système de paie.", "Rename them afterwards to match your payroll system."}
	FirstCodesQuebec  = Text{"Québec – heures, congés et dépenses usuels, noms en français (REG, SUP, FER)", "Quebec – usual hours, leave and expenses, French names (REG, SUP, FER)"}
	FirstCodesCanada  = Text{"Canada – les mêmes, noms en anglais (REG, OT, STAT)", "Canada – the same, English names (REG, OT, STAT)"}
	FirstCodesNone    = Text{"Aucun pour l’instant", "None for now"}
	FirstContinue     = Text{"Continuer", "Continue"}
	FirstSkip         = Text{"Plus tard", "Later"}
	FirstSaved        = Text{"Choix enregistrés. La liste ci-dessous dit quoi faire ensuite.", "Saved. The list below tells what comes next."}
	ConfLocked        = Text{"Fixé par %s dans l’environnement du service.", "Set by %s in the service’s environment."}
	ConfKept          = Text{"Laissez vide pour garder la valeur enregistrée.", "Leave empty to keep the stored value."}
	ConfTestAndSave   = Text{"Vérifier et enregistrer", "Test and save"}
	ConfTestFailed    = Text{"La vérification a échoué. Rien n’est enregistré.", "The test failed. Nothing was saved."}
	ConfTooSlow       = Text{"Aucune réponse après 15 secondes.", "No response within 15 seconds."}
	ConfAnyway        = Text{"Enregistrer quand même", "Save anyway"}

	ConfSignInTab   = Text{"Connexion", "Sign-in"}
	ConfSignInTitle = Text{"Authentification unique", "Single sign-on"}
	ConfSignInNote  = Text{"Les gens se connectent avec le compte de l’entreprise (Microsoft, Google ou un autre fournisseur OpenID Connect). Un mot de passe reste possible.",
		"People sign in with the company’s account (Microsoft, Google or another OpenID Connect provider). Passwords stay possible."}
	ConfRedirect   = Text{"Adresse de redirection à déclarer chez le fournisseur", "Redirect address to register with the provider"}
	ConfCopy       = Text{"Copier l’adresse", "Copy the address"}
	ConfIssuer     = Text{"Adresse du fournisseur (issuer)", "Provider’s address (issuer)"}
	ConfIssuerHint = Text{"Exactement comme dans ses jetons, par exemple https://accounts.google.com. Sans adresse, aucun fournisseur n’est utilisé.",
		"Exactly as in its tokens, such as https://accounts.google.com. Without an address, no provider is used."}
	ConfClient     = Text{"Identifiant client", "Client ID"}
	ConfSecret     = Text{"Secret client", "Client secret"}
	ConfSecretHint = Text{"Vide pour un client public.", "Empty for a public client."}

	ConfCustomersTab   = Text{"Répertoire", "Directory"}
	ConfCustomersTitle = Text{"Source des clients", "Customer source"}
	ConfCustomersNote  = Text{"Les clients à inviter sont lus ici et tenus à jour. Avant l’enregistrement, les premiers sont lus.",
		"The customers to invite are read from here and kept up to date. The first ones are read before it is saved."}
	ConfSource        = Text{"Source", "Source"}
	ConfSourceNone    = Text{"Aucune", "None"}
	ConfSourceFolder  = Text{"Dossier du serveur (CSV, NDJSON)", "Folder on the server (CSV, NDJSON)"}
	ConfSourceFeed    = Text{"Adresse web (JSON)", "Web address (JSON)"}
	ConfSourceERPNext = Text{"ERPNext", "ERPNext"}
	ConfSourceAddress = Text{"Adresse ou dossier", "Address or folder"}
	ConfSourceHint    = Text{"Par exemple https://erp.exemple.ca ou /srv/clients.", "Such as https://erp.example.com or /srv/customers."}
	ConfSourceUser    = Text{"Utilisateur ou clé API", "User or API key"}
	ConfSourceSecret  = Text{"Mot de passe ou secret API", "Password or API secret"}
	ConfEvery         = Text{"Mise à jour", "Update"}
	ConfEvery5m       = Text{"Toutes les 5 minutes", "Every 5 minutes"}
	ConfEvery15m      = Text{"Toutes les 15 minutes", "Every 15 minutes"}
	ConfEvery1h       = Text{"Toutes les heures", "Every hour"}
	ConfEvery24h      = Text{"Une fois par jour", "Once a day"}
	ConfSaved         = Text{"Réglages enregistrés. Ils s’appliquent dans quelques secondes.", "Settings saved. They take effect within seconds."}
)

// The settings of mail.
var (
	MailBack      = Text{"État des canaux et suivi", "Status of the channels, and tracking"}
	MailSetUp     = Text{"Configurer", "Set up"}
	MailChannel   = Text{"Canal", "Channel"}
	MailNone      = Text{"Aucun", "None"}
	MailSMTP      = Text{"Serveur SMTP", "SMTP server"}
	MailMailjet   = Text{"Mailjet", "Mailjet"}
	MailGmail     = Text{"Google Workspace (Gmail)", "Google Workspace (Gmail)"}
	MailGraph     = Text{"Microsoft 365", "Microsoft 365"}
	MailHost      = Text{"Serveur", "Server"}
	MailPort      = Text{"Port", "Port"}
	MailSecurity  = Text{"Chiffrement", "Encryption"}
	MailStartTLS  = Text{"STARTTLS (port 587)", "STARTTLS (port 587)"}
	MailTLS       = Text{"TLS dès la connexion (port 465)", "TLS from the start (port 465)"}
	MailIfOffered = Text{"Si le serveur l’offre", "If the server offers it"}
	MailPlain     = Text{"Aucun", "None"}
	MailUser      = Text{"Nom d’utilisateur", "User name"}
	MailUserHint  = Text{"Laissez vide si le serveur n’en demande pas.", "Leave empty if the server asks for none."}
	MailPassword  = Text{"Mot de passe", "Password"}
	MailKept      = Text{"Enregistré. Laissez vide pour le garder.", "Saved. Leave empty to keep it."}
	MailKeptTyped = Text{"Gardé pour ce formulaire. Laissez vide pour l’utiliser.", "Kept for this form. Leave empty to use it."}
	MailKey       = Text{"Clé d’API", "API key"}
	MailSecret    = Text{"Clé secrète", "Secret key"}
	MailToken     = Text{"Jeton des événements", "Event token"}
	MailTokenHint = Text{"Facultatif, au moins 16 caractères. Dans Mailjet, entrez cette adresse : %s?token=JETON, avec votre jeton à la fin. " +
		"Cochez tous les événements sauf open et click.",
		"Optional, at least 16 characters. In Mailjet, enter this address: %s?token=TOKEN, with your token at the end. Select every " +
			"event except open and click."}
	MailCredentials     = Text{"Clé du compte de service (JSON)", "Service account key (JSON)"}
	MailCredentialsHint = Text{"Collez le contenu du fichier, ou choisissez le fichier ci-dessous.",
		"Paste the content of the file, or choose the file below."}
	MailFile      = Text{"Fichier JSON", "JSON file"}
	MailGmailNote = Text{"Le compte de service a besoin de la délégation à l’échelle du domaine, pour gmail.send et gmail.readonly.",
		"The service account needs domain-wide delegation for gmail.send and gmail.readonly."}
	MailGraphNote = Text{"L’application doit avoir le droit d’envoyer et de lire les messages (Send et Read), avec le consentement d’un administrateur.",
		"The application needs the permissions to send and read mail (Mail.Send and Mail.Read), with an administrator’s consent."}
	MailTenant       = Text{"Locataire (tenant)", "Tenant"}
	MailClient       = Text{"ID d’application (client)", "Application (client) ID"}
	MailClientSecret = Text{"Secret client", "Client secret"}
	MailTestAndSave  = Text{"Vérifier et enregistrer", "Test and save"}
	MailSendMe       = Text{"M’envoyer un message d’essai", "Send me a test message"}
	MailSaveAnyway   = Text{"Enregistrer quand même", "Save anyway"}
	MailNotSaved     = Text{"Rien n’est enregistré", "Nothing has been saved"}
	MailNoAnswer     = Text{"Aucune réponse à temps. Vérifiez le serveur, le port et le pare-feu.",
		"No response in time. Check the server, the port and the firewall."}
	MailTested = Text{"La connexion fonctionne. Réglages enregistrés ; ils s’appliquent dans quelques secondes.",
		"The connection works. Settings saved; they take effect within seconds."}
	MailSampleSent    = Text{"Message envoyé à %s. Rien n’est enregistré.", "Message sent to %s. Nothing has been saved."}
	MailSampleSubject = Text{"Message d’essai de Presence", "Test message from Presence"}
	MailSampleText    = Text{"Si vous lisez ceci, Presence peut envoyer des courriels avec ces réglages.\n",
		"If you are reading this, Presence can send email with these settings.\n"}
	MailSendersTitle = Text{"Expéditeurs et débit", "Senders and rate"}
	MailFrom         = Text{"Expéditeurs permis", "Allowed senders"}
	MailFromHint     = Text{"Séparés par des virgules : Événements <evenements@exemple.ca>. Le premier est proposé par défaut.",
		"Comma-separated: Events <events@example.ca>. The first is the default."}
	MailPostal          = Text{"Adresse postale", "Mailing address"}
	MailPostalHint      = Text{"Au bas de chaque message ; la loi l’exige.", "In the footer of every message; the law requires one."}
	MailRate            = Text{"Messages par seconde", "Messages per second"}
	MailRateHint        = Text{"Par expéditeur ; 0 : sans limite.", "Per sender; 0 means no limit."}
	MailConnections     = Text{"Connexions simultanées", "Simultaneous connections"}
	MailConnectionsHint = Text{"Par campagne, de 1 à 100. Certains serveurs en acceptent peu.",
		"Per campaign, 1 to 100. Some servers allow only a few."}
)

// The check of the senders' domains.
var (
	SenderTitle = Text{"Domaines des expéditeurs", "Sender domains"}
	SenderNote  = Text{"Avec les bons enregistrements DNS, les messages sont moins souvent pris pour des indésirables.",
		"With the right DNS records, messages are less often taken for junk."}
	SenderCheck        = Text{"Vérifier %s", "Check %s"}
	SenderBack         = Text{"Réglages du courriel", "Email settings"}
	SenderOf           = Text{"Enregistrements DNS de %s", "DNS records of %s"}
	SenderSelector     = Text{"Sélecteur DKIM", "DKIM selector"}
	SenderSelectorHint = Text{"Laissez vide pour essayer les plus courants.", "Leave empty to try the usual ones."}
	SenderAgain        = Text{"Vérifier de nouveau", "Check again"}
	SenderAdd          = Text{"Enregistrement TXT pour %s :", "TXT record for %s:"}
	SenderCopy         = Text{"Enregistrement %s", "%s record"}
	SenderGood         = Text{"Correct", "Good"}
	SenderWarn         = Text{"À améliorer", "Could be better"}
	SenderBad          = Text{"À corriger", "Needs fixing"}
	SenderOpen         = Text{"Non vérifié", "Not checked"}
)

// SenderRecords are the kinds of record.
var SenderRecords = map[string]Text{
	"MX":    {"MX – réception", "MX – receiving"},
	"SPF":   {"SPF – serveurs permis", "SPF – allowed servers"},
	"DKIM":  {"DKIM – signature", "DKIM – signature"},
	"DMARC": {"DMARC – politique", "DMARC – policy"},
	"PTR":   {"DNS inverse du serveur", "Reverse DNS of the server"},
}

// SenderVerdicts are what the check found, by code. %s is what it is about.
var SenderVerdicts = map[string]Text{
	"mx_ok":            {"Les retours sont reçus par %s.", "Bounces and replies go to %s."},
	"mx_missing":       {"Aucun serveur ne reçoit les retours de ce domaine.", "No server receives the bounces and replies of this domain."},
	"spf_ok":           {"L’enregistrement permet le canal.", "The record allows the channel."},
	"spf_present":      {"Il y a un enregistrement SPF. Configurez un canal pour le vérifier.", "There is an SPF record. Set up a channel to check it."},
	"spf_missing":      {"Il n’y a pas d’enregistrement SPF.", "There is no SPF record."},
	"spf_several":      {"Il y a plusieurs enregistrements SPF. Réunissez-les en un seul.", "There are several SPF records. Combine them into one."},
	"spf_invalid":      {"L’enregistrement SPF a une erreur ou demande trop de recherches.", "The SPF record has an error, or needs too many lookups."},
	"spf_refused":      {"L’enregistrement ne permet pas l’adresse %s du serveur.", "The record does not allow the server’s address %s."},
	"spf_not_included": {"L’enregistrement ne contient pas include:%s.", "The record has no include:%s."},
	"dkim_ok":          {"Il y a une clé pour le sélecteur %s.", "There is a key for the selector %s."},
	"dkim_missing": {"Aucune clé pour : %s. Demandez l’enregistrement à votre fournisseur, ou entrez son sélecteur.",
		"No key for: %s. Ask your provider for the record, or enter its selector."},
	"dkim_revoked":  {"La clé du sélecteur %s est révoquée.", "The key of the selector %s is revoked."},
	"dmarc_ok":      {"La politique est %s.", "The policy is %s."},
	"dmarc_none":    {"La politique est none : les faux messages sont livrés quand même.", "The policy is none: forged messages are still delivered."},
	"dmarc_missing": {"Il n’y a pas de politique DMARC.", "There is no DMARC policy."},
	"dmarc_invalid": {"L’enregistrement DMARC a une erreur.", "The DMARC record has an error."},
	"ptr_ok":        {"Le nom et l’adresse du serveur %s concordent.", "The name and the address of the server %s match."},
	"ptr_missing": {"L’adresse %s n’a pas de nom. La personne qui administre ce serveur peut en ajouter un.",
		"The address %s has no name. Ask the operator of that server to add one."},
	"ptr_other":     {"Le nom de l’adresse %s ne mène pas à cette adresse.", "The name of the address %s does not lead back to it."},
	"relay_inside":  {"Le serveur %s a une adresse interne. Vérifiez son adresse publique.", "The server %s has an internal address. Check its public address."},
	"relay_unknown": {"Le nom du serveur %s est introuvable.", "The name of the server %s was not found."},
	"dns_failed":    {"Le DNS n’a pas répondu. Réessayez plus tard.", "DNS did not respond. Try again later."},
}

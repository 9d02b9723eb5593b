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
	ConfLocked = Text{"Fixé par %s dans l’environnement du service.", "Set by %s in the service’s environment."}
	ConfSaved  = Text{"Réglages enregistrés. Ils s’appliquent dans quelques secondes.", "Settings saved. They take effect within seconds."}
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

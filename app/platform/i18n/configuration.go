package i18n

import "strings"

// The company's settings.
var (
	ConfTab          = Text{"Entreprise", "Company"}
	ConfCompanyTitle = Text{"Nom, langue et fuseau horaire", "Name, language and time zone"}
	ConfCompany      = Text{"Nom de l’entreprise", "Company name"}
	ConfCompanyHint  = Text{"Affiché aux invités et sur la page de connexion.", "Shown to guests and on the sign-in page."}
	ConfLanguage     = Text{"Langue par défaut", "Default language"}
	ConfLanguageHint = Text{"Pour les nouvelles personnes, ainsi que pour les visiteurs et les invités dont la langue n’est pas connue.",
		"For new people, and for visitors and guests whose language isn’t known."}
	ConfZone     = Text{"Fuseau horaire", "Time zone"}
	ConfZoneHint = Text{"Les dates et les heures de toute l’entreprise suivent ce fuseau horaire.",
		"All of the company’s dates and times use this time zone."}
	ConfPayTitle       = Text{"Paie", "Payroll"}
	ConfPeriodsTitle   = Text{"Périodes de paie et heures supplémentaires", "Pay periods and overtime"}
	ConfClockTitle     = Text{"Pointage et pauses", "Clock times and breaks"}
	ConfExpensesTitle  = Text{"Dépenses", "Expenses"}
	ConfApprovalsTitle = Text{"Rappels et approbations", "Reminders and approvals"}

	ConfSumOvertime    = Text{"heures supplémentaires après %s\u00a0h par semaine", "overtime after %s\u00a0h a week"}
	ConfSumHolidays    = Text{"jours fériés payés", "statutory holidays paid"}
	ConfSumBreaks      = Count{Text{"%s\u00a0pause par défaut", "%s default break"}, Text{"%s\u00a0pauses par défaut", "%s default breaks"}}
	ConfSumNoBreaks    = Text{"aucune pause par défaut", "no default breaks"}
	ConfSumReceipts    = Text{"Reçu exigé au-dessus de %s\u00a0$", "Receipt required over $%s"}
	ConfSumReceiptsAll = Text{"Reçu exigé pour chaque dépense", "Receipt required for every expense"}
	ConfSumNoReceipts  = Text{"Aucun reçu exigé", "No receipts required"}
	ConfSumTaxes       = Text{"TPS et TVQ", "GST and QST"}
	ConfSumReminders   = Text{"Rappels automatiques", "Automatic reminders"}
	ConfSumOverdue     = Count{Text{"en retard après %s\u00a0jour ouvrable", "overdue after %s business day"},
		Text{"en retard après %s\u00a0jours ouvrables", "overdue after %s business days"}}
	ConfSumNeverOverdue = Text{"jamais en retard", "never overdue"}
	ConfSumArchive      = Count{Text{"archivage après %s\u00a0période", "archived after %s period"},
		Text{"archivage après %s\u00a0périodes", "archived after %s periods"}}

	ConfAnchor     = Text{"Premier jour de la période 1", "First day of period 1"}
	ConfAnchorHint = Text{"Le dimanche où commence la première période d’une année de paie. Chaque période dure deux semaines.",
		"The Sunday that begins the first period of a pay year. Each period lasts two weeks."}
	ConfAnchorNow  = Text{"Période en cours : %s, %s.", "Current period: %s, %s."}
	ConfPayDay     = Text{"Jour de paie (jours après la fin de la période)", "Payday (days after the end of the period)"}
	ConfPayDayHint = Text{"Le jour de paie est affiché dans Mes heures, dans les périodes de paie et dans les calendriers. Entrez 0 pour ne pas l’afficher.",
		"The payday is shown in My time, on pay periods and in calendars. Enter 0 to hide it."}
	ConfOvertime  = Text{"Seuil des heures supplémentaires, par semaine (heures)", "Weekly hours before overtime"}
	ConfNorms     = Text{"Normes du travail", "Labour standards"}
	ConfNormsHint = Text{"Presence signale ce qui s’en écarte\u00a0: repos, pauses, jours fériés et indemnité de présence.",
		"Timesheets show a notice when hours don’t meet these standards for rest periods, breaks, statutory holidays or reporting pay."}
	ConfClockStep = Text{"Arrondi des heures pointées", "Rounding of clocked times"}
	ConfClockHint = Text{"Chaque heure pointée est arrondie. L’heure réelle reste affichée à côté.",
		"Each clock time is rounded. The actual time is still shown beside it."}
	ConfBreaks     = Text{"Pauses par défaut", "Default breaks"}
	ConfBreaksHint = Text{"Pour les quarts saisis ou pointés sans pause. Chaque ligne est une pause; celles qui restent vides ne comptent pas. Si un quart atteint plusieurs de ces durées, seules les pauses de la plus longue s’appliquent.",
		"For shifts entered or clocked without a break. Each line is a break; lines left blank don’t count. If a shift reaches several of these lengths, only the breaks for the longest one apply."}
	ConfBreakOf      = Text{"(pause %s)", "(break %s)"}
	ConfBreakFrom    = Text{"Quart d’au moins", "Shift from"}
	ConfBreakLasts   = Text{"Pause", "Break"}
	ConfBreakPay     = Text{"Payée ou non", "Paid or not"}
	ConfBreakPaid    = Text{"Payée", "Paid"}
	ConfBreakUnpaid  = Text{"Non payée", "Unpaid"}
	ConfClockMinute  = Text{"À la minute près", "To the nearest minute"}
	ConfClockMinutes = Text{"À %s\u00a0minutes près", "To the nearest %s\u00a0minutes"}
	ConfOvertimeHint = Text{"Laissez vide pour suivre les normes du travail\u00a0: 40\u00a0heures au Québec et au fédéral, 44 en Ontario.",
		"Leave blank to follow the labour standards: 40\u00a0hours in Quebec and under federal law, 44 in Ontario."}
	ConfDaily     = Text{"Seuil des heures supplémentaires, par jour (heures)", "Daily hours before overtime"}
	ConfDailyHint = Text{"Laissez vide pour suivre les normes du travail\u00a0: 8\u00a0heures au fédéral, aucun seuil par jour au Québec ni en Ontario. Entrez 0 pour n’appliquer aucun seuil par jour. Des deux seuils, celui qui donne le plus d’heures supplémentaires s’applique.",
		"Leave blank to follow the labour standards: 8\u00a0hours under federal law, no daily limit in Quebec and Ontario. Enter 0 for no daily limit. If there’s also a weekly limit, whichever gives more overtime applies."}
	ConfCounts     = Text{"Vacances et jours fériés dans le calcul des heures supplémentaires", "Vacation and statutory holidays in overtime"}
	ConfCountsHint = Text{"S’ils comptent, un jour férié ou de vacances s’ajoute aux heures de la semaine, comme du travail\u00a0: c’est le cas au Québec et au fédéral, pas en Ontario. Les pauses payées comptent toujours.",
		"If they count, statutory holidays and vacation days add to the week’s hours as if they were worked. They do in Quebec and under federal law, but not in Ontario. Paid breaks always count."}
	ConfHolidays     = Text{"Payer les jours fériés sur les feuilles de temps", "Pay statutory holidays on timesheets"}
	ConfHolidaysHint = Text{"L’indemnité s’ajoute automatiquement aux feuilles, la semaine du jour férié, avec le premier code de paie de type jour férié. Elle est recalculée jusqu’à l’exportation de la période. La paie peut la retirer à une personne.",
		"Holiday pay is added to timesheets automatically, in the week of the holiday, under the first statutory holiday pay code. It’s recalculated until the period is exported. Payroll can remove it for individual employees."}
	ConfAsNorms      = Text{"Selon les normes du travail", "Follow the labour standards"}
	ConfCount        = Text{"Ils comptent", "They count"}
	ConfNoCount      = Text{"Ils ne comptent pas", "They don’t count"}
	ConfReceipts     = Text{"Reçu exigé pour les dépenses de plus de", "Receipt required for expenses over"}
	ConfReceiptsHint = Text{"Une feuille ne peut être soumise sans ces reçus. Le kilométrage n’en exige pas. Entrez 0 pour en exiger un pour chaque dépense; laissez vide pour ne jamais en exiger.",
		"A timesheet can’t be submitted without these receipts. Mileage doesn’t need one. Enter 0 to require one for every expense; leave blank to never require one."}
	ConfTaxes     = Text{"Demander la TPS et la TVQ des dépenses", "Ask for GST and QST on expenses"}
	ConfTaxesHint = Text{"Le formulaire d’une dépense comporte alors deux champs facultatifs pour les taxes comprises dans le montant. Ces taxes figurent dans la liste qui accompagne les reçus téléchargés par la paie.",
		"The expense form gets two optional fields for the taxes included in the amount. These taxes are included in the list that comes with the receipts payroll downloads."}
	ConfPhone     = Text{"Notifications sur les appareils", "Notifications on devices"}
	ConfPhoneHint = Text{"Les notifications peuvent être reçues sur un téléphone ou un ordinateur. Elles sont chiffrées et passent par le service de notification du navigateur (Apple, Google, Mozilla, Microsoft).",
		"People can receive notifications on their phones and computers. They’re encrypted and sent through the browser’s push service (Apple, Google, Mozilla, Microsoft)."}
	ConfReminders     = Text{"Rappels automatiques des feuilles de temps", "Automatic timesheet reminders"}
	ConfRemindersHint = Text{"Aux employés qui n’ont pas soumis leur feuille\u00a0: deux jours avant la fin de la période, puis le premier et le troisième jour ouvrable qui la suivent. Aux superviseurs\u00a0: lorsqu’une feuille attend leur approbation depuis plus d’un jour ouvrable.",
		"To employees who haven’t submitted their timesheet: two days before the period ends, then on the first and third business day after it. To supervisors: when a timesheet has been awaiting their approval for more than a business day."}
	ConfOverdue     = Text{"Approbations en retard après (jours ouvrables)", "Approvals are overdue after (business days)"}
	ConfOverdueHint = Text{"La personne de qui relève le superviseur en est alors avertie (à défaut, la paie). Entrez 0 pour ne jamais avertir.",
		"The supervisor’s own supervisor is then notified, or payroll if there is none. Enter 0 for never."}
	ConfArchive     = Text{"Archiver après (nombre de périodes terminées)", "Archive after (number of completed periods)"}
	ConfArchiveHint = Text{"Les feuilles approuvées et les demandes de congé réglées sont ensuite archivées. Un an compte 26\u00a0périodes.",
		"Approved timesheets and leave requests that have been decided are then archived. There are 26 periods in a year."}
	FirstStepsTitle = Text{"Premiers pas", "First steps"}
	FirstStepsIntro = Text{"Quelques choix suffisent pour commencer. Vous pourrez tout modifier plus tard dans Réglages.",
		"A few choices are all you need to get started. You can change everything later in Settings."}
	FirstPeriod     = Text{"Période de paie en cours", "Current pay period"}
	FirstPeriodHint = Text{"Chaque période dure deux semaines et commence un dimanche. Les périodes d’une semaine ou d’un mois ne sont pas offertes, ni celles qui commencent un autre jour.",
		"Each period lasts two weeks and begins on a Sunday. Weekly and monthly periods aren’t available, and periods can’t begin on another day."}
	FirstPeriodOption = Text{"Du %s au %s", "%s to %s"}
	FirstCodes        = Text{"Codes de paie de départ", "Starter pay codes"}
	FirstCodesHint    = Text{"Remplacez ensuite REG, SUP, etc. par les codes de votre système de paie.", "Afterward, replace REG, OT and so on with the codes from your payroll system."}
	FirstCodesQuebec  = Text{"Québec – heures, congés et dépenses courants, noms en français (REG, SUP, FER)", "Quebec – common hours, leave and expenses, French names (REG, SUP, FER)"}
	FirstCodesCanada  = Text{"Canada – les mêmes codes, noms en anglais (REG, OT, STAT)", "Canada – the same codes, English names (REG, OT, STAT)"}
	FirstCodesNone    = Text{"Aucun pour l’instant", "None for now"}
	FirstContinue     = Text{"Continuer", "Continue"}
	FirstSkip         = Text{"Plus tard", "Later"}
	FirstSaved        = Text{"Choix enregistrés. La liste ci-dessous indique les prochaines étapes.", "Saved. The list below shows what to do next."}
	ConfLocked        = Text{"Fixé par la variable d’environnement %s du serveur.", "Set by the server’s environment variable %s."}
	ConfKept          = Text{"Laissez vide pour garder la valeur enregistrée.", "Leave blank to keep the saved value."}
	ConfTestAndSave   = Text{"Vérifier et enregistrer", "Test and save"}
	ConfTestFailed    = Text{"La vérification a échoué. Vos réglages n’ont pas changé.", "The test failed. Your settings haven’t changed."}
	ConfTooSlow       = Text{"Aucune réponse après 15\u00a0secondes. Vérifiez l’adresse et réessayez.", "No response within 15 seconds. Check the address and try again."}
	ConfAnyway        = Text{"Enregistrer quand même", "Save anyway"}

	ConfSignInTab   = Text{"Connexion", "Sign-in"}
	ConfSignInTitle = Text{"Authentification unique", "Single sign-on"}
	ConfSignInNote  = Text{"Le personnel se connecte avec son compte d’entreprise (Microsoft, Google ou un autre fournisseur OpenID Connect). La connexion par mot de passe reste possible.",
		"People sign in with their company account (Microsoft, Google or another OpenID Connect provider). Passwords still work."}
	ConfPresets     = Text{"Fournisseur", "Provider"}
	ConfRedirect    = Text{"Adresse de redirection (URI) à enregistrer auprès du fournisseur", "Redirect address (URI) to register with the provider"}
	ConfCopy        = Text{"Copier l’adresse", "Copy address"}
	ConfCopyCommand = Text{"Copier la commande", "Copy command"}
	ConfIssuer      = Text{"Adresse du fournisseur (issuer)", "Provider’s address (issuer)"}
	ConfIssuerHint  = Text{"Telle qu’elle figure dans ses jetons. Remplacez ce qui est en majuscules par vos valeurs. Laissez vide pour désactiver l’authentification unique.",
		"Exactly as it appears in its tokens. Replace what is in capitals with your own values. Leave blank to turn off single sign-on."}
	ConfClient     = Text{"Identifiant client", "Client ID"}
	ConfSecret     = Text{"Secret client", "Client secret"}
	ConfSecretHint = Text{"Laissez vide pour un client public.", "Leave blank for a public client."}

	ConfCustomersTab   = Text{"Répertoire", "Directory"}
	ConfCustomersTitle = Text{"Source des clients", "Customer source"}
	ConfCustomersNote  = Text{"Les clients à inviter viennent de cette source et sont tenus à jour. Avant l’enregistrement, les premiers sont lus à titre d’essai.",
		"The customers to invite come from this source and are kept up to date. The first few are read as a test before anything is saved."}
	ConfUpload     = Text{"Ou un fichier", "Or a file"}
	ConfUploadText = Text{"Si vous n’avez pas de système de gestion, téléversez un fichier CSV ou XLSX de vos clients.",
		"If you don’t have a customer system, upload a CSV or XLSX file of your customers."}
	ConfSource        = Text{"Source", "Source"}
	ConfSourceNone    = Text{"Aucune (ou un fichier téléversé)", "None (or an uploaded file)"}
	ConfSourceFolder  = Text{"Dossier du serveur (CSV, NDJSON)", "Folder on the server (CSV, NDJSON)"}
	ConfSourceFeed    = Text{"Adresse web (JSON)", "Web address (JSON)"}
	ConfSourceERPNext = Text{"ERPNext", "ERPNext"}
	ConfSourceAddress = Text{"Adresse ou dossier", "Address or folder"}
	ConfSourceHint    = Text{"Par exemple https://erp.exemple.ca, ou un dossier autorisé sur le serveur (DIRECTORY_ROOTS).",
		"For example, https://erp.example.com, or a folder that the server allows (DIRECTORY_ROOTS)."}
	ConfSourceUser   = Text{"Utilisateur ou clé d’API", "User or API key"}
	ConfSourceSecret = Text{"Mot de passe ou secret d’API", "Password or API secret"}
	ConfEvery        = Text{"Fréquence de mise à jour", "Update frequency"}
	ConfEvery5m      = Text{"Toutes les 5\u00a0minutes", "Every 5 minutes"}
	ConfEvery15m     = Text{"Toutes les 15\u00a0minutes", "Every 15 minutes"}
	ConfEvery1h      = Text{"Toutes les heures", "Every hour"}
	ConfEvery24h     = Text{"Une fois par jour", "Once a day"}
	ConfSaved        = Text{"Réglages enregistrés. Ils s’appliqueront d’ici quelques secondes.", "Settings saved. They take effect within seconds."}
)

// The settings of mail.
var (
	MailTitle       = Text{"Configuration du courriel", "Email setup"}
	MailStepChannel = Text{"Configurer un canal", "Set up a channel"}
	MailStepSender  = Text{"Indiquer l’expéditeur et l’adresse postale", "Set the sender and the mailing address"}
	MailStepTest    = Text{"Envoyer un message d’essai", "Send a test message"}
	MailStepTestAt  = Text{"Sur la page %s", "On the %s page"}
	MailStepDone    = Text{"Fait", "Done"}
	MailStepToDo    = Text{"À faire", "To do"}
	MailFromExample = Text{"Événements <evenements@exemple.ca>", "Events <events@example.ca>"}
	MailSetUp       = Text{"Configurer", "Set up"}
	MailChannel     = Text{"Canal", "Channel"}
	MailBounces     = Text{"Messages retournés", "Bounced messages"}
	MailBouncesText = Text{"Presence lit la boîte courriel où reviennent les messages qui n’ont pas pu être remis. Les adresses introuvables " +
		"sont exclues, et le rapport de la campagne indique ce qui est revenu.",
		"Presence reads the mailbox that undelivered messages come back to. Addresses that bounce are excluded, and the campaign’s report " +
			"shows what came back."}
	MailReading     = Text{"Lecture", "Reading"}
	MailNotReadNote = Text{"Les retours ne sont pas lus : les adresses introuvables restent sur les listes.",
		"Bounced messages aren’t read: addresses that don’t exist stay in audiences."}
	MailNotRead           = Text{"Aucune boîte courriel n’est lue", "No mailbox is read"}
	MailIMAP              = Text{"Boîte courriel IMAP", "IMAP mailbox"}
	MailIMAPStartTLS      = Text{"STARTTLS (port 143)", "STARTTLS (port 143)"}
	MailIMAPTLS           = Text{"TLS dès la connexion (port 993)", "TLS from the start (port 993)"}
	MailFolder            = Text{"Dossier", "Folder"}
	MailBounceAddress     = Text{"Adresse de retour", "Return address"}
	MailBounceAddressHint = Text{"L’adresse de cette boîte courriel (envoi groupé par SMTP seulement). Laissez vide pour utiliser l’adresse de l’expéditeur. Avec retours+*@exemple.ca, chaque destinataire a la sienne, et tout message retourné est reconnu\u00a0: vos serveurs doivent accepter ces adresses.",
		"The address of this mailbox (bulk email by SMTP only). Leave blank to use the sender’s address. With bounces+*@example.com, each recipient gets their own, and every bounce is recognized: your servers must accept these addresses."}
	MailSESTopic = Text{"Rubrique SNS d’Amazon SES", "Amazon SES SNS topic"}
	MailSESHint  = Text{"Si vos messages partent par Amazon SES : l’ARN de la rubrique dont l’abonnement HTTPS mène à %s",
		"If your messages go out through Amazon SES: the ARN of the topic whose HTTPS subscription leads to %s"}
	MailPostmarkToken = Text{"Mot de passe du webhook de Postmark", "Postmark webhook password"}
	MailPostmarkHint  = Text{"Si vos messages partent par Postmark : au moins 16\u00a0caractères. Dans Postmark, entrez aussi ce mot de passe (Basic auth) pour l’adresse %s",
		"If your messages go out through Postmark: at least 16 characters. In Postmark, also enter this password (Basic auth) for the address %s"}
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
	MailUser      = Text{"Nom d’utilisateur", "Username"}
	MailUserHint  = Text{"Laissez vide si le serveur n’en exige pas.", "Leave blank if the server doesn’t require one."}
	MailPassword  = Text{"Mot de passe", "Password"}
	MailKept      = Text{"Enregistré. Laissez vide pour le garder.", "Saved. Leave blank to keep it."}
	MailKeptTyped = Text{"Gardé depuis votre dernière tentative. Laissez vide pour l’utiliser.", "Kept from your last attempt. Leave blank to use it."}
	MailKey       = Text{"Clé d’API", "API key"}
	MailSecret    = Text{"Clé secrète", "Secret key"}
	MailToken     = Text{"Jeton du webhook", "Webhook token"}
	MailTokenHint = Text{"Facultatif, au moins 16\u00a0caractères. Dans Mailjet, entrez cette adresse : %s?token=JETON, avec votre jeton à la fin. " +
		"Cochez tous les événements sauf open et click.",
		"Optional, at least 16 characters. In Mailjet, enter this address: %s?token=TOKEN, with your token at the end. Select every " +
			"event except open and click."}
	MailCredentials     = Text{"Clé du compte de service (JSON)", "Service account key (JSON)"}
	MailCredentialsHint = Text{"Collez le contenu du fichier, ou choisissez le fichier ci-dessous.",
		"Paste the content of the file, or choose the file below."}
	MailFile      = Text{"Fichier JSON", "JSON file"}
	MailGmailNote = Text{"Le compte de service doit avoir la délégation à l’échelle du domaine pour gmail.send et gmail.readonly.",
		"The service account needs domain-wide delegation for gmail.send and gmail.readonly."}
	MailGraphNote = Text{"L’application doit avoir le droit d’envoyer et de lire les messages (Mail.Send et Mail.Read), avec le consentement d’un administrateur de Microsoft 365.",
		"The application needs permission to send and read mail (Mail.Send and Mail.Read), with the consent of a Microsoft 365 administrator."}
	MailTenant       = Text{"ID du locataire (tenant)", "Tenant ID"}
	MailClient       = Text{"ID d’application (client)", "Application (client) ID"}
	MailClientSecret = Text{"Secret client", "Client secret"}
	MailTestAndSave  = Text{"Vérifier et enregistrer", "Test and save"}
	MailSendMe       = Text{"M’envoyer un message d’essai", "Send me a test message"}
	MailSaveAnyway   = Text{"Enregistrer quand même", "Save anyway"}
	MailNotSaved     = Text{"Vos réglages n’ont pas changé", "Your settings haven’t changed"}
	MailNoAnswer     = Text{"Aucune réponse à temps. Vérifiez le serveur, le port et le pare-feu.",
		"No response in time. Check the server, the port and the firewall."}
	MailTested = Text{"La connexion fonctionne. Réglages enregistrés. Ils s’appliqueront d’ici quelques secondes.",
		"The connection works. Settings saved. They take effect within seconds."}
	MailNextSender    = Text{"Prochaine étape\u00a0: définir l’expéditeur.", "Next step: set the sender."}
	MailNextPostal    = Text{"Prochaine étape\u00a0: ajouter l’adresse postale.", "Next step: add the mailing address."}
	MailNextTest      = Text{"Prochaine étape\u00a0: envoyer une invitation à titre d’essai.", "Next step: send a test invitation."}
	MailSampleSent    = Text{"Message envoyé à %s. Vos réglages n’ont pas changé.", "Message sent to %s. Your settings haven’t changed."}
	MailSampleSubject = Text{"Message d’essai de Presence", "Test message from Presence"}
	MailSampleText    = Text{"Si vous lisez ceci, Presence peut envoyer des courriels avec ces réglages.\n",
		"If you’re reading this, Presence can send email with these settings.\n"}
	MailNoSender = Text{"Aucun expéditeur n’est défini. Les messages ont pour expéditeur %s, une adresse que les serveurs de courriel peuvent refuser ou classer comme pourriel.",
		"No sender is set. Messages are sent from %s, which mail servers may reject or mark as spam."}
	MailSetSender = Text{"Prochaine étape : définir l’expéditeur", "Next step: set the sender"}
	MailWhich     = Text{"Si vous hésitez, configurez l’envoi groupé : les invitations, les confirmations et les avis passent par ce canal. La boîte courriel est facultative.",
		"If you’re not sure, set up bulk email: invitations, confirmations and notices are sent that way. The personal mailbox is optional."}
	MailAdvanced     = Text{"Réglages avancés : débit, connexions, Amazon SES et Postmark", "Advanced: sending rate, connections, Amazon SES and Postmark"}
	MailSendersTitle = Text{"Expéditeurs et adresse postale", "Senders and mailing address"}
	MailFrom         = Text{"Expéditeurs autorisés", "Allowed senders"}
	MailFromHint     = Text{"Séparés par des virgules : Événements <evenements@exemple.ca>. Le premier est proposé par défaut.",
		"Comma-separated: Events <events@example.ca>. The first is the default."}
	MailPostal     = Text{"Adresse postale", "Mailing address"}
	MailPostalHint = Text{"Au bas de chaque message. La loi l’exige; sans cette adresse, aucune invitation ne part.", "In the footer of every message. The law requires one: no invitation is sent without it."}
	QuietHours     = Text{"Heures calmes", "Quiet hours"}
	QuietHoursHint = Text{"Les campagnes n’envoient rien entre ces heures, puis reprennent d’elles-mêmes. Laissez vide pour ne pas en fixer.",
		"Campaigns send nothing between these times, then resume on their own. Leave blank for none."}
	MailRate     = Text{"Messages par seconde", "Messages per second"}
	MailRateHint = Text{"Par expéditeur, pour les campagnes seulement : les confirmations, les avis de changement et les courriels au personnel ne comptent pas. Entrez 0 pour ne pas fixer de limite.",
		"Per sender, for campaigns only. Confirmations, event updates and messages to staff don’t count. Enter 0 for no limit."}
	MailConnections     = Text{"Connexions simultanées", "Simultaneous connections"}
	MailConnectionsHint = Text{"Par campagne, de 1 à 100. Certains serveurs en acceptent peu.",
		"Per campaign, 1 to 100. Some servers allow only a few."}
)

// The check of the senders' domains.
var (
	SenderTitle = Text{"Domaines des expéditeurs", "Sender domains"}
	SenderNote  = Text{"Avec les bons enregistrements DNS, les messages risquent moins d’aboutir dans les pourriels.",
		"With the right DNS records, messages are less likely to end up in spam."}
	SenderCheck        = Text{"Vérifier %s", "Check %s"}
	SenderBack         = Text{"Réglages du courriel", "Email settings"}
	SenderOf           = Text{"Enregistrements DNS\u00a0: %s", "DNS records for %s"}
	SenderSelector     = Text{"Sélecteur DKIM", "DKIM selector"}
	SenderSelectorHint = Text{"Laissez vide pour essayer les plus courants.", "Leave blank to try the most common ones."}
	SenderAgain        = Text{"Vérifier de nouveau", "Check again"}
	SenderAdd          = Text{"Enregistrement TXT pour %s :", "TXT record for %s:"}
	SenderCopy         = Text{"Enregistrement %s", "%s record"}
	SenderGood         = Text{"Correct", "Good"}
	SenderWarn         = Text{"À améliorer", "Could be improved"}
	SenderBad          = Text{"À corriger", "Needs fixing"}
	SenderOpen         = Text{"Non vérifié", "Not checked"}
)

// SenderRecords are the kinds of record.
var SenderRecords = map[string]Text{
	"MX":    {"MX – réception", "MX – receiving"},
	"SPF":   {"SPF – serveurs autorisés", "SPF – allowed servers"},
	"DKIM":  {"DKIM – signature", "DKIM – signature"},
	"DMARC": {"DMARC – politique", "DMARC – policy"},
	"PTR":   {"DNS inverse du serveur", "Server’s reverse DNS"},
}

// SenderVerdicts are the results of the check, by code. %s is the subject.
var SenderVerdicts = map[string]Text{
	"mx_ok": {"Les réponses et les avis de non-livraison sont reçus par %s.", "Bounces and replies go to %s."},
	"mx_missing": {"Aucun serveur ne reçoit les réponses ni les avis de non-livraison de ce domaine. Ajoutez un enregistrement MX.",
		"No server receives bounces and replies for this domain. Add an MX record."},
	"spf_ok":      {"L’enregistrement autorise le canal d’envoi.", "The record authorizes the email channel."},
	"spf_present": {"Il y a un enregistrement SPF. Configurez un canal d’envoi pour le vérifier.", "There is an SPF record. Set up a channel to check it."},
	"spf_missing": {"Aucun enregistrement SPF n’a été trouvé. Ajoutez-en un.", "No SPF record was found. Add one."},
	"spf_several": {"Il y a plusieurs enregistrements SPF. Réunissez-les en un seul.", "There are several SPF records. Combine them into one."},
	"spf_invalid": {"L’enregistrement SPF comporte une erreur ou exige trop de recherches DNS. Corrigez-le.",
		"The SPF record has an error or needs too many DNS lookups. Correct it."},
	"spf_refused":      {"L’enregistrement n’autorise pas l’adresse %s du serveur.", "The record doesn’t authorize the server’s address, %s."},
	"spf_not_included": {"Ajoutez include:%s à l’enregistrement SPF.", "Add include:%s to the SPF record."},
	"dkim_ok":          {"Il y a une clé pour le sélecteur %s.", "There is a key for selector %s."},
	"dkim_missing": {"Aucune clé pour : %s. Demandez l’enregistrement à votre fournisseur, ou entrez son sélecteur.",
		"No key for: %s. Ask your provider for the record, or enter its selector."},
	"dkim_revoked":  {"La clé du sélecteur %s est révoquée. Demandez-en une autre à votre fournisseur.", "The key for selector %s has been revoked. Ask your provider for another."},
	"dmarc_ok":      {"La politique est %s.", "The policy is %s."},
	"dmarc_none":    {"La politique est none : les messages falsifiés sont livrés quand même.", "The policy is none: forged messages are still delivered."},
	"dmarc_missing": {"Aucun enregistrement DMARC n’a été trouvé. Ajoutez-en un.", "No DMARC record was found. Add one."},
	"dmarc_invalid": {"L’enregistrement DMARC comporte une erreur. Corrigez-le.", "The DMARC record has an error. Correct it."},
	"ptr_ok":        {"Le nom et l’adresse du serveur %s concordent.", "The name and address of the server %s match."},
	"ptr_missing": {"Aucun nom n’est associé à l’adresse %s. La personne qui administre ce serveur peut en ajouter un.",
		"No name is set for the address %s. Whoever runs that server can add one."},
	"ptr_other":     {"Le nom associé à l’adresse %s ne renvoie pas à cette adresse.", "The name set for the address %s doesn’t point back to it."},
	"relay_inside":  {"Le serveur %s a une adresse interne. Vérifiez son adresse publique.", "The server %s has an internal address. Check its public address."},
	"relay_unknown": {"Le serveur %s est introuvable. Vérifiez son nom.", "The server %s couldn’t be found. Check its name."},
	"dns_failed":    {"Le DNS n’a pas répondu. Réessayez plus tard.", "DNS didn’t respond. Try again later."},
}

// mailReasons are why no connection to a mail server could be used (mail.Failure.Reason).
var mailReasons = map[string]Text{
	"no_encryption": {"Le serveur n’offre pas le chiffrement (STARTTLS) que vos réglages exigent. Vérifiez le port, ou choisissez un autre chiffrement.",
		"The server doesn’t offer the encryption (STARTTLS) that your settings require. Check the port, or choose another type of encryption."},
	"no_safe_sign_in": {"Le serveur ne permet pas de se connecter de façon sûre\u00a0: le mot de passe serait envoyé sans chiffrement. Choisissez STARTTLS ou TLS sous Chiffrement.",
		"The server offers no safe way to sign in: the password would be sent unencrypted. Choose STARTTLS or TLS under Encryption."},
	"no_such_host":  {"Ce serveur n’existe pas. Vérifiez son nom.", "There is no such server. Check its name."},
	"not_listening": {"Le serveur refuse la connexion à ce port. Vérifiez le port.", "The server doesn’t accept connections on this port. Check the port."},
	"bad_certificate": {"Le certificat du serveur ne peut pas être vérifié\u00a0: «\u00a0%s\u00a0». Vérifiez le nom du serveur.",
		"The server’s certificate can’t be verified: “%s”. Check the server name."},
	"not_mail": {"Il n’y a pas de serveur de courriel à cette adresse. Vérifiez le port.", "There’s no mail server at this address. Check the port."},
}

// MailFailure says why mail could not be sent: the reason, if it is known, or else the words of the mail server.
func (l Lang) MailFailure(reason string, signIn bool, said string) string {
	text, known := mailReasons[reason]
	switch {
	case known && strings.Contains(text.FR, "%s"):
		return l.F(text, said)
	case known:
		return l.T(text)
	case signIn:
		return l.F(ChanSignIn, said)
	}
	return l.F(ChanDown, said)
}

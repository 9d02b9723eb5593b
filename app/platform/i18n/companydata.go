package i18n

// Texts of the page that exports all records of the company.
var (
	DataTitle = Text{"Données de l’entreprise", "Company data"}
	DataMore  = Text{"Tout ce que contient Presence, dans un seul fichier : pour en garder une copie, changer de serveur ou quitter Presence.",
		"Everything in Presence, in one file: to keep a copy, change servers or leave Presence."}
	DataOpen = Text{"Exporter les données", "Export data"}
	DataAll  = Text{"Tout exporter", "Export everything"}
	DataWhat = Text{"Un fichier ZIP contient tous les dossiers tels qu’ils sont en ce moment, en CSV et en JSON : personnes, feuilles de temps, " +
		"paie, événements, inscriptions, campagnes, répertoire, réglages et journal d’audit.",
		"One ZIP file contains all records as they are right now, in CSV and JSON: people, timesheets, payroll, events, registrations, " +
			"campaigns, the directory, settings and the audit log."}
	DataWithout = Text{"Il ne contient ni mot de passe, ni second facteur, ni jeton, ni réglage secret. Les réglages liés à un secret, pour la " +
		"connexion et pour l’envoi des courriels, n’y sont pas non plus.",
		"It contains no passwords, second factors, tokens or secret settings, nor the sign-in and email settings that go with a secret."}
	DataCare = Text{"Le fichier contient la paie et les coordonnées de tout le monde", "The file contains everyone’s pay and contact details"}
	DataSafe = Text{"Conservez-le en lieu sûr. L’exportation est inscrite au journal d’audit.",
		"Keep it in a safe place. The export is recorded in the audit log."}
	DataDownload  = Text{"Télécharger le fichier ZIP", "Download the ZIP file"}
	DataReady     = Text{"Le fichier est prêt", "The file is ready"}
	DataReadyText = Text{"Cliquez sur le bouton pour le télécharger.", "Select the button to download it."}
	DataBack      = Text{"Importer les données d’une autre installation", "Import data from another installation"}
	DataBackNote  = Text{"Possible seulement dans une nouvelle installation, où il n’y a encore que vous. Vous gardez votre mot de passe; les autres personnes devront en choisir un nouveau.",
		"Only possible in a new installation, where you’re still the only person. You keep your password; everyone else has to choose a new one."}
	DataBackOnly = Text{"Les réglages et les codes de paie saisis ici sont remplacés par ceux du fichier. L’authentification unique, l’envoi " +
		"des courriels et les autres réglages secrets devront être configurés de nouveau.",
		"Settings and pay codes entered here are replaced by those in the file. Single sign-on, how email is sent, and other secret settings " +
			"have to be set up again."}
	DataSettings     = Text{"Réglages du fichier", "Settings in the file"}
	DataSettingsNote = Text{"Ils remplaceront vos réglages actuels\u00a0: vérifiez-les avant d’importer.",
		"They’ll replace your current settings: check them before you import."}
	DataSetting  = Text{"Réglage", "Setting"}
	DataValue    = Text{"Valeur", "Value"}
	DataFile     = Text{"Fichier ZIP", "ZIP file"}
	DataFileHint = Text{"Tel qu’il a été exporté, 1\u00a0Go au plus.", "Exactly as it was exported, 1 GB at most."}
	DataTooLarge = Text{"Le fichier dépasse 1\u00a0Go. Importez-le sur le serveur, avec la commande ci-dessous.",
		"The file is larger than 1 GB. Import it on the server, with the command below."}
	DataInFile   = Text{"Fichier en cause : %s.", "File: %s."}
	DataInLine   = Text{"Emplacement\u00a0: %s, ligne %s.", "Location: %s, row %s."}
	DataCheck    = Text{"Vérifier le fichier", "Check file"}
	DataChecked  = Text{"Contenu du fichier", "File contents"}
	DataOf       = Text{"%s · exporté le %s · version %s", "%s · exported on %s · version %s"}
	DataNoName   = Text{"Entreprise sans nom", "Unnamed company"}
	DataPart     = Text{"Données", "Data"}
	DataRows     = Text{"Lignes", "Rows"}
	DataOthers   = Text{"Autres données", "Other data"}
	DataContents = Text{"Ce qui sera importé", "What will be imported"}
	DataWho      = Text{"Vous êtes", "You are"}
	DataWhoHint  = Text{"Vous vous connecterez avec l’adresse de cette personne et votre mot de passe actuel.",
		"You’ll sign in with this person’s address and your current password."}
	DataNoAdmin = Text{"Le fichier ne contient aucun compte d’administration actif. Importez-le sur le serveur, avec la commande ci-dessous.",
		"The file has no active Presence administrator. Import it on the server instead, with the command below."}
	DataImport     = Count{Text{"Importer %s ligne", "Import %s row"}, Text{"Importer %s lignes", "Import %s rows"}}
	DataImporting  = Text{"Importation en cours", "Importing"}
	DataSaved      = Text{"Lignes importées\u00a0: %s sur %s", "Rows imported: %s of %s"}
	DataThen       = Text{"Une fois l’importation terminée, vous devrez vous connecter de nouveau.", "When it’s done, you’ll have to sign in again."}
	DataFailed     = Text{"Rien n’a été importé", "Nothing was imported"}
	DataServer     = Text{"Importer sur le serveur", "Import on the server"}
	DataServerNote = Text{"Exécutez cette commande sur le serveur d’une nouvelle installation encore vide.",
		"Run this command on the server of a new installation that’s still empty."}
	DataMoveIn   = Text{"Votre entreprise utilise déjà Presence ailleurs?", "Does your company already use Presence elsewhere?"}
	DataMoveLink = Text{"Importer ses données", "Import its data"}
)

// DataParts are the names of the parts of an archive that its check lists, by the table.
var DataParts = map[string]Text{
	"people": {"Personnes qui se connectent", "People who sign in"}, "employees": {"Employés", "Employees"},
	"deputies": Deputies, "leave_rules": LeaveRules, "leave_ledger": Balances,
	"bank_codes": {"Codes de paie", "Pay codes"}, "timesheets": {"Feuilles de temps", "Timesheets"}, "shifts": {"Quarts", "Shifts"},
	"expenses": {"Dépenses", "Expenses"}, "leave_requests": {"Congés", "Leave requests"}, "customers": {"Clients de la paie", "Payroll customers"},
	"payroll_exports": {"Exportations de paie", "Payroll exports"}, "events": {"Événements", "Events"},
	"rsvps": {"Inscriptions", "Registrations"}, "campaigns": {"Campagnes", "Campaigns"}, "directory_customers": {"Clients du répertoire", "Directory customers"},
	"templates": {"Modèles", "Templates"}, "audit_log": {"Entrées du journal d’audit", "Audit log entries"},
}

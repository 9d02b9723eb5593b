package i18n

// Texts of the page that exports all records of the company.
var (
	DataTitle = Text{"Données de l’entreprise", "Company data"}
	DataMore  = Text{"Tout ce que Presence contient, dans un seul fichier : pour le conserver, pour déménager ou pour partir.",
		"Everything in Presence as one file: to keep it, to move it, or to leave."}
	DataOpen = Text{"Exporter les données", "Export the data"}
	DataAll  = Text{"Tout exporter", "Export everything"}
	DataWhat = Text{"Un fichier ZIP contient tous les dossiers tels qu’ils sont en ce moment, en CSV et en JSON : personnes, feuilles de temps, " +
		"paie, événements, inscriptions, campagnes, répertoire, réglages et journal d’audit.",
		"One ZIP file contains all records as they are at this moment, as CSV and JSON: people, timesheets, payroll, events, registrations, " +
			"campaigns, the directory, settings and the audit log."}
	DataWithout = Text{"Il ne contient ni mots de passe, ni seconds facteurs, ni jetons, ni réglages secrets.",
		"It contains no passwords, second factors, tokens or secret settings."}
	DataCare = Text{"Le fichier contient la paie et les coordonnées de tout le monde", "The file contains everyone’s pay and contact details"}
	DataSafe = Text{"Conservez-le en lieu sûr. L’exportation est inscrite au journal d’audit.",
		"Keep it in a safe place. The export is recorded in the audit log."}
	DataDownload = Text{"Télécharger le fichier ZIP", "Download the ZIP file"}
	DataBack     = Text{"Importer le fichier ailleurs", "Import the file elsewhere"}
	DataBackNote = Text{"Sur le serveur d’une nouvelle installation, avant d’y créer quoi que ce soit. Les gens choisissent ensuite un nouveau mot de passe.",
		"On the server of a new installation, before anything is created there. People then choose new passwords."}
)

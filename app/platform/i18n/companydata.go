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
	DataWithout = Text{"Il ne contient ni mot de passe, ni second facteur, ni jeton, ni réglage secret.",
		"It contains no passwords, second factors, tokens or secret settings."}
	DataCare = Text{"Le fichier contient la paie et les coordonnées de tout le monde", "The file contains everyone’s pay and contact details"}
	DataSafe = Text{"Conservez-le en lieu sûr. L’exportation est inscrite au journal d’audit.",
		"Keep it in a safe place. The export is recorded in the audit log."}
	DataDownload = Text{"Télécharger le fichier ZIP", "Download the ZIP file"}
	DataBack     = Text{"Importer le fichier dans une autre installation", "Import the file into another installation"}
	DataBackNote = Text{"Exécutez cette commande sur le serveur d’une nouvelle installation, encore vide. Chaque personne choisit ensuite un nouveau mot de passe.",
		"Run this command on the server of a new installation that’s still empty. Everyone then chooses a new password."}
)

package i18n

// DoctorChecks are the names of the checks of package doctor, by their codes.
var DoctorChecks = map[string]Text{
	"settings": {"Réglages", "Settings"}, "database": {"Base de données", "Database"}, "schema": {"Schéma", "Schema"},
	"replicas":    {"Serveurs", "Servers"},
	"connections": {"Connexions à la base de données", "Database connections"},
	"references":  {"Références", "References"}, "sums": {"Totaux", "Totals"}, "key": {"Clé de chiffrement", "Encryption key"},
	"files": {"Fichiers", "Files"}, "clock": {"Horloge", "Clock"}, "bulk_mail": {"Envoi groupé", "Bulk email"},
	"mailboxes": {"Boîtes courriel", "Personal mailboxes"}, "bounces": {"Messages retournés", "Bounced messages"},
	"customers": {"Source des clients", "Customer source"}, "mail": {"Courriels en file d’attente", "Queued email"},
	"webhooks": {"Webhooks", "Webhooks"}, "campaigns": {"Campagnes", "Campaigns"},
	"backup": {"Sauvegarde", "Backup"},
}

// The results of the checks: what was found and, in the texts that end with Do, what to do.
var (
	DoctorFailed   = Text{"La vérification n’a pas pu être faite\u00a0: %s", "This couldn’t be checked: %s"}
	DoctorFailedDo = Text{"Corrigez l’erreur, puis relancez la vérification.", "Fix the error, then check again."}

	DoctorRunAsUserDo = Text{"Lancez la commande en tant qu’utilisateur du service, par exemple avec «\u00a0sudo -u presence\u00a0».",
		"Run the command as the user of the service, for example with “sudo -u presence”."}

	DoctorSettingsOK   = Text{"Tous les noms sont connus, et toutes les valeurs sont valides.", "All setting names and values are valid."}
	DoctorSettingBad   = Text{"%s", "%s"}
	DoctorSettingBadDo = Text{"Corrigez la valeur, puis redémarrez le service.", "Correct the value, then restart the service."}
	DoctorSettingNear  = Text{"%s n’est pas un réglage (source\u00a0: %s). Vouliez-vous écrire %s?",
		"%s isn’t a setting (from %s). Did you mean %s?"}
	DoctorSettingNearDo  = Text{"Corrigez le nom, puis redémarrez le service.", "Correct the name, then restart the service."}
	DoctorSettingOther   = Text{"%s n’est pas un réglage (source\u00a0: %s).", "%s isn’t a setting (from %s)."}
	DoctorSettingOtherDo = Text{"Retirez la variable, ou cherchez le bon nom dans «\u00a0presence serve --help\u00a0».",
		"Remove the variable, or look for the right name in “presence serve --help”."}
	DoctorSettingStored = Text{"La valeur enregistrée pour %s n’est pas valide\u00a0: %s. Les réglages enregistrés avec elle sont ignorés aussi.",
		"The stored value for %s is invalid: %s. The settings saved with it are ignored too."}
	DoctorSettingStoredDo = Text{"Corrigez-la dans les réglages de l’entreprise, ou avec «\u00a0presence settings set\u00a0».",
		"Correct it in the company’s settings, or with “presence settings set”."}

	DoctorDatabaseOK   = Text{"La base de données est joignable.", "The database can be reached."}
	DoctorDatabaseNone = Text{"Il n’y a pas de base de données\u00a0: %s", "There is no database: %s"}
	DoctorDatabaseDo   = Text{"Vérifiez DATABASE_URL et DATA_DIR, et que la base de données fonctionne.",
		"Check DATABASE_URL and DATA_DIR, and that the database is running."}

	DoctorSchemaOK     = Text{"La base de données a le schéma de ce programme (%d).", "The database schema matches this version (%d)."}
	DoctorSchemaNone   = Text{"La base de données n’a aucune table.", "The database has no tables."}
	DoctorSchemaNoneDo = Text{"Démarrez le service\u00a0: il les crée. Si la base devait être remplie, vérifiez DATABASE_URL et DATA_DIR.",
		"Start the service, which creates them. If the database should have data, check DATABASE_URL and DATA_DIR."}
	DoctorSchemaOther = Text{"La base de données a le schéma %d, et ce programme, le schéma %d.",
		"The database has schema %d, and this program has schema %d."}
	DoctorSchemaNewer = Text{"La base de données a le schéma %d d’une version plus récente, que ce programme (schéma %d) peut utiliser aussi.",
		"The database has schema %d of a newer version, which this one (schema %d) can also use."}
	DoctorSchemaNewDo = Text{"Utilisez le programme plus récent qui a migré la base, ou restaurez une sauvegarde.",
		"Use the newer program that migrated the database, or restore a backup."}
	DoctorSchemaOldDo = Text{"Faites une sauvegarde, puis démarrez le service ou lancez «\u00a0presence migrate\u00a0».",
		"Make a backup, then start the service or run “presence migrate”."}
	DoctorSchemaHashes = Text{"Les migrations de la base de données n’ont pas encore été comparées avec celles du programme.",
		"The migrations of the database haven’t been compared with those of the program yet."}
	DoctorSchemaHashesDo = Text{"Démarrez le service ou lancez «\u00a0presence migrate\u00a0»\u00a0: la comparaison se fait alors.",
		"Start the service or run “presence migrate”, which compares them."}

	DoctorConnectionsOK = Text{"PostgreSQL accepte assez de connexions (%d) pour les serveurs (%d, jusqu’à %d chacun).",
		"PostgreSQL allows enough connections (%d) for the servers (%d, up to %d each)."}
	DoctorConnections = Text{"PostgreSQL accepte %d\u00a0connexions, et les serveurs (%d) peuvent en ouvrir %d chacun.",
		"PostgreSQL allows %d connections, and the servers (%d) may open %d each."}
	DoctorConnectionsDo = Text{"Augmentez max_connections de PostgreSQL, ou réduisez DATABASE_CONNECTIONS.",
		"Raise max_connections in PostgreSQL, or lower DATABASE_CONNECTIONS."}

	DoctorReplicasOK = Text{"Les serveurs démarrés (%d) ont les mêmes réglages.", "The running servers (%d) have the same settings."}
	DoctorReplicas   = Text{"Les serveurs qui utilisent cette base de données ont des valeurs différentes pour %s\u00a0: %s.",
		"The servers that use this database have different values for %s: %s."}
	DoctorPublicURLDo = Text{"Donnez à PUBLIC_URL la même valeur sur chaque serveur, puis redémarrez ceux qui diffèrent.",
		"Set PUBLIC_URL to the same value on every server, and restart those that differ."}
	DoctorZoneDo = Text{
		"Donnez à TIMEZONE la même valeur sur chaque serveur, ou retirez-la de tous : le réglage de l’entreprise s’applique alors.",
		"Set TIMEZONE to the same value on every server, or remove it from all of them: then the company’s setting applies."}

	DoctorOrphansOK = Text{"Toutes les références mènent à une ligne existante.", "All references lead to an existing row."}
	DoctorOrphans   = Text{"%s – lignes qui mènent à une ligne inexistante de %s\u00a0: %d.",
		"%s – rows that refer to a missing row of %s: %d."}
	DoctorOrphansDo = Text{"Restaurez la dernière sauvegarde sans cette erreur. La base a été modifiée à la main, ou elle est endommagée.",
		"Restore the last backup without this error. The database was changed by hand, or it is damaged."}

	DoctorSumsOK = Text{"Tous les totaux tenus par le programme sont exacts.", "All totals that the program keeps are correct."}
	DoctorSums   = Text{"%s – totaux qui diffèrent des données\u00a0: %d (par exemple, %s).",
		"%s – totals that differ from the records: %d (for example, %s)."}
	DoctorSumsDo = Text{"Restaurez une sauvegarde si la base a été modifiée à la main. Sinon, signalez l’erreur.",
		"Restore a backup if the database was changed by hand. Otherwise report the error."}
	DoctorSumWeeks     = Text{"Heures par semaine", "Hours by week"}
	DoctorSumTallies   = Text{"Inscriptions et listes d’attente des événements", "Event registrations and waiting lists"}
	DoctorSumCampaigns = Text{"Destinataires des campagnes", "Campaign recipients"}
	DoctorSumCities    = Text{"Villes du répertoire", "Cities of the directory"}
	DoctorSumAnswers   = Text{"Réponses des destinataires", "Recipients’ responses"}
	DoctorSumAudiences = Text{"Listes d’invités", "Audiences"}
	DoctorSumRepeated  = Text{"Clients inscrits plusieurs fois à une liste d’invités", "Customers with several entries in an audience"}
	DoctorSumImports   = Text{"Lignes des importations", "Import rows"}
	DoctorSumDays      = Text{"Index des dates", "Index of dates"}
	DoctorSumOpen      = Text{"Lignes à approuver", "Lines that are not approved"}
	DoctorSumPayroll   = Text{"Exportations de paie", "Payroll exports"}
	DoctorSumCustomers = Text{"Abonnements mensuels des clients", "Customers’ monthly subscriptions"}

	DoctorKeyOK = Text{"La clé permet de déchiffrer les secrets de la base de données.",
		"The key decrypts the secrets in the database."}
	DoctorKeyNotYet = Text{"La base de données n’a pas encore de secret\u00a0: la clé sera créée au démarrage.",
		"The database has no secrets yet: the key is generated at startup."}
	DoctorKeyNone = Text{"La base de données contient des secrets, et la clé manque.",
		"The database contains secrets, and the key is missing."}
	DoctorKeyOther = Text{"Secrets que la clé ne peut pas déchiffrer\u00a0: %d.", "Secrets that the key doesn’t decrypt: %d."}
	DoctorKeyDo    = Text{"Remettez dans DATA_DIR le fichier secret.key qui va avec la base, ou la valeur d’origine de SECRET_KEY.",
		"Put the secret.key that belongs to the database into DATA_DIR, or set SECRET_KEY to its original value."}

	DoctorFilesOK = Text{"Seul le propriétaire peut lire la clé et les données.", "Only their owner can read the key and the data."}
	DoctorFiles   = Text{"D’autres utilisateurs de la machine peuvent lire %s (%s).", "Other users of the machine can read %s (%s)."}
	DoctorFilesDo = Text{"Attribuez le fichier à l’utilisateur du service, avec le mode 0600.",
		"Make the user of the service the owner of the file, with mode 0600."}
	DoctorSettingsFileDo = Text{"Attribuez le fichier à root et au groupe du service (chown root:presence), avec le mode 0640.",
		"Give the file to root and the group of the service (chown root:presence), with mode 0640."}
	DoctorFolder = Text{"D’autres utilisateurs de la machine peuvent accéder à %s (%s).",
		"Other users of the machine can enter %s (%s)."}
	DoctorFolderDo = Text{"Attribuez le dossier à l’utilisateur du service, avec le mode 0700.",
		"Make the user of the service the owner of the folder, with mode 0700."}
	DoctorClockOK     = Text{"L’horloge de cette machine est à l’heure.", "The clock of this machine is correct."}
	DoctorClockNewest = Text{"L’enregistrement le plus récent a %s d’avance sur l’horloge\u00a0: celle-ci retarde, ou elle avançait quand il a été créé.",
		"The newest record is %s in the future: the clock is slow, or it was fast at the time."}
	DoctorClockServer = Text{"L’horloge de cette machine et celle du serveur de base de données diffèrent de %s.",
		"The clock of this machine and that of the database server differ by %s."}
	DoctorClockDo = Text{"Réglez les horloges, par exemple avec NTP\u00a0: les échéances, les périodes de paie et les connexions en dépendent.",
		"Set the clocks, for example with NTP: deadlines, pay periods and sign-ins depend on them."}

	DoctorReached    = Text{"%s accepte la connexion.", "%s accepts the connection."}
	DoctorNotReached = Text{"%s ne peut pas être utilisé\u00a0: %s", "%s can’t be used: %s"}
	DoctorMailDo     = Text{"Vérifiez le réglage dans Réglages, sous Courriel, et l’état du réseau.",
		"Check the setting in Settings, under Email, and the network."}
	DoctorCustomersDo = Text{"Vérifiez la source dans Réglages, sous Répertoire, et l’état du réseau.",
		"Check the source in Settings, under Directory, and the network."}
	DoctorNoBulk = Text{"Aucun canal d’envoi groupé n’est configuré\u00a0: les messages restent dans la boîte d’envoi.",
		"No bulk email channel is set up: messages stay in the outbox."}
	DoctorNoMailboxes = Text{"Aucune boîte courriel n’est configurée pour l’envoi.", "No personal mailboxes are set up."}
	DoctorNoBounces   = Text{"Aucune boîte courriel n’est lue pour les messages retournés.", "No mailbox is read for bounced messages."}
	DoctorNoCustomers = Text{"Aucune source de clients n’est configurée.", "No customer source is set up."}

	DoctorOutboxOnlyDo = Text{"Retirez MAIL_OUTBOX_ONLY, à moins que ce service ne serve qu’à des essais.",
		"Remove MAIL_OUTBOX_ONLY unless this service is only for testing."}
	DoctorMailOK    = Text{"Aucun message n’est en retard.", "No messages are overdue."}
	DoctorNoChannel = Text{"Aucun canal d’envoi n’est configuré\u00a0: les messages restent dans la boîte d’envoi.",
		"No email channel is set up: messages stay in the outbox."}
	DoctorNoChannelDo = Text{"Configurez un canal dans Réglages, sous Courriel.", "Set up a channel in Settings, under Email."}
	DoctorMailLate    = Text{"Un message est en file d’attente depuis longtemps (%s).", "A message has been queued for a long time (%s)."}
	DoctorMailLateDo  = Text{"Vérifiez la connexion du canal dans Réglages, sous Courriel; le journal du service indique la cause.",
		"Test the connection in Settings, under Email. The service log has the reason."}
	DoctorWebhooksOK   = Text{"Aucun webhook n’est en retard.", "No webhooks are overdue."}
	DoctorWebhooksLate = Text{"Un envoi de webhook est en attente depuis longtemps (%s).",
		"A webhook delivery has been failing for a long time (%s)."}
	DoctorWebhooksLateDo = Text{"Dans Réglages, ouvrez Webhooks\u00a0: chaque adresse indique pourquoi l’envoi échoue.",
		"In Settings, open Webhooks: each address says why the delivery fails."}
	DoctorDirectoryOK   = Text{"Le répertoire est à jour, ou n’a pas de source.", "The directory is up to date, or has no source."}
	DoctorDirectoryLate = Text{"La source des clients n’a pas pu être lue depuis longtemps (%s).",
		"The customer source hasn’t been read for a long time (%s)."}
	DoctorBackupOK   = Text{"La dernière sauvegarde est récente.", "The last backup is recent."}
	DoctorBackupOld  = Text{"La dernière sauvegarde n’est pas récente (%s).", "The last backup isn’t recent (%s)."}
	DoctorBackupNone = Text{"Aucune sauvegarde n’a encore été faite.", "No backup has been made yet."}
	DoctorBackupDo   = Text{"Vérifiez la tâche qui lance «\u00a0presence backup\u00a0» (avec PostgreSQL, «\u00a0presence backup --done\u00a0» après " +
		"pg_dump), et l’espace disque.",
		"Check the job that runs “presence backup” (with PostgreSQL, “presence backup --done” after pg_dump), and the disk space."}
	DoctorNoWorker   = Text{"Aucun serveur n’envoie de messages.", "No server is sending messages."}
	DoctorNoWorkerDo = Text{"Redémarrez le service; son journal indique la cause.",
		"Restart the service. The service log has the reason."}
	DoctorCampaignsOK = Text{"Aucune campagne n’est suspendue ou interrompue.", "No campaign is paused or interrupted."}
	DoctorStopped     = Text{"Campagnes suspendues ou interrompues\u00a0: %d.", "Campaigns paused or interrupted: %d."}
	DoctorStoppedDo   = Text{"Ouvrez les campagnes\u00a0: chacune indique pourquoi elle est arrêtée, et peut être reprise ou annulée.",
		"Open the campaigns: each says why it has stopped, and can be resumed or cancelled."}
	DoctorUnconfirmed = Text{"Messages sans confirmation\u00a0: %d. Ils sont peut-être arrivés.",
		"Unconfirmed messages: %d. They may have arrived."}
	DoctorUnconfirmedDo = Text{"Ouvrez la campagne et choisissez, pour ces destinataires, «\u00a0Marquer comme envoyé\u00a0» ou «\u00a0Envoyer de nouveau\u00a0».",
		"Open the campaign and choose “Mark as sent” or “Resend” for these recipients."}
)

// The system page of the settings.
var (
	SystemTab       = Text{"Système", "System"}
	SystemWell      = Text{"Tout va bien", "Everything’s working"}
	SystemAttention = Count{Text{"%s\u00a0point demande votre attention", "%s thing needs attention"},
		Text{"%s\u00a0points demandent votre attention", "%s things need attention"}}
	SystemFailedN = Count{Text{"%s\u00a0requête a échoué depuis le démarrage", "%s request has failed since startup"},
		Text{"%s\u00a0requêtes ont échoué depuis le démarrage", "%s requests have failed since startup"}}
	SystemUnsentN = Count{Text{"%s\u00a0échec en sept jours", "%s failure in seven days"},
		Text{"%s\u00a0échecs en sept jours", "%s failures in seven days"}}
	SystemGoneN = Count{Text{"%s\u00a0serveur ne donne plus signe de vie", "%s server isn’t responding"},
		Text{"%s\u00a0serveurs ne donnent plus signe de vie", "%s servers aren’t responding"}}
	SystemPassedN = Count{Text{"%s\u00a0vérification réussie", "%s check passed"},
		Text{"%s\u00a0vérifications réussies", "%s checks passed"}}
	SystemChecks     = Text{"Vérifications", "Checks"}
	SystemChecksNote = Text{"Sur le serveur, «\u00a0presence doctor\u00a0» vérifie aussi les réglages, les fichiers, les données et les connexions.",
		"On the server, “presence doctor” also checks settings, files, data and connections."}
	SystemCheck      = Text{"Vérification", "Check"}
	SystemState      = Text{"État", "Status"}
	SystemFound      = Text{"Résultat", "Result"}
	SystemOK         = Text{"OK", "OK"}
	SystemWarning    = Text{"À surveiller", "Warning"}
	SystemError      = Text{"Erreur", "Error"}
	SystemProgram    = Text{"Logiciel et base de données", "Software and database"}
	SystemVersion    = Text{"Version", "Version"}
	SystemEngine     = Text{"Moteur", "Engine"}
	SystemSchema     = Text{"Schéma", "Schema"}
	SystemSize       = Text{"Taille de la base", "Database size"}
	SystemQueues     = Text{"Files d’attente", "Queues"}
	SystemQueuesNote = Text{"Ce qui reste à envoyer, et ce qui a échoué au cours des sept derniers jours.",
		"What is still to be sent, and what failed over the last seven days."}
	SystemQueue              = Text{"File d’attente", "Queue"}
	SystemLength             = Text{"À envoyer", "To send"}
	SystemOldest             = Text{"Le plus ancien", "Oldest"}
	SystemFailed             = Text{"Échecs", "Failed"}
	SystemQueueMail          = Text{"Messages au personnel et aux invités", "Messages to staff and guests"}
	SystemQueueConfirmations = Text{"dont les confirmations aux invités", "including guest confirmations"}
	SystemQueueCampaigns     = Text{"Destinataires des campagnes en cours", "Recipients of active campaigns"}
	SystemQueueWebhooks      = Text{"Webhooks", "Webhooks"}
	SystemFailures           = Text{"Dernières erreurs", "Recent errors"}
	SystemFailuresNote       = Text{"Les 50\u00a0dernières erreurs de ce serveur. Le détail est dans le journal du service, sous le numéro de référence.",
		"The last 50 errors of this server. The service log has the details, under the reference number."}
	SystemNoFailures      = Text{"Aucune erreur depuis le démarrage", "No errors since startup"}
	SystemKind            = Text{"Type", "Type"}
	SystemKindInternal    = Text{"Erreur du programme", "Program error"}
	SystemKindStorage     = Text{"Base de données inaccessible", "Database unavailable"}
	SystemKindUnavailable = Text{"Surcharge ou autre service inaccessible", "Overload, or another service unavailable"}
	SystemRoute           = Text{"Route", "Route"}
	SystemCount           = Text{"Nombre", "Count"}
	SystemLast            = Text{"Dernière", "Last"}
	SystemIDs             = Text{"Numéros de référence", "Reference numbers"}
	SystemReplicas        = Text{"Serveurs", "Servers"}
	SystemReplicasNote    = Text{"Ceux qui font fonctionner Presence.", "The servers that run Presence."}
	SystemNoReplicas      = Text{"Aucun serveur n’est en fonction", "No server is running"}
	SystemSince           = Text{"Démarré", "Started"}
	SystemSeen            = Text{"Dernier signe de vie", "Last seen"}
	SystemMail            = Text{"Canaux d’envoi", "Email channels"}
	SystemAlive           = Text{"Actif", "Active"}
	SystemGone            = Text{"Arrêté", "Stopped"}
	SystemTables          = Text{"Tables", "Tables"}
	SystemTablesNote      = Text{"La croissance au cours des sept derniers jours et, avec PostgreSQL, la taille.",
		"Growth over the last seven days and, with PostgreSQL, the size."}
	SystemTable     = Text{"Table", "Table"}
	SystemTableSize = Text{"Taille", "Size"}
	SystemRecent    = Text{"Lignes ajoutées en 7\u00a0jours", "Rows added in 7 days"}
)

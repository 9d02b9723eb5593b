package i18n

// The company's settings.
var (
	ConfTab          = Text{"Entreprise", "Company"}
	ConfCompanyTitle = Text{"Entreprise", "Company"}
	ConfCompany      = Text{"Nom de l’entreprise", "Company name"}
	ConfCompanyHint  = Text{"Affiché sur la page de connexion.", "Shown on the sign-in page."}
	ConfZone         = Text{"Fuseau horaire", "Time zone"}
	ConfZoneHint     = Text{"Les jours et les heures de toute l’entreprise suivent ce fuseau.", "All days and times of the company follow this zone."}
	ConfPayTitle     = Text{"Paie", "Pay"}
	ConfAnchor       = Text{"Premier jour d’une période 1", "First day of a period 1"}
	ConfAnchorHint   = Text{"Le dimanche où commence la première période d’une année de paie. Une période dure deux semaines.",
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

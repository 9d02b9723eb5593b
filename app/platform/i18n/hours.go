package i18n

// Texts of the page of hours over time.
var (
	HoursTitle      = Text{"Rapport d’heures", "Hours report"}
	HoursFrom       = Text{"Du", "From"}
	HoursTo         = Text{"Au", "To"}
	HoursShow       = Text{"Afficher", "Show"}
	HoursNoneBefore = Text{"Aucune heure avant le %s", "No hours before %s"}
	HoursWhole      = Text{"Les semaines comptent en entier, du dimanche au samedi.", "Counts whole weeks, Sunday to Saturday."}
	HoursGroup      = Text{"Regrouper par", "Group by"}
	HoursTeamCol    = Text{"Équipe", "Team"}
	HoursWeekCol    = Text{"Semaine", "Week"}
	HoursMonthCol   = Text{"Mois", "Month"}
	HoursCodeCol    = Text{"Code de paie", "Pay code"}
	HoursCodeNote   = Text{"Les heures au-delà des seuils figurent sous le code des heures supplémentaires, comme dans le fichier de paie.",
		"Hours above the limits appear under the overtime code, as in the payroll file."}
	HoursTable      = Text{"Heures travaillées, par catégorie", "Hours worked, by category"}
	HoursPerWeek    = Text{"Heures travaillées par semaine", "Hours worked per week"}
	HoursPerMonth   = Text{"Heures travaillées par mois", "Hours worked per month"}
	HoursMonthNote  = Text{"Chaque semaine compte dans le mois où tombe son mercredi.", "Each week counts in the month its Wednesday falls in."}
	HoursTeamNote   = Text{"Chaque personne est comptée dans son équipe actuelle.", "Each person is counted in the team they’re in today."}
	HoursNoTeam     = Text{"Sans superviseur", "No supervisor"}
	HoursNone       = Text{"Aucune heure pour ces semaines", "No hours in these weeks"}
	HoursNoneText   = Text{"Choisissez d’autres dates.", "Choose other dates."}
	HoursNoneShown  = Text{"Choisissez d’autres dates ou affichez tout le monde.", "Choose other dates, or show everyone."}
	HoursShiftsCSV  = Text{"Quarts de ces semaines (CSV)", "Shifts in these weeks (CSV)"}
	HoursShiftsXLSX = Text{"Quarts de ces semaines (Excel)", "Shifts in these weeks (Excel)"}
)

package i18n

// What the labour standards have a word about, as My time and a timesheet say it.
var (
	NormsTitle = Text{"Normes du travail", "Labour standards"}
	NormsWhy   = Text{"Pour information : rien de ceci n’empêche de soumettre ou d’approuver.",
		"For your information: none of this keeps a sheet from being submitted or approved."}

	NormHoliday = Text{"%s, jour férié. Indemnité d’un vingtième : %s (1/20 de %s travaillées, %s, sans les heures supplémentaires)",
		"%s, a statutory holiday. Indemnity of a twentieth: %s (1/20 of %s worked, %s, without overtime)"}
	NormRest = Text{"cette semaine, le plus long repos est de %s ; il en faut 32 consécutives",
		"this week’s longest rest is %s; there should be 32 hours in a row"}
	NormCallIn = Text{"%s de travail : un déplacement au travail se paie au moins 3 heures",
		"%s of work: being called in is paid for 3 hours at least"}
	NormMeal = Count{Text{"plus de 5 heures d’affilée sans pause repas inscrite (%s jour)",
		"more than 5 hours in a row without a meal break entered (%s day)"},
		Text{"plus de 5 heures d’affilée sans pause repas inscrite (%s jours)",
			"more than 5 hours in a row without a meal break entered (%s days)"}}

	NormRestRow   = Text{"moins de 32 h de repos consécutif", "less than 32 h of rest in a row"}
	NormCallInRow = Count{Text{"%s jour de moins de 3 h", "%s day of less than 3 h"},
		Text{"%s jours de moins de 3 h", "%s days of less than 3 h"}}

	HolidayNewYear    = Text{"Jour de l’An", "New Year’s Day"}
	HolidayGoodFriday = Text{"Vendredi saint (ou lundi de Pâques, au choix de l’employeur)",
		"Good Friday (or Easter Monday, as the employer chooses)"}
	HolidayEasterMonday = Text{"Lundi de Pâques", "Easter Monday"}
	HolidayPatriots     = Text{"Journée nationale des patriotes", "National Patriots’ Day"}
	HolidayNational     = Text{"Fête nationale du Québec", "Quebec’s National Holiday"}
	HolidayCanada       = Text{"Fête du Canada", "Canada Day"}
	HolidayLabour       = Text{"Fête du Travail", "Labour Day"}
	HolidayThanksgiving = Text{"Action de grâces", "Thanksgiving"}
	HolidayChristmas    = Text{"Noël", "Christmas"}
)

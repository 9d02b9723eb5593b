package i18n

// Texts of the labour-standard notices on My time and on a timesheet.
var (
	NormsTitle = Text{"Normes du travail", "Labour standards"}
	NormsWhy   = Text{"À titre indicatif : rien de tout cela n’empêche de soumettre ou d’approuver une feuille.",
		"For information only: none of this prevents a timesheet from being submitted or approved."}

	NormHoliday = Text{"%s, jour férié. Indemnité de 1/20 : %s (1/20 de %s travaillées, %s, heures supplémentaires exclues)",
		"%s, statutory holiday. 1/20 indemnity: %s (1/20 of %s worked, %s, excluding overtime)"}
	NormRest = Text{"plus long repos de la semaine : %s (minimum : 32\u00a0heures consécutives)",
		"longest rest this week: %s (minimum: 32 consecutive hours)"}
	NormCallIn = Text{"%s de travail : l’indemnité de présence au travail est d’au moins 3\u00a0heures",
		"%s worked: the minimum pay for reporting to work is 3 hours"}
	NormMeal = Count{Text{"plus de 5\u00a0heures consécutives sans pause repas saisie (%s\u00a0jour)",
		"more than 5 consecutive hours with no meal break entered (%s day)"},
		Text{"plus de 5\u00a0heures consécutives sans pause repas saisie (%s\u00a0jours)",
			"more than 5 consecutive hours with no meal break entered (%s days)"}}

	NormRestRow   = Text{"moins de 32 h consécutives de repos", "less than 32 consecutive hours of rest"}
	NormCallInRow = Count{Text{"%s journée de moins de 3 h", "%s day under 3\u00a0h"},
		Text{"%s journées de moins de 3 h", "%s days under 3\u00a0h"}}

	HolidayNewYear    = Text{"Jour de l’An", "New Year’s Day"}
	HolidayGoodFriday = Text{"Vendredi saint (ou lundi de Pâques, au choix de l’employeur)",
		"Good Friday (or Easter Monday, employer’s choice)"}
	HolidayPatriots     = Text{"Journée nationale des patriotes", "National Patriots’ Day"}
	HolidayNational     = Text{"Fête nationale du Québec", "Quebec’s National Holiday"}
	HolidayCanada       = Text{"Fête du Canada", "Canada Day"}
	HolidayLabour       = Text{"Fête du Travail", "Labour Day"}
	HolidayThanksgiving = Text{"Action de grâces", "Thanksgiving"}
	HolidayChristmas    = Text{"Noël", "Christmas"}
)

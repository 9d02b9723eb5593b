package i18n

// Texts of the labour-standard notices on My time and on a timesheet.
var (
	NormsTitle = Text{"Normes du travail", "Labour standards"}
	NormsWhy   = Text{"À titre indicatif : rien de tout cela n’empêche de soumettre ou d’approuver une feuille.",
		"For information only: none of this prevents a timesheet from being submitted or approved."}

	// The article of a rule: alone, and with its act.
	NormSection   = Text{"art.\u00a0%s", "s.\u00a0%s"}
	NormSectionOf = Text{"art.\u00a0%s, %s", "s.\u00a0%s, %s"}

	// Notices on a day. The last placeholder is the article.
	NormHoliday = Text{"%s, jour férié. Indemnité de 1/%d\u00a0: %s (1/%d de %s de travail et de congé payé, %s, heures supplémentaires exclues; %s)",
		"%s, statutory holiday. Holiday pay (1/%d): %s (1/%d of %s of work and paid leave, %s, excluding overtime; %s)"}
	NormWeeklyRest = Text{"plus long repos de la semaine : %s (minimum : %s consécutives, %s)",
		"longest rest this week: %s (minimum: %s consecutive, %s)"}
	NormDailyRest = Text{"plus long repos de la journée : %s (minimum : %s consécutives, %s)",
		"longest rest of the day: %s (minimum: %s consecutive, %s)"}
	NormShiftRest = Text{"%s de repos depuis le quart précédent (minimum : %s, %s)",
		"%s of rest since the previous shift (minimum: %s, %s)"}
	NormCallIn = Text{"%s de travail\u00a0: l’indemnité de présence au travail est d’au moins %s (%s)",
		"%s worked: the minimum reporting pay is %s (%s)"}
	NormMeal = Text{"%s sans pause repas saisie (maximum : %s consécutives, %s)",
		"%s with no meal break entered (maximum: %s in a row, %s)"}
	NormMeals = Text{"plus de %s consécutives sans pause repas saisie (%s, %s)",
		"more than %s in a row with no meal break entered (%s, %s)"}

	// What is paid for a statutory holiday.
	HolidayPayName     = Text{"Jour férié (%s)", "Statutory holiday (%s)"}
	HolidayPayLine     = Text{"%s, jour férié (%s)", "%s, statutory holiday (%s)"}
	HolidayPayUnpaid   = Text{"non payé", "not paid"}
	HolidayPayStop     = Text{"Ne pas payer", "Don’t pay"}
	HolidayPayAgain    = Text{"Payer", "Pay"}
	HolidayPayStopped  = Text{"Le jour férié du %s ne sera pas payé à %s.", "%[2]s won’t be paid for the statutory holiday on %[1]s."}
	HolidayPayRestored = Text{"Le jour férié du %s sera payé à %s.", "%[2]s will be paid for the statutory holiday on %[1]s."}

	// The report of a period.
	NormsAll      = Text{"Tous", "All"}
	NormsRule     = Text{"Règle", "Rule"}
	NormsWhat     = Text{"Constat", "Finding"}
	NormsWhen     = Text{"Jours", "Days"}
	NormsSays     = Text{"Ce que disent les normes", "What the standards say"}
	NormsNone     = Text{"Aucun avis pour cette période", "No notices in this period"}
	NormsNoneText = Text{"Aucun écart aux normes du travail n’a été relevé dans les heures saisies.",
		"No differences from the labour standards were found in the hours entered."}
	NormFromTo     = Text{"%s à %s", "%s to %s"}
	NormHolidayPay = Text{"%s : %s (1/%d de %s)", "%s: %s (1/%d of %s)"}

	// Counts in the row of an employee: how many, the limit and the article.
	NormWeeklyRestRow = Text{"moins de %s consécutives de repos par semaine (%s)", "less than %s of consecutive rest in a week (%s)"}
	NormDailyRestRow  = Text{"moins de %s consécutives de repos par jour (%s)", "less than %s of consecutive rest in a day (%s)"}
	NormShiftRestRow  = Text{"moins de %s de repos entre deux quarts (%s)", "less than %s of rest between shifts (%s)"}
	NormCallInRow     = Count{Text{"%s journée", "%s day"}, Text{"%s journées", "%s days"}}
	NormCallInUnder   = Text{"%s de moins de %s (%s)", "%s under the minimum of %s (%s)"} // the days, the limit, the article
)

// NormNames are the names of the kinds of rules.
var NormNames = map[string]Text{
	"statutory_holiday": {"Jours fériés", "Statutory holidays"},
	"weekly_rest":       {"Repos hebdomadaire", "Weekly rest"},
	"daily_rest":        {"Repos quotidien", "Daily rest"},
	"shift_rest":        {"Repos entre quarts", "Rest between shifts"},
	"reporting_pay":     {"Indemnité de présence", "Reporting pay"},
	"meal_break":        {"Pauses repas", "Meal breaks"},
}

// NormBrief say how long the rest or the work was, by the kind of rule.
var NormBrief = map[string]Text{
	"weekly_rest":   {"plus long repos de la semaine : %s", "longest rest of the week: %s"},
	"daily_rest":    {"plus long repos de la journée : %s", "longest rest of the day: %s"},
	"shift_rest":    {"%s de repos depuis le quart précédent", "%s of rest since the previous shift"},
	"reporting_pay": {"%s de travail", "%s of work"},
	"meal_break":    {"%s sans pause repas", "%s without a meal break"},
}

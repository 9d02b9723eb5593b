package i18n

// Texts of Today.
var (
	Hello       = Text{"Bonjour, %s", "Hello, %s"}
	HelloNobody = Text{"Bonjour", "Hello"}

	TodayApprove = Text{"À approuver", "To approve"}
	TodayWaiting = Count{Text{"%s feuille de temps attend votre approbation", "%s timesheet waits for your approval"},
		Text{"%s feuilles de temps attendent votre approbation", "%s timesheets wait for your approval"}}
	TodayReady     = Count{Text{"%s est prête", "%s is ready"}, Text{"%s sont prêtes", "%s are ready"}}
	TodayToCheck   = Count{Text{"%s demande un coup d’œil", "%s needs a look"}, Text{"%s demandent un coup d’œil", "%s need a look"}}
	TodayReview    = Text{"Voir et approuver", "Review and approve"}
	TodayReviewOf  = Text{"Voir et approuver la période %s", "Review and approve period %s"}
	TodayLeave     = Count{Text{"%s demande de congé", "%s leave request"}, Text{"%s demandes de congé", "%s leave requests"}}
	TodayElsewhere = Count{Text{"%s feuille d’une autre période", "%s timesheet from another period"},
		Text{"%s feuilles d’autres périodes", "%s timesheets from other periods"}}
	TodayOthers       = Text{"Aussi en attente de votre décision", "Also waiting for your decision"}
	TodayQueue        = Text{"Voir les approbations", "View approvals"}
	TodayExpenses     = Text{"Dépenses sur ces feuilles", "Expenses on them"}
	TodayOldestName   = Text{"La plus ancienne attend depuis", "Oldest waiting for"}
	TodayProgress     = Text{"Feuilles approuvées", "Sheets approved"}
	TodayProgressOf   = Text{"%s de %s", "%s of %s"}
	TodayAllDone      = Text{"Tout est approuvé pour la période %s", "Everything is approved for period %s"}
	TodaySeePeriod    = Text{"Voir la période", "See the period"}
	TodayPeriod       = Text{"Période %s · %s", "Period %s · %s"}
	TodayNothing      = Text{"Rien ne vous attend", "Nothing is waiting for you"}
	TodayNothingText  = Text{"Profitez-en. Ce qui vous concerne s’affichera ici.", "Enjoy it. What concerns you will show up here."}
	MySheet           = Text{"Ma feuille de temps", "My timesheet"}
	MySheetOpen       = Text{"Ouvrir ma feuille", "Open my timesheet"}
	MySheetStart      = Text{"Inscrire mes heures", "Enter my hours"}
	MySheetHours      = Text{"Heures jusqu’ici", "Hours so far"}
	MySheetWeek       = Text{"Semaine %d", "Week %d"}
	MySheetOf         = Text{"%s de %s", "%s of %s"}
	MySheetNone       = Text{"Pas commencée", "Not started"}
	MySheetOnTrack    = Text{"Aucun jour ne manque jusqu’ici.", "No day is missing so far."}
	MySheetLeave      = Text{"%s de congé approuvé", "%s of approved leave"}
	MySheetOverdue    = Text{"Votre feuille de la période %s n’est pas soumise", "Your timesheet of period %s is not submitted"}
	MySheetOverdueTxt = Text{"Elle est terminée depuis le %s ; sans elle, ces heures ne peuvent pas être payées.",
		"It ended on %s; without it, these hours cannot be paid."}
	MySheetFinish = Text{"La terminer", "Finish it"}
)

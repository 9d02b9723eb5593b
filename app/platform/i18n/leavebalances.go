package i18n

import (
	"math"
	"strconv"
	"strings"
)

// Texts about balances of leave.
var (
	Balances            = Text{"Soldes de congés", "Leave balances"}
	BalancesLead        = Text{"Ce qui reste à chaque employé, à la date de votre choix", "What each employee has left, on any date"}
	BalancesOwn         = Text{"Mes soldes de congés", "My leave balances"}
	BalancesTable       = Text{"Soldes de congés, par employé", "Leave balances, by employee"}
	BalancesOf          = Text{"Soldes de congés – %s", "Leave balances – %s"}
	BalancesOn          = Text{"Soldes au %s", "Balances as of %s"}
	BalancesNoRules     = Text{"Aucune règle de congé", "No leave rules"}
	BalancesNoRulesText = Text{"Les soldes se calculent à partir d’une règle par type de congé\u00a0: comment il s’acquiert et ce qui en est reporté.",
		"Balances follow one rule for each leave type: how it’s earned, and what carries over."}
	BalancesNobody     = Text{"Aucun résultat", "No results"}
	BalancesNobodyText = Text{"Changez la date ou les filtres.", "Change the date or the filters."}
	BalanceDay         = Text{"Date", "Date"}
	BalanceShow        = Text{"Afficher", "Show"}
	BalanceAllKinds    = Text{"Tous", "All"}
	BalanceAllCrews    = Text{"Toutes", "All"}
	BalanceCrew        = Text{"Équipe", "Team"}
	BalanceNegative    = Text{"Soldes négatifs seulement", "Negative balances only"}
	BalanceWhich       = Text{"Soldes", "Balances"}
	BalanceEvery       = Text{"Tous", "All"}
	BalanceCarried     = Text{"Reporté", "Carried over"}
	BalanceOpening     = Text{"Solde initial", "Opening balance"}
	BalanceEarned      = Text{"Acquis", "Earned"}
	BalanceAdjusted    = Text{"Corrections", "Corrections"}
	BalanceTaken       = Text{"Pris", "Taken"}
	BalanceExpired     = Text{"Expiré", "Expired"}
	BalanceLeft        = Text{"Reste", "Left"}
	BalanceAsked       = Text{"Demandé", "Requested"}
	BalanceLeftDays    = Text{"Il reste %s", "%s left"}
	BalanceWaiting     = Text{"%s en attente", "%s requested"}
	BalancePaid        = Count{Text{"dont %s payé", "%s of them paid"}, Text{"dont %s payés", "%s of them paid"}}
	BalanceLedger      = Text{"Opérations", "Entries"}
	BalanceLedgerTable = Text{"Opérations sur les congés, la plus récente d’abord", "Leave entries, most recent first"}
	BalanceNoEntries   = Text{"Aucune opération.", "No entries."}
	BalancesChoose     = Text{"Pour voir le détail d’un solde, choisissez un type de congé.", "To see what a balance is made of, choose a leave type."}
	BalanceKindDays    = Text{"%s (jours)", "%s (days)"}
	BalanceUnit        = Text{"En jours de 8\u00a0h, du début de l’année de référence à cette date.",
		"In days of 8\u00a0h, from the start of the leave year to this date."}
	BalanceSheet   = Text{"Feuille de temps approuvée", "Approved timesheet"}
	BalanceEntry   = Text{"Opération", "Entry"}
	BalanceAmount  = Text{"Jours", "Days"}
	BalanceWhy     = Text{"Motif", "Reason"}
	BalanceBy      = Text{"%s – %s", "%s – %s"}
	BalanceAdd     = Text{"Ajouter une opération", "Add an entry"}
	BalanceAddHint = Text{"Un nombre négatif retire des jours.", "Enter a negative number to deduct days."}
	BalanceSaved   = Text{"L’opération est enregistrée.", "Entry saved."}
	BalanceBefore  = Text{"Solde\u00a0: %s (le %s); après cette demande\u00a0: %s", "%s left on %s; %s after this request"}
	BalanceDecide  = Text{"Demande\u00a0: %s; solde le premier jour\u00a0: %s", "%s requested; %s left on the first day"}
	BalanceShort   = Text{"Solde insuffisant", "Not enough leave left"}
	BalanceQueue   = Text{"Solde", "Balance"}
	BalanceSee     = Text{"Voir le détail", "View details"}
	BalanceCSV     = Text{"Télécharger (CSV)", "Download (CSV)"}

	LeaveRules     = Text{"Règles de congé", "Leave rules"}
	LeaveRulesLead = Text{"Comment chaque type de congé s’acquiert et ce qui en est reporté", "How each leave type is earned, and what carries over"}
	RulesTable     = Text{"Règles, par type de congé", "Rules, by leave type"}
	RuleNone       = Text{"Aucun solde", "No balance"}
	RuleOf         = Text{"Règle – %s", "Rule – %s"}
	RuleEdit       = Text{"Modifier la règle – %s", "Edit the rule – %s"}
	RuleEarns      = Text{"Mode d’acquisition", "How it’s earned"}
	RuleByWork     = Text{"Selon les heures travaillées", "By hours worked"}
	RuleByYear     = Text{"Chaque année", "Every year"}
	RuleByPeriod   = Text{"À chaque période de paie", "Every pay period"}
	RuleByHand     = Text{"Saisi par la paie", "Entered by payroll"}
	RuleRate       = Text{"Part des heures (%)", "Share of hours (%)"}
	RuleLaterRate  = Text{"Nouvelle part (%)", "Share from then on (%)"}
	RuleLaterYears = Text{"La part change après (années de service)", "Share changes after (years of service)"}
	RuleLaterHint  = Text{"Entrez 0 si la part ne change pas.", "Enter 0 if the share doesn’t change."}
	RuleDays       = Text{"Jours par année ou par période de paie", "Days per year or pay period"}
	RulePaidDays   = Text{"Dont jours payés par année", "Of these, paid days per year"}
	RulePaidAfter  = Text{"Payés après (mois de service)", "Paid after (months of service)"}
	RulePaidHint   = Text{"Entrez 0 pour ne pas compter à part les jours payés.", "Enter 0 to count paid and unpaid days together."}
	RuleYear       = Text{"Début de l’année de référence", "Leave year starts"}
	RuleCarry      = Text{"Jours reportés (maximum)", "Days carried over (maximum)"}
	RuleCarryHint  = Text{"Laissez vide pour tout reporter.", "Leave blank to carry everything over."}
	RuleMonths     = Text{"Le report expire après (mois)", "Carried-over days expire after (months)"}
	RuleMonthsHint = Text{"De 1 à 11; entrez 0 pour jamais.", "From 1 to 11; enter 0 for never."}
	RuleFrom       = Text{"Soldes comptés à partir du", "Balances count from"}
	RuleFromHint   = Text{"Ce qui précède cette date ne compte pas. Entrez les soldes initiaux à cette date.",
		"Nothing before this date counts. Enter opening balances as of this date."}
	RuleBelow  = Text{"Demande au-delà du solde", "Requests that exceed the balance"}
	RuleWarn   = Text{"Avertir", "Warn"}
	RuleRefuse = Text{"Interdire", "Don’t allow"}
	RuleSaved  = Text{"La règle est enregistrée.", "Rule saved."}
	RuleAgain  = Text{"Ce que la règle a ajouté depuis le début de l’année de référence en cours est recalculé; les années précédentes ne changent pas. " +
		"Si vous modifiez le mode d’acquisition, le début de l’année de référence ou la date à partir de laquelle les soldes comptent, tout est recalculé depuis " +
		"cette date. Les soldes initiaux et les corrections ne changent pas.",
		"What the rule has added since the start of the current leave year is recalculated; earlier years stay as they are. If you change how leave is earned, " +
			"when the leave year starts or the date balances count from, everything since that date is recalculated. Opening balances and corrections don’t change."}
	RuleQuebec     = Text{"Utiliser les valeurs des normes du travail du Québec", "Use Quebec labour standards"}
	RuleWorkText   = Text{"%s des heures travaillées", "%s of hours worked"}
	RuleAfterYears = Count{Text{"après %s\u00a0an", "after %s year"}, Text{"après %s\u00a0ans", "after %s years"}}
	RuleYearText   = Text{"%s par année", "%s a year"}
	RuleEachText   = Text{"%s par période de paie", "%s a pay period"}
	RuleAllOver    = Text{"Tout", "Everything"}
	RuleNothing    = Text{"Rien", "Nothing"}
	RuleKeeps      = Text{"Report", "Carries over"}
	RuleLimit      = Text{"au plus %s", "at most %s"}
	RuleExpires    = Count{Text{"pendant %s\u00a0mois", "for %s month"}, Text{"pendant %s\u00a0mois", "for %s months"}}
)

// LedgerKinds are the names of the entries of the ledger of leave.
var LedgerKinds = map[string]Text{"opening": BalanceOpening, "earned": BalanceEarned, "adjusted": {"Correction", "Correction"},
	"expired": BalanceExpired, "taken": BalanceTaken, "asked": BalanceAsked}

// dayMinutes is a day of leave.
const dayMinutes = 8 * 60

// RatePlain formats hundredths of a percent without the sign, with at most two decimals: 6,5 or 6.5.
func (l Lang) RatePlain(rate int64) string {
	text := strconv.FormatFloat(float64(rate)/100, 'f', -1, 64)
	if l == EN {
		return text
	}
	return strings.Replace(text, ".", ",", 1)
}

// Rate formats hundredths of a percent, with at most two decimals: 6,5 % or 6.5%.
func (l Lang) Rate(rate int64) string {
	if l == EN {
		return l.RatePlain(rate) + "%"
	}
	return l.RatePlain(rate) + nbsp + "%"
}

// BalanceTerms are what a balance is added up from, in the order in which the figures stand.
var BalanceTerms = []Text{{"%s de report", "%s carried over"}, {"solde initial de %s", "%s to start"}, {"%s acquis", "%s earned"},
	{"%s de correction", "%s in corrections"}, {"%s pris", "%s taken"}, {"%s à l’expiration", "%s expired"}}

// BalanceSum writes the terms of a balance as a sum: 8 to start + 0.72 earned − 1 taken. Terms of 0 are left out.
func (l Lang) BalanceSum(minutes ...int64) (text string) {
	for i, n := range minutes {
		sign := " + "
		if n < 0 {
			sign, n = " − ", -n
		}
		switch {
		case n == 0:
			continue
		case text == "":
			sign = strings.Trim(sign, " +")
		}
		text += sign + l.F(BalanceTerms[i], l.DaysPlain(n))
	}
	return text
}

// PaidDays says how much leave of a balance is paid: 2 of them paid.
func (l Lang) PaidDays(minutes int64) string {
	text, many := l.Forms(BalancePaid)
	if minutes >= 2*dayMinutes {
		text = many
	}
	return strings.Replace(text, "%s", l.DaysPlain(minutes), 1)
}

// DaysPlain formats minutes of leave as days of eight hours, with at most two decimals: 12,5 or 12.5.
func (l Lang) DaysPlain(minutes int64) string {
	return l.decimal(int64(math.Round(float64(minutes)*100/dayMinutes)), 2, 0)
}

// DaysCell is DaysPlain for a column: always two decimals, and a dash for 0.
func (l Lang) DaysCell(minutes int64) string {
	n := int64(math.Round(float64(minutes) * 100 / dayMinutes))
	if n == 0 {
		return NoFigure
	}
	return l.decimal(n, 2, 2)
}

// DaysFixed is DaysCell with a figure for 0.
func (l Lang) DaysFixed(minutes int64) string {
	return l.decimal(int64(math.Round(float64(minutes)*100/dayMinutes)), 2, 2)
}

// Days formats minutes of leave as days of eight hours with the unit: 12,5 jours or 12.5 days.
func (l Lang) Days(minutes int64) string {
	unit, n := "day", minutes
	if n < 0 {
		n = -n
	}
	many := n != dayMinutes
	if l != EN {
		unit, many = "jour", n >= 2*dayMinutes
	}
	if many {
		unit += "s"
	}
	return l.DaysPlain(minutes) + nbsp + unit
}

package i18n

// Texts of the bank codes' page.
var (
	Codes     = Text{"Codes de paie", "Pay codes"}
	CodesLead = Text{"Les codes servant à payer les heures, les dépenses et les congés",
		"The codes used to pay hours, expenses and leave"}
	CodesTable    = Text{"Codes de paie, par usage", "Pay codes, by use"}
	CodesNone     = Text{"Aucun code de paie", "No pay codes"}
	CodesNoneText = Text{"Sans code, on ne peut pas saisir d’heures. Ajoutez les codes courants, puis remplacez REG, SUP, etc. par ceux de votre système de paie.",
		"People can’t enter hours without a code. Add the usual ones, then replace REG, OT and so on with the codes from your payroll system."}
	CodesQuebec      = Text{"Codes courants du Québec (REG, SUP, FER)", "Usual codes for Quebec (REG, SUP, FER)"}
	CodesCanada      = Text{"Codes courants du Canada (REG, OT, STAT)", "Usual codes for Canada (REG, OT, STAT)"}
	CodesStarted     = Text{"Codes ajoutés. Remplacez-les au besoin par ceux de votre système de paie.", "Codes added. Replace them with the codes from your payroll system as needed."}
	CodeAdd          = Text{"Ajouter un code", "Add a code"}
	CodeEdit         = Text{"Modifier le code %s", "Edit code %s"}
	CodeCode         = Text{"Code", "Code"}
	CodeCodeHint     = Text{"Comme dans votre système de paie. Par exemple : G1", "As it appears in your payroll system. For example: G1"}
	CodeType         = Text{"Type", "Type"}
	CodeUse          = Text{"Usage", "Use"}
	CodeForShift     = Text{"Heures", "Hours"}
	CodeForExpense   = Text{"Dépenses", "Expenses"}
	CodeForLeave     = Text{"Congés", "Leave"}
	CodeModifier     = Text{"Facteur", "Multiplier"}
	CodeModifierHint = Text{"Multiplie le taux de salaire (par exemple, 1,5). " +
		"Pour le kilométrage, indiquez le montant par kilomètre, en dollars (par exemple, 0,72).",
		"Multiplies the pay rate (for example, 1.5). For mileage, enter dollars per kilometre (for example, 0.72)."}
	CodePerKm       = Text{"%s\u00a0$/km", "$%s/km"}
	CodeArchive     = Text{"Archiver ce code", "Archive this code"}
	CodeArchiveNote = Text{"Un code archivé n’est plus proposé. Ce qui a déjà été saisi ne change pas.",
		"An archived code is no longer offered. Existing entries keep it."}
	CodeSaved    = Text{"Le code %s est enregistré.", "Code %s saved."}
	CodeArchived = Text{"Le code %s est archivé.", "Code %s archived."}

	CodeTypeExample = Text{"%s – %s (par exemple, %s)", "%s – %s (for example, %s)"}
	CodeTypeOption  = Text{"%s – %s", "%s – %s"}
	CodeOrdinary    = Text{"heures de travail habituelles", "ordinary hours of work"}
	CodeAsRegular   = Text{"même paie que les heures normales", "paid like regular time"}
	CodeColumn      = Text{"heures comptées dans une colonne à part", "hours counted in a column of their own"}
	CodeOwnRate     = Text{"heures payées à leur propre taux, jamais converties en heures supplémentaires",
		"hours paid at their own rate, never turned into overtime"}
	CodeKilometres = Text{"payé au kilomètre", "paid per kilometre"}
	CodeDollars    = Text{"en dollars", "in dollars"}
	CodeCredits    = Text{"entre dans le calcul des heures supplémentaires, selon les réglages", "counts toward overtime, depending on the settings"}
	CodeNoCredits  = Text{"n’entre pas dans le calcul des heures supplémentaires", "doesn’t count toward overtime"}

	CodeSuchEmergency = Text{"un rappel au travail la nuit", "a call-back at night"}
	CodeSuchTraining  = Text{"une formation suivie pendant le travail", "a course taken during work"}
	CodeSuchTravel    = Text{"la route entre deux chantiers", "driving between two sites"}
	CodeSuchOther     = Text{"une réunion syndicale", "a union meeting"}
	CodeSuchExpense   = Text{"du matériel ou un stationnement", "supplies or parking"}
	CodeSuchPerDiem   = Text{"un montant fixe par jour à l’extérieur", "a fixed amount for each day away"}
	CodeSuchHoliday   = Text{"un congé mobile payé", "a paid floating day off"}
	CodeSuchStatutory = Text{"le 24\u00a0juin", "July 1"}
)

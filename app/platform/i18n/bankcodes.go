package i18n

// Texts of the bank codes' page.
var (
	Codes         = Text{"Codes de paie", "Bank codes"}
	CodesLead     = Text{"Sous quoi les heures, les dépenses et les congés sont payés", "What hours, expenses and leave are paid under"}
	CodesTable    = Text{"Codes de paie, par usage", "Bank codes, by use"}
	CodesNone     = Text{"Aucun code de paie", "No bank codes"}
	CodesNoneText = Text{"Il en faut au moins un pour les quarts avant que quelqu’un puisse inscrire ses heures.",
		"At least one for shifts is needed before anyone can enter hours."}
	CodeAdd      = Text{"Ajouter un code", "Add a code"}
	CodeEdit     = Text{"Modifier le code %s", "Edit code %s"}
	CodeCode     = Text{"Code", "Code"}
	CodeCodeHint = Text{"Tel que le système de paie l’écrit : G1", "As the pay system spells it: G1"}
	CodeType     = Text{"Type", "Type"}
	CodeTypeHint = Text{"regular, evening, emergency et overtime ont leur colonne d’heures; mileage compte des kilomètres; " +
		"vacation, holiday et statutory_holiday comptent vers le seuil hebdomadaire.",
		"regular, evening, emergency and overtime have their column of hours; mileage counts kilometres; vacation, holiday and " +
			"statutory_holiday count toward the weekly threshold."}
	CodeUse          = Text{"Usage", "Use"}
	CodeForShift     = Text{"Heures", "Hours"}
	CodeForExpense   = Text{"Dépenses", "Expenses"}
	CodeForLeave     = Text{"Congés", "Leave"}
	CodeModifier     = Text{"Facteur", "Modifier"}
	CodeModifierHint = Text{"Multiplie le salaire : 1,5. Pour mileage, les dollars par kilomètre : 0,72.",
		"Multiplies the salary: 1.5. For mileage, dollars per kilometre: 0.72."}
	CodePerKm       = Text{"%s $/km", "$%s/km"}
	CodeArchive     = Text{"Archiver ce code", "Archive this code"}
	CodeArchiveNote = Text{"Un code archivé n’est plus proposé. Ce qui est inscrit sous ce code y reste.",
		"An archived code is no longer offered. What is recorded under it stays."}
	CodeSaved    = Text{"Le code %s est enregistré.", "Code %s is saved."}
	CodeArchived = Text{"Le code %s est archivé.", "Code %s is archived."}
)

package i18n

// Texts of the archive.
var (
	ArchKinds      = Text{"Type d’élément", "Type of record"}
	ArchSheets     = Text{"Feuilles de temps", "Timesheets"}
	ArchShifts     = Text{"Quarts", "Shifts"}
	ArchExpenses   = Text{"Dépenses", "Expenses"}
	ArchLeave      = Text{"Congés", "Leave"}
	ArchEmployees  = Text{"Employés", "Employees"}
	ArchSheet      = Text{"Feuille de temps", "Timesheet"}
	ArchShift      = Text{"Quart", "Shift"}
	ArchExpense    = Text{"Dépense", "Expense"}
	ArchRequest    = Text{"Demande de congé", "Leave request"}
	ArchOver       = Text{"plus de %s", "over %s"}
	ArchFrom       = Text{"Archivés du", "Archived from"}
	ArchTo         = Text{"au", "to"}
	ArchTable      = Text{"Éléments archivés", "Archived records"}
	ArchPerson     = Text{"Personne", "Person"}
	ArchWhat       = Text{"Élément", "Record"}
	ArchNote       = Text{"Description", "Description"}
	ArchValue      = Text{"Heures ou montant", "Hours or amount"}
	ArchWhen       = Text{"Archivé", "Archived"}
	ArchDeleted    = Text{"Supprimé : %s", "Deleted: %s"}
	ArchWithPeriod = Text{"Archivé avec sa période : %s", "Archived with its period: %s"}
	ArchRestore    = Text{"Restaurer", "Restore"}
	ArchRestoreOf  = Text{"Restaurer : %s, %s", "Restore %s, %s"}
	ArchAged       = Text{"Cet élément compte toujours dans sa période et ne peut pas être restauré.",
		"It still counts in its period and can’t be restored."}
	ArchOwner = Text{"Le dossier de la personne est archivé. Restaurez-le d’abord.",
		"The person’s employee record is archived. Restore it first."}
	ArchSheetFirst  = Text{"La feuille de temps est archivée. Restaurez-la d’abord.", "The timesheet is archived. Restore it first."}
	ArchAgedShort   = Text{"Compte dans sa période", "Counts in its period"}
	ArchOwnerShort  = Text{"Personne archivée", "Person archived"}
	ArchSheetShort  = Text{"Feuille archivée", "Timesheet archived"}
	ArchNoneText    = Text{"Ce qui est supprimé reste ici et peut être restauré.", "Anything deleted is kept here and can be restored."}
	ArchNoMatch     = Text{"Aucun résultat", "No results"}
	ArchNoMatchText = Text{"Essayez un autre nom ou d’autres dates.", "Try another name or other dates."}
	ArchLatest      = Text{"Les plus récents", "Most recent"}
	ArchOlder       = Text{"Afficher les plus anciens", "Show older records"}
	ArchRecord      = Text{"Élément", "Record"}
	ArchLines       = Text{"Quarts et dépenses", "Shifts and expenses"}
	ArchSheetBack   = Text{"Feuille de temps restaurée.", "Timesheet restored."}
	ArchShiftBack   = Text{"Quart restauré.", "Shift restored."}
	ArchExpenseBack = Text{"Dépense restaurée.", "Expense restored."}
	ArchLeaveBack   = Text{"Demande de congé restaurée.", "Leave request restored."}
	ArchAgain       = Text{"L’élément est de nouveau archivé.", "The record is back in the archive."}
)

package i18n

// Texts of the layouts of payroll's files.
var (
	Presets          = Text{"Formats d’exportation", "Export formats"}
	PresetsLead      = Text{"Les colonnes que votre système de paie attend", "The columns your payroll system expects"}
	PresetsTable     = Text{"Formats d’exportation de l’entreprise", "Company export formats"}
	PresetGeneric    = Text{"Général", "Generic"}
	PresetBuiltIn    = Text{"fourni", "built in"}
	PresetChosen     = Text{"Colonnes personnalisées", "Custom columns"}
	PresetADP        = Text{"ADP, données de paie", "ADP paydata"}
	PresetKind       = Text{"Type", "Type"}
	PresetHolds      = Text{"Colonnes", "Columns"}
	PresetAddChosen  = Text{"Choisir des colonnes", "Choose columns"}
	PresetAddADP     = Text{"Ajouter un format ADP", "Add an ADP format"}
	PresetEdit       = Text{"Modifier le format %s", "Edit format %s"}
	PresetName       = Text{"Nom", "Name"}
	PresetOrderHint  = Text{"Cochez les colonnes voulues, puis placez-les dans l’ordre voulu.", "Check the columns you want, then put them in order."}
	PresetUp         = Text{"Monter : %s", "Move up: %s"}
	PresetDown       = Text{"Descendre : %s", "Move down: %s"}
	PresetSample     = Text{"Aperçu du fichier", "Sample of the file"}
	PresetCompany    = Text{"Code d’entreprise (Co Code)", "Company code (Co Code)"}
	PresetCompanyTip = Text{"Laissez vide pour utiliser celui de chaque personne.", "Leave blank to use each person’s own code."}
	PresetBatch      = Text{"Lot (Batch ID)", "Batch ID"}
	PresetBatchTip   = Text{"Laissez vide pour utiliser la période de chaque ligne. Les corrections forment alors leurs propres lots.",
		"Leave blank to use each line’s pay period. Corrections then get their own batches."}
	PresetCodes    = Text{"Codes d’heures et de gains", "Hours and earnings codes"}
	PresetCodesTip = Text{"Un par ligne : G305=VAC. Les autres codes sont exportés tels quels. Les heures normales et " +
		"supplémentaires ont leurs propres colonnes.",
		"One per line: G305=VAC. Other codes are exported as is. Regular and overtime hours have their own columns."}
	PresetArchive  = Text{"Archiver ce format", "Archive this format"}
	PresetSaved    = Text{"Le format %s est enregistré.", "Format %s saved."}
	PresetArchived = Text{"Le format %s est archivé.", "Format %s archived."}
	PresetUsed     = Text{"Colonnes du fichier", "File columns"}
)

// columnNames are the names of the columns of a file, by their heading.
var columnNames = map[string]Text{
	"period": {"Période de paie", "Pay period"}, "company_code": {"Code d’entreprise", "Company code"},
	"external_payroll_id": {"Numéro de paie", "Payroll number"}, "employee_name": {"Nom", "Name"}, "week": {"Semaine", "Week"},
	"bank_code": {"Code de paie", "Pay code"}, "type": {"Type de code", "Code type"}, "hours": {"Heures", "Hours"},
	"amount": {"Montant", "Amount"}, "mileage_km": {"Kilomètres", "Kilometres"}, "status": {"État", "Status"},
}

// ColumnName returns the name of a column of a file; one without a name is its heading.
func (l Lang) ColumnName(heading string) string {
	if t, known := columnNames[heading]; known {
		return l.T(t)
	}
	return heading
}

package i18n

// Texts of activities, and of customers and activities on hours and expenses.
var (
	Activities     = Text{"Activités", "Activities"}
	ActivitiesLead = Text{"Ce à quoi servent les heures et les dépenses, au choix des employés",
		"What hours and expenses are for, as employees choose it"}
	ActivitiesNone     = Text{"Aucune activité", "No activities"}
	ActivitiesNoneText = Text{"Dès qu’il y en a une, les employés peuvent la choisir avec leurs heures et leurs dépenses.",
		"As soon as there is one, employees can choose it with their hours and expenses."}
	ActivityAdd         = Text{"Ajouter une activité", "Add an activity"}
	ActivityEdit        = Text{"Modifier l’activité %s", "Edit activity %s"}
	ActivityCode        = Text{"Code", "Code"}
	ActivityCodeHint    = Text{"Court. Par exemple\u00a0: INST", "Short. For example: INST"}
	ActivityName        = Text{"Nom", "Name"}
	ActivityNameFR      = Text{"Nom en français", "Name in French"}
	ActivityNameEN      = Text{"Nom en anglais", "Name in English"}
	ActivityNameHint    = Text{"Sans nom dans une langue, celui de l’autre s’affiche.", "Without a name in one language, that in the other is shown."}
	ActivityArchive     = Text{"Archiver cette activité", "Archive this activity"}
	ActivityArchiveNote = Text{"Une activité archivée n’est plus proposée. Ce qui a déjà été saisi ne change pas.",
		"An archived activity is no longer offered. What has been entered already doesn’t change."}
	ActivitySaved    = Text{"L’activité %s est enregistrée.", "Activity %s saved."}
	ActivityArchived = Text{"L’activité %s est archivée.", "Activity %s archived."}

	JobCustomer        = Text{"Client", "Customer"}
	JobActivity        = Text{"Activité", "Activity"}
	JobNone            = Text{"Aucune", "None"}
	JobNoCustomer      = Text{"Aucun", "None"}
	JobReport          = Text{"Clients et activités", "Customers and activities"}
	JobBoth            = Text{"Client et activité", "Customer and activity"}
	JobWithoutCustomer = Text{"Sans client", "No customer"}
	JobWithoutActivity = Text{"Sans activité", "No activity"}
	JobCost            = Text{"Coût", "Cost"}
	JobExpenses        = Text{"Dépenses", "Expenses"}
	JobUnpriced        = Text{"sans coût horaire\u00a0: %s", "without an hourly cost: %s"}
	JobLines           = Text{"Quarts et dépenses", "Shifts and expenses"}
	JobEmployee        = Text{"Employé", "Employee"}
	JobDay             = Text{"Jour", "Day"}
	JobNothing         = Text{"Rien entre ces dates", "Nothing between these dates"}
	JobNothingText     = Text{"Les heures et les dépenses saisies avec un client ou une activité s’additionnent ici.",
		"Hours and expenses that are entered with a customer or an activity are added up here."}
	CostOf     = Text{"Coût horaire\u00a0: %s", "Hourly cost of %s"}
	CostLink   = Text{"Coût horaire", "Hourly cost"}
	CostFrom   = Text{"À partir du", "From"}
	CostAmount = Text{"Coût d’une heure", "Cost of an hour"}
	CostHint   = Text{"Laissez vide pour retirer le coût fixé à partir de ce jour.", "Leave blank to remove the cost that was set from this day."}
	CostText   = Text{"Ce que coûte une heure de travail, charges comprises. Seules la paie et l’administration le voient.",
		"What an hour of work costs, with contributions. Only payroll and administrators see it."}
	CostSaved       = Text{"Le coût horaire est enregistré.", "Hourly cost saved."}
	JobChoose       = Text{"Choisir", "Choose"}
	JobCustomerHint = Text{"Nom ou numéro de facture", "Name or invoice number"}
)

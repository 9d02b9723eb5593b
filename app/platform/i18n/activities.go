package i18n

// Texts of activities, and of customers and activities on hours and expenses.
var (
	Activities     = Text{"Activités", "Activities"}
	ActivitiesLead = Text{"Les employés en choisissent une pour indiquer à quoi servent leurs heures et leurs dépenses",
		"Employees choose one to show what their hours and expenses are for"}
	ActivitiesNone     = Text{"Aucune activité", "No activities"}
	ActivitiesNoneText = Text{"Dès qu’il y en aura une, les employés pourront l’associer à leurs heures et à leurs dépenses.",
		"Once you add one, employees can choose it for their hours and expenses."}
	ActivityAdd      = Text{"Ajouter une activité", "Add an activity"}
	ActivityEdit     = Text{"Modifier l’activité %s", "Edit activity %s"}
	ActivityCode     = Text{"Code", "Code"}
	ActivityCodeHint = Text{"Court. Par exemple\u00a0: INST", "Short. For example: INST"}
	ActivityName     = Text{"Nom", "Name"}
	ActivityNameFR   = Text{"Nom en français", "Name in French"}
	ActivityNameEN   = Text{"Nom en anglais", "Name in English"}
	ActivityNameHint = Text{"Si l’un des deux est vide, le nom dans l’autre langue s’affiche.",
		"If one is blank, the name in the other language is shown."}
	ActivityArchive     = Text{"Archiver cette activité", "Archive this activity"}
	ActivityArchiveNote = Text{"Une activité archivée n’est plus proposée. Ce qui a déjà été saisi ne change pas.",
		"An archived activity is no longer offered. Hours and expenses already entered don’t change."}
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
	JobNeither         = Text{"Ni client ni activité", "Neither customer nor activity"}
	JobCost            = Text{"Coût", "Cost"}
	JobExpenses        = Text{"Dépenses", "Expenses"}
	JobUnpriced        = Text{"sans coût horaire\u00a0: %s", "without an hourly cost: %s"}
	JobLines           = Text{"Quarts et dépenses", "Shifts and expenses"}
	JobEmployee        = Text{"Employé", "Employee"}
	JobDay             = Text{"Jour", "Day"}
	JobNothing         = Text{"Rien entre ces dates", "Nothing between these dates"}
	JobNothingText     = Text{"Les heures et les dépenses associées à un client ou à une activité sont additionnées ici.",
		"Hours and expenses that are entered with a customer or an activity are added up here."}
	CostOf     = Text{"Coût horaire\u00a0: %s", "Hourly cost: %s"}
	CostLink   = Text{"Coût horaire", "Hourly cost"}
	CostFrom   = Text{"À partir du", "From"}
	CostAmount = Text{"Coût d’une heure", "Cost per hour"}
	CostHint   = Text{"Laissez vide pour retirer le coût qui commence ce jour-là.",
		"Leave blank to remove the cost that starts on this day."}
	CostText = Text{"Ce que coûte une heure de travail, y compris les charges de l’employeur. Seules la paie et l’administration le voient.",
		"What an hour of work costs, including employer contributions. Only payroll and administrators can see it."}
	CostSaved       = Text{"Le coût horaire est enregistré.", "Hourly cost saved."}
	JobChoose       = Text{"Choisir", "Choose"}
	JobCustomerHint = Text{"Garage Roy ou 4021", "Garage Roy or 4021"}
)

package i18n

// Texts that several features use. The texts of one feature are in the file with its name.
var (
	ProductName = Text{"Presence", "Presence"}

	Save             = Text{"Enregistrer", "Save"}
	Cancel           = Text{"Annuler", "Cancel"}
	Close            = Text{"Fermer", "Close"}
	Copied           = Text{"Copié.", "Copied."}
	Delete           = Text{"Supprimer", "Delete"}
	Edit             = Text{"Modifier", "Edit"}
	Add              = Text{"Ajouter", "Add"}
	Undo             = Text{"Défaire", "Undo"}
	Approve          = Text{"Approuver", "Approve"}
	Refuse           = Text{"Refuser", "Decline"}
	Submit           = Text{"Soumettre", "Submit"}
	Withdraw         = Text{"Retirer l’approbation", "Remove approval"}
	Search           = Text{"Rechercher", "Search"}
	Filter           = Text{"Filtrer", "Filter"}
	MyRecord         = Text{"Mon dossier", "My record"} // the section of an employee without a team
	Back             = Text{"Retour", "Back"}
	Next             = Text{"Suivant", "Next"}
	Previous         = Text{"Précédent", "Previous"}
	Print            = Text{"Imprimer", "Print"}
	Download         = Text{"Télécharger", "Download"}
	More             = Text{"Plus", "More"}
	All              = Text{"Tout", "All"}
	AllRegistrations = Text{"Toutes", "All"}
	AllParties       = Text{"Tous", "All"} // groups on a waiting list
	None             = Text{"Aucun", "None"}
	History          = Text{"Historique", "History"}
	NoHistory        = Text{"Aucun changement pour l’instant.", "No changes yet."}
	Optional         = Text{"facultatif", "optional"}
	Required         = Text{"obligatoire", "required"}
	Yes              = Text{"Oui", "Yes"}
	No               = Text{"Non", "No"}

	Today   = Text{"Aujourd’hui", "Today"}
	Time    = Text{"Mes heures", "My time"}
	Periods = Text{"Périodes de paie", "Pay periods"}

	// PeriodsShort is for the bottom bar of a phone, where the full name does not fit.
	PeriodsShort = Text{"Périodes", "Periods"}

	Period         = Text{"Période de paie", "Pay period"}
	PreviousPeriod = Text{"Période précédente", "Previous period"}
	NextPeriod     = Text{"Période suivante", "Next period"}
	DaysCount      = Count{Text{"%s\u00a0jour", "%s day"}, Text{"%s\u00a0jours", "%s days"}}
	CurrentPeriod  = Text{"Période en cours", "Current period"}
	WeekNav        = Text{"Semaine", "Week"}
	PreviousWeek   = Text{"Semaine précédente", "Previous week"}
	NextWeek       = Text{"Semaine suivante", "Next week"}
	ThisWeek       = Text{"Cette semaine", "This week"}

	MainNavigation = Text{"Navigation principale", "Main navigation"}
	SkipToContent  = Text{"Aller au contenu", "Skip to content"}
	Notifications  = Text{"Notifications", "Notifications"}
	Messages       = Text{"Messages", "Messages"}
	PreviewWidth   = Text{"Largeur de l’aperçu", "Preview width"}
	PreviewPhone   = Text{"Téléphone", "Phone"}
	PreviewWide    = Text{"Ordinateur", "Computer"}
	Account        = Text{"Compte", "Account"}
	SignIn         = Text{"Se connecter", "Sign in"}
	SignOut        = Text{"Se déconnecter", "Sign out"}
	Language       = Text{"Langue", "Language"}
	Theme          = Text{"Apparence", "Appearance"}
	ThemeLight     = Text{"Claire", "Light"}
	ThemeDark      = Text{"Sombre", "Dark"}
	ThemeSystem    = Text{"Automatique", "Automatic"}
	BackToToday    = Text{"Revenir à la page Aujourd’hui", "Back to Today"}
	RequestID      = Text{"Si vous demandez de l’aide, donnez ce numéro de référence\u00a0:",
		"If you ask for help, give this reference number:"}
	Breadcrumb = Text{"Fil d’Ariane", "Breadcrumb"}
	Pages      = Text{"Pages", "Pages"}
	Paged      = Text{"%s à %s sur %s", "%s–%s of %s"}

	StateDraft     = Text{"Brouillon", "Draft"}
	StateSubmitted = Text{"Soumise", "Submitted"}
	StateApproved  = Text{"Approuvée", "Approved"}
	StateChanged   = Text{"Modifiée", "Changed"}
	StateMissing   = Text{"Manquante", "Missing"}
	StateRefused   = Text{"Refusée", "Declined"}
	StateLocked    = Text{"Verrouillée", "Locked"}
	StateWarning   = Text{"À vérifier", "Needs review"}
	StatePending   = Text{"En attente", "Pending"}

	Keys         = Text{"Raccourcis clavier", "Keyboard shortcuts"}
	KeySearch    = Text{"Aller à la recherche", "Go to search"}
	KeyNext      = Text{"Ligne suivante", "Next row"}
	KeyPrevious  = Text{"Ligne précédente", "Previous row"}
	KeyOpen      = Text{"Ouvrir la ligne", "Open the selected row"}
	KeyHelp      = Text{"Afficher cette liste", "Show this list"}
	KeyLink      = Text{"Transformer le texte sélectionné en lien", "Make the selected text a link"}
	KeysOn       = Text{"Activer les raccourcis", "Turn on shortcuts"}
	UnsavedLeave = Text{"Vous avez des modifications non enregistrées. Quitter la page quand même?",
		"You have unsaved changes. Leave this page anyway?"}
	Offline       = Text{"Le serveur ne répond pas.", "The server isn’t responding."}
	OfflineUnsure = Text{"Vérifiez si c’est enregistré avant de réessayer.", "Check whether this was saved before you try again."}
)

// Texts of the buttons above a Markdown field, and of the counter of a field.
var (
	FormatOf       = Text{"Mise en forme\u00a0: %s", "Formatting: %s"}
	FormatSigns    = Text{"**mot**\u00a0: gras, *mot*\u00a0: italique", "**word**: bold, *word*: italic"}
	FormatBold     = Text{"Gras", "Bold"}
	FormatItalic   = Text{"Italique", "Italic"}
	FormatLink     = Text{"Lien", "Link"}
	FormatList     = Text{"Liste", "List"}
	CharactersLeft = Text{"Caractères restants\u00a0: %s", "Characters left: %s"}
)

// RoutesOpen and RoutesOpenLong warn above every page while UNDECLARED_ROUTES=documented.
var (
	RoutesOpen     = Text{"Des données sont accessibles sans connexion", "Some data can be accessed without signing in"}
	RoutesOpenLong = Text{"Toute personne qui atteint cette adresse peut lire et modifier des heures, des codes de paie et des " +
		"archives par l’API (UNDECLARED_ROUTES=documented).",
		"Anyone who can reach this address can read and change hours, pay codes and archives through the API " +
			"(UNDECLARED_ROUTES=documented)."}
)

// AndMore ends a list that names only its first entries.
var AndMore = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}

// FaultsFound is the heading of the errors in a form.
var FaultsFound = Count{Text{"%s champ à corriger", "%s field to fix"},
	Text{"%s champs à corriger", "%s fields to fix"}}

// ChartTable opens the table with the figures of a chart.
var ChartTable = Text{"Voir les chiffres en tableau", "View the figures as a table"}

// The choice of one record of many by a search.
var (
	PickFirst       = Text{"Les %s premières personnes sur %s. Précisez la recherche.", "First %s of %s people. Narrow your search."}
	PickSearchFirst = Text{"Faites d’abord la recherche\u00a0: elle vide le reste du formulaire.", "Search first: searching clears the rest of the form."}
)

// For "Demandez à" and "Ask": the names of the administrators.
var (
	AskOr      = Text{"%s ou %s", "%s or %s"}
	AskAnAdmin = Text{"une personne qui administre Presence", "a Presence administrator"}
)

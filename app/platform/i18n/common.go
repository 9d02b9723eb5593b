package i18n

// Texts that more than one feature shows. A feature's own texts stand in the file of its name.
var (
	ProductName = Text{"Presence", "Presence"}

	Save     = Text{"Enregistrer", "Save"}
	Cancel   = Text{"Annuler", "Cancel"}
	Close    = Text{"Fermer", "Close"}
	Delete   = Text{"Supprimer", "Delete"}
	Edit     = Text{"Modifier", "Edit"}
	Add      = Text{"Ajouter", "Add"}
	Undo     = Text{"Défaire", "Undo"}
	Approve  = Text{"Approuver", "Approve"}
	Refuse   = Text{"Refuser", "Refuse"}
	Submit   = Text{"Soumettre", "Submit"}
	Withdraw = Text{"Retirer", "Withdraw"}
	Search   = Text{"Rechercher", "Search"}
	Filter   = Text{"Filtrer", "Filter"}
	Back     = Text{"Retour", "Back"}
	Next     = Text{"Suivant", "Next"}
	Previous = Text{"Précédent", "Previous"}
	Print    = Text{"Imprimer", "Print"}
	Download = Text{"Télécharger", "Download"}
	More     = Text{"Plus", "More"}
	All      = Text{"Tout", "All"}
	None     = Text{"Aucun", "None"}
	Optional = Text{"facultatif", "optional"}
	Yes      = Text{"Oui", "Yes"}
	No       = Text{"Non", "No"}

	Today   = Text{"Aujourd’hui", "Today"}
	Time    = Text{"Temps", "Time"}
	Periods = Text{"Périodes de paie", "Pay periods"}

	// PeriodsShort is for the bottom bar of a phone, where the full name does not fit.
	PeriodsShort = Text{"Périodes", "Periods"}

	Period         = Text{"Période de paie", "Pay period"}
	PreviousPeriod = Text{"Période précédente", "Previous period"}
	NextPeriod     = Text{"Période suivante", "Next period"}
	CurrentPeriod  = Text{"Période en cours", "Current period"}

	MainNavigation = Text{"Navigation principale", "Main navigation"}
	SkipToContent  = Text{"Aller au contenu", "Skip to content"}
	Notifications  = Text{"Notifications", "Notifications"}
	Messages       = Text{"Messages", "Messages"}
	Account        = Text{"Compte", "Account"}
	SignIn         = Text{"Se connecter", "Sign in"}
	SignOut        = Text{"Se déconnecter", "Sign out"}
	Language       = Text{"Langue", "Language"}
	Theme          = Text{"Apparence", "Appearance"}
	ThemeLight     = Text{"Claire", "Light"}
	ThemeDark      = Text{"Sombre", "Dark"}
	ThemeSystem    = Text{"Automatique", "Automatic"}
	BackToToday    = Text{"Revenir à l’accueil", "Back to Today"}
	RequestID      = Text{"Numéro de la demande, pour obtenir de l’aide :", "Request number, if you need help:"}
	Breadcrumb     = Text{"Fil d’Ariane", "Breadcrumb"}
	Pages          = Text{"Pages", "Pages"}
	SortedUp       = Text{"tri croissant", "sorted ascending"}
	SortedDown     = Text{"tri décroissant", "sorted descending"}
	SortBy         = Text{"Trier", "Sort"}
	Saving         = Text{"Enregistrement…", "Saving…"}

	StateDraft     = Text{"Brouillon", "Draft"}
	StateSubmitted = Text{"Soumise", "Submitted"}
	StateApproved  = Text{"Approuvée", "Approved"}
	StateChanged   = Text{"Modifiée", "Changed"}
	StateMissing   = Text{"Manquante", "Missing"}
	StateRefused   = Text{"Refusée", "Refused"}
	StateLocked    = Text{"Verrouillée", "Locked"}
	StateWarning   = Text{"À vérifier", "To check"}
	StatePending   = Text{"En attente", "Pending"}

	Keys         = Text{"Raccourcis clavier", "Keyboard shortcuts"}
	KeySearch    = Text{"Aller à la recherche", "Go to search"}
	KeyNext      = Text{"Ligne suivante", "Next row"}
	KeyPrevious  = Text{"Ligne précédente", "Previous row"}
	KeyOpen      = Text{"Ouvrir la ligne", "Open the row"}
	KeyApprove   = Text{"Approuver", "Approve"}
	KeyHelp      = Text{"Cette liste", "This list"}
	KeysOn       = Text{"Activer les raccourcis", "Use shortcuts"}
	UnsavedLeave = Text{"Des changements ne sont pas enregistrés. Quitter la page quand même ?",
		"Some changes are not saved. Leave the page anyway?"}
	Offline = Text{"Pas de réponse du serveur. Rien n’a été enregistré ; réessayez dans un instant.",
		"The server did not answer. Nothing was saved; try again in a moment."}
)

// RoutesOpen and RoutesOpenLong warn above every page while UNDECLARED_ROUTES=documented.
var (
	RoutesOpen     = Text{"Des données sont ouvertes sans connexion", "Some data is open without signing in"}
	RoutesOpenLong = Text{"Quiconque atteint cette adresse peut lire et modifier des heures, des codes de paie et des archives " +
		"par l’API (UNDECLARED_ROUTES=documented).",
		"Anyone who reaches this address can read and change hours, pay codes and archives through the API (UNDECLARED_ROUTES=documented)."}
)

// FaultsFound heads the summary of a refused form.
var FaultsFound = Count{Text{"%s champ est à corriger", "%s field needs attention"},
	Text{"%s champs sont à corriger", "%s fields need attention"}}

// StateChangedLong says in full what StateChanged says on a badge.
var StateChangedLong = Text{"Modifiée depuis l’approbation", "Changed since approval"}

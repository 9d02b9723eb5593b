package i18n

// Texts of the audience of an event.
var (
	AudTab = Text{"Invités", "Audience"}

	AudOnList       = Text{"Dans la liste d’invités", "In the audience"}
	AudAddress      = Text{"adresse", "address"} // the unit of the large figure above the list
	AudAddresses    = Text{"adresses", "addresses"}
	AudOnce         = Text{"chacune comptée une fois", "each counted once"} // after the number, where the sources overlap
	AudListedBefore = Count{Text{"+ %s déjà dans la liste", "+ %s already listed"}, Text{"+ %s déjà dans la liste", "+ %s already listed"}}
	AudFrom         = Text{"D’où viennent les adresses", "Where the addresses come from"}
	AudFromFilters  = Text{"Filtres", "Filters"}
	AudFromHand     = Text{"Ajout manuel", "Added manually"}
	AudFromCSV      = Text{"Fichiers", "Files"}
	AudNobodyText   = Text{"Choisissez des clients à l’aide de filtres, ajoutez des personnes une à une ou importez un fichier.",
		"Choose customers with filters, add people one by one, or import a file."}

	AudFilters      = Text{"Choisir à l’aide de filtres", "Choose with filters"}
	AudFiltersNote  = Text{"Un client doit correspondre à tous les filtres.", "Customers must match all filters."}
	AudType         = Text{"Type de client", "Customer type"}
	AudTypeAll      = Text{"Tous", "All"}
	AudTypeHome     = Text{"Particuliers", "Individuals"}
	AudTypeBusiness = Text{"Entreprises", "Companies"}
	AudSubscribed   = Text{"Abonnement actif", "Active subscription"}
	AudMonthly      = Text{"Total mensuel minimal", "Minimum monthly total"}
	AudMonthlyHint  = Text{"Total des abonnements actifs du client.", "Total of the customer’s active subscriptions."}
	AudPerMonth     = Text{"/mois", "/month"}
	AudName         = Text{"Le nom contient", "Name contains"}
	AudNameHint     = Text{"Client, compte, mandataire ou ancien contact.", "Customer, account, authorized contact or former contact."}
	AudCity         = Text{"Ville", "City"}
	AudLeft         = Text{"Inclure les anciens clients", "Include former customers"}
	AudLeftHint     = Text{"Pour les inviter à revenir. Comprend les comptes résiliés.",
		"To invite them back. Includes cancelled accounts."}
	AudCount = Text{"Compter", "Count"}

	AudWouldAdd    = Text{"à ajouter", "to add"}
	AudNoneToAdd   = Text{"Personne à ajouter avec ces filtres.", "No one to add with these filters."}
	AudCounting    = Text{"Le nombre se met à jour dès que vous changez un filtre.", "The count updates as soon as you change a filter."}
	AudNew         = Text{"Nouvelles adresses", "New addresses"}
	AudAlready     = Text{"Déjà dans la liste d’invités", "Already in the audience"}
	AudErased      = Text{"Renseignements supprimés à la demande de la personne", "Data erased at the person’s request"}
	AudDuplicates  = Text{"Adresses en double", "Duplicate addresses"}
	AudNoEmail     = Text{"Sans courriel", "No email"}
	AudExCustomers = Text{"Anciens clients exclus", "Former customers excluded"}
	AudShares      = Text{"Répartition des clients choisis", "Breakdown of selected customers"}
	AudNoEmailList = Text{"Voir qui n’a pas de courriel", "View customers with no email"}
	AudNoEmailMore = Count{Text{"Et %s autre.", "And %s more."}, Text{"Et %s autres.", "And %s more."}}
	AudSample      = Text{"Aperçu des premières adresses", "Preview of the first addresses"}
	AudAddThem     = Count{Text{"Ajouter %s adresse", "Add %s address"}, Text{"Ajouter %s adresses", "Add %s addresses"}}

	AudNoDirectory     = Text{"Le répertoire est vide", "The directory is empty"}
	AudNoDirectoryText = Text{"Synchronisez-le pour choisir parmi vos clients.", "Sync it to choose from your customers."}
	AudGoDirectory     = Text{"Ouvrir le répertoire", "Open directory"}

	AudPick         = Text{"Ajouter une personne", "Add a person"}
	AudPickNote     = Text{"Recherchez dans le répertoire, même avec des fautes de frappe.", "Search the directory. Typos are fine."}
	AudPickSearch   = Text{"Nom, courriel, téléphone ou numéro de client", "Name, email, phone or customer number"}
	AudPickShort    = Text{"Tapez au moins deux caractères.", "Type at least two characters."}
	AudPickNone     = Text{"Aucun résultat.", "No results."}
	AudPickAdd      = Text{"Ajouter %s", "Add %s"}
	AudNoAddress    = Text{"Pas de courriel", "No email"}
	AudExCustomer   = Text{"Ancien client", "Former customer"}
	AudElse         = Text{"Quelqu’un qui n’est pas dans le répertoire", "Someone who isn’t in the directory"}
	AudEmail        = Text{"Courriel", "Email"}
	AudFirstName    = Text{"Prénom", "First name"}
	AudLastName     = Text{"Nom", "Last name"}
	AudLanguage     = Text{"Langue", "Language"}
	AudLanguageNone = Text{"Non précisée", "Not specified"}
	AudFrench       = Text{"Français", "French"}
	AudEnglish      = Text{"Anglais", "English"}
	AudAddOne       = Text{"Ajouter à la liste d’invités", "Add to audience"}

	AudCSV     = Text{"Importer un fichier CSV", "Import a CSV file"}
	AudCSVNote = Text{"Virgules, points-virgules ou tabulations. Les fichiers d’Excel en français conviennent.",
		"Commas, semicolons or tabs. Files from French-language Excel work too."}
	AudCSVFile = Text{"Fichier", "File"}
	AudCSVHint = Text{"Colonne obligatoire : courriel. Colonnes facultatives : prénom, nom, langue, no client, téléphone.",
		"Required column: email. Optional: firstname, lastname, language, customer_id, phone."}
	AudCSVPaste       = Text{"Ou collez des lignes", "Or paste rows"}
	AudCSVText        = Text{"Lignes", "Rows"}
	AudCSVTip         = Text{"courriel;prénom;nom", "email,firstname,lastname"}
	AudCSVCheck       = Text{"Vérifier le fichier", "Check file"}
	AudCSVAdd         = Text{"Importer", "Import"}
	AudCSVSent        = Text{"Importation en cours…", "Importing…"}
	AudCSVAgain       = Text{"Pour l’importer, choisissez de nouveau le fichier.", "To import it, choose the file again."}
	AudReport         = Text{"Résultat de l’importation", "Import results"}
	AudChecked        = Text{"Vérification terminée. Rien n’a été ajouté.", "Check complete. Nothing was added."}
	AudRejected       = Count{Text{"%s ligne rejetée", "%s row rejected"}, Text{"%s lignes rejetées", "%s rows rejected"}}
	AudOtherLanguages = Count{Text{"La langue de %s ligne n’est ni le français ni l’anglais", "%s row has a language other than French or English"},
		Text{"La langue de %s lignes n’est ni le français ni l’anglais", "%s rows have a language other than French or English"}}
	AudOtherLanguageText = Text{"Ces personnes recevront l’invitation dans la langue par défaut de l’entreprise.",
		"These people will get the invitation in the company’s default language."}
	AudLine      = Text{"Ligne", "Row"}
	AudReason    = Text{"Raison", "Reason"}
	AudMoreLines = Count{Text{"Et %s autre ligne.", "And %s more row."}, Text{"Et %s autres lignes.", "And %s more rows."}}

	AudSentChips  = Text{"Destinataires de l’invitation, par état", "Recipients of the invitation, by status"}
	AudList       = Text{"Liste d’invités", "Audience"}
	AudListTable  = Text{"Adresses de la liste", "Addresses in the audience"}
	AudFind       = Text{"Rechercher dans la liste d’invités", "Search the audience"}
	AudFindNone   = Text{"Aucun résultat dans la liste d’invités", "No results in the audience"}
	AudFindAll    = Text{"Afficher toute la liste", "Show the whole audience"}
	AudPerson     = Text{"Personne", "Person"}
	AudCustomer   = Text{"Nᵒ de client", "Customer no."}
	AudAMonth     = Text{"/mois", "/month"} // after an amount, on a phone
	AudPays       = Text{"Total mensuel", "Monthly total"}
	AudSource     = Text{"Provenance", "Source"}
	AudRemoveOf   = Text{"Retirer %s", "Remove %s"}
	AudRemoved    = Text{"%s n’est plus dans la liste d’invités.", "%s was removed from the audience."}
	AudFirst      = Text{"Début de la liste", "Start of list"}
	AudFurther    = Text{"Adresses suivantes", "More addresses"}
	AudClear      = Text{"Vider la liste…", "Clear audience…"}
	AudClearTitle = Text{"Vider la liste?", "Clear the audience?"}
	AudClearText  = Count{Text{"%s adresse sera retirée. Cette action est irréversible. Les campagnes déjà envoyées et les réponses " +
		"sont conservées.",
		"%s address will be removed. This can’t be undone. Past campaigns and RSVPs are kept."},
		Text{"%s adresses seront retirées. Cette action est irréversible. Les campagnes déjà envoyées et les réponses sont conservées.",
			"%s addresses will be removed. This can’t be undone. Past campaigns and RSVPs are kept."}}
	AudClearDo = Count{Text{"Retirer %s adresse", "Remove %s address"}, Text{"Retirer %s adresses", "Remove %s addresses"}}
	AudCleared = Count{Text{"Liste vidée : %s adresse retirée.", "Audience cleared: %s address removed."},
		Text{"Liste vidée : %s adresses retirées.", "Audience cleared: %s addresses removed."}}
	AudAdded       = Count{Text{"%s adresse ajoutée.", "%s address added."}, Text{"%s adresses ajoutées.", "%s addresses added."}}
	AudAddedBefore = Count{Text{"%s adresse y était déjà.", "%s was already in the audience."},
		Text{"%s adresses y étaient déjà.", "%s were already in the audience."}}
	AudAllOfIt   = Text{"Toute la liste", "The whole audience"}
	AudPasted    = Text{"lignes collées", "pasted rows"}
	AudEverybody = Text{"tous les clients", "all customers"}
	AudAtLeast   = Text{"au moins %s par mois", "at least %s a month"}
	AudNamed     = Text{"nom : %s", "name: %s"}
	AudWithLeft  = Text{"anciens clients compris", "including former customers"}
)

// AudReasons are the reasons why a line of a CSV was rejected, by code.
var AudReasons = map[string]Text{
	"no_email":  {"Courriel manquant.", "Email address missing."},
	"bad_email": {"Le courriel n’est pas valide.", "The email address isn’t valid."},
	"too_long":  {"Une valeur dépasse 200\u00a0caractères.", "A value is longer than 200 characters."},
	"control":   {"La ligne contient des caractères illisibles.", "This row contains unreadable characters."},
	"columns":   {"La ligne a plus de valeurs qu’il n’y a de colonnes.", "This row has more values than there are columns."},
	"quote":     {"Un guillemet ouvrant n’est jamais fermé.", "A quotation mark is never closed."},
	"encoding":  {"L’encodage de la ligne diffère des autres.", "This row uses a different encoding."},
}

// Texts of the filters that are set.
var (
	AudAddFilter = Text{"Ajouter un filtre", "Add a filter"}
	AudChips     = Text{"Filtres choisis", "Filters chosen"}
	AudChipOff   = Text{"retirer ce filtre", "remove this filter"}
)

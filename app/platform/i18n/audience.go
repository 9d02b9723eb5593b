package i18n

// Texts of the audience of an event.
var (
	AudTab   = Text{"Invités", "Audience"}
	AudTitle = Text{"Invités — %s", "Audience — %s"}
	AudLead  = Text{"À qui l’invitation sera envoyée. Chaque adresse n’y figure qu’une fois.",
		"Whom the invitation goes to. Each address is on it once."}

	AudOnList      = Text{"Sur la liste", "On the list"}
	AudAddress     = Text{"adresse", "address"} // the unit of the large figure above the list
	AudAddresses   = Text{"adresses", "addresses"}
	AudFrom        = Text{"D’où viennent les adresses", "Where the addresses come from"}
	AudFromFilters = Text{"Filtres", "Filters"}
	AudFromHand    = Text{"À la main", "By hand"}
	AudFromCSV     = Text{"Fichiers", "Files"}
	AudNobody      = Text{"La liste est vide", "The list is empty"}
	AudNobodyText  = Text{"Choisissez des clients par filtres, ajoutez des personnes une à une, ou importez un fichier.",
		"Choose customers by filters, add people one by one, or import a file."}

	AudFilters      = Text{"Choisir par filtres", "Choose by filters"}
	AudFiltersNote  = Text{"Un client doit répondre à tous les filtres.", "A customer must fit all of the filters."}
	AudType         = Text{"Clientèle", "Customers"}
	AudTypeAll      = Text{"Toute", "All"}
	AudTypeHome     = Text{"Résidentielle", "Residential"}
	AudTypeBusiness = Text{"Commerciale", "Commercial"}
	AudSubscribed   = Text{"Abonnement actif", "Active subscription"}
	AudMonthly      = Text{"Total mensuel minimum", "Minimum monthly total"}
	AudMonthlyHint  = Text{"Somme des abonnements actifs du client.", "Sum of the customer’s active subscriptions."}
	AudPerMonth     = Text{"/ mois", "/ month"}
	AudName         = Text{"Nom contient", "Name contains"}
	AudNameHint     = Text{"Client, compte, mandataire ou ancien contact.", "Customer, account, mandatary or former contact."}
	AudCity         = Text{"Ville", "City"}
	AudLeft         = Text{"Inclure les anciens clients", "Include former customers"}
	AudLeftHint     = Text{"Pour une reconquête : les comptes résiliés en font partie.", "For a win-back: resiliated accounts are among them."}
	AudCount        = Text{"Compter", "Count"}

	AudWouldAdd    = Text{"à ajouter", "to add"}
	AudNoneToAdd   = Text{"Personne à ajouter avec ces filtres.", "Nobody to add with these filters."}
	AudCounting    = Text{"Le compte se fait dès que vous changez un filtre.", "Counted as soon as you change a filter."}
	AudNew         = Text{"Nouvelles adresses", "New addresses"}
	AudAlready     = Text{"Déjà sur la liste", "Already on the list"}
	AudDuplicates  = Text{"Même adresse qu’un autre", "Same address as another"}
	AudNoEmail     = Text{"Sans courriel", "Without e-mail"}
	AudExCustomers = Text{"Anciens clients exclus", "Former customers left out"}
	AudShares      = Text{"Répartition des clients choisis", "The chosen customers, parted"}
	AudNoEmailList = Text{"Voir qui n’a pas de courriel", "See who has no e-mail"}
	AudNoEmailMore = Text{"Et %s de plus.", "And %s more."}
	AudSample      = Text{"Aperçu des premières adresses", "The first addresses"}
	AudAddThem     = Count{Text{"Ajouter %s adresse", "Add %s address"}, Text{"Ajouter %s adresses", "Add %s addresses"}}

	AudNoDirectory     = Text{"Le répertoire est vide", "The directory is empty"}
	AudNoDirectoryText = Text{"Synchronisez-le pour choisir parmi vos clients.", "Sync it to choose among your customers."}
	AudGoDirectory     = Text{"Ouvrir le répertoire", "Open the directory"}

	AudPick         = Text{"Ajouter une personne", "Add a person"}
	AudPickNote     = Text{"Cherchez dans le répertoire; les fautes de frappe sont permises.", "Search the directory; slips are fine."}
	AudPickSearch   = Text{"Nom, courriel, téléphone ou numéro de client", "Name, e-mail, phone or customer number"}
	AudPickShort    = Text{"Tapez au moins deux caractères.", "Type at least two characters."}
	AudPickNone     = Text{"Personne ne correspond.", "Nobody matches."}
	AudPickAdd      = Text{"Ajouter %s", "Add %s"}
	AudPicked       = Text{"Sur la liste", "On the list"}
	AudNoAddress    = Text{"Pas de courriel", "No e-mail"}
	AudExCustomer   = Text{"Ancien client", "Former customer"}
	AudElse         = Text{"Quelqu’un qui n’est pas dans le répertoire", "Somebody who is not in the directory"}
	AudEmail        = Text{"Courriel", "E-mail"}
	AudFirstName    = Text{"Prénom", "First name"}
	AudLastName     = Text{"Nom", "Last name"}
	AudLanguage     = Text{"Langue", "Language"}
	AudLanguageNone = Text{"Non précisée", "Not given"}
	AudFrench       = Text{"Français", "French"}
	AudEnglish      = Text{"Anglais", "English"}
	AudAddOne       = Text{"Ajouter à la liste", "Add to the list"}

	AudCSV     = Text{"Importer un fichier CSV", "Import a CSV file"}
	AudCSVNote = Text{"Virgules, points-virgules ou tabulations; les fichiers d’Excel en français conviennent.",
		"Commas, semicolons or tabs; files of Excel, French ones too."}
	AudCSVFile = Text{"Fichier", "File"}
	AudCSVHint = Text{"Colonne requise : courriel. Reconnues aussi : prénom, nom, langue, no client, téléphone.",
		"Required column: email. Also read: firstname, lastname, language, customer_id, phone."}
	AudCSVPaste  = Text{"Ou collez des lignes", "Or paste lines"}
	AudCSVText   = Text{"Lignes", "Lines"}
	AudCSVTip    = Text{"courriel;prénom;nom", "email,firstname,lastname"}
	AudCSVCheck  = Text{"Vérifier", "Check"}
	AudCSVAdd    = Text{"Importer", "Import"}
	AudCSVSent   = Text{"Importation en cours…", "Importing…"}
	AudCSVAgain  = Text{"Pour l’importer, choisissez de nouveau le fichier.", "To import it, choose the file again."}
	AudReport    = Text{"Résultat de l’importation", "Import results"}
	AudChecked   = Text{"Résultat de la vérification. Rien n’a été ajouté.", "Check results. Nothing was added."}
	AudRejected  = Count{Text{"%s ligne rejetée", "%s line rejected"}, Text{"%s lignes rejetées", "%s lines rejected"}}
	AudLine      = Text{"Ligne", "Line"}
	AudReason    = Text{"Raison", "Reason"}
	AudMoreLines = Count{Text{"Et %s autre ligne.", "And %s more line."}, Text{"Et %s autres lignes.", "And %s more lines."}}

	AudList       = Text{"Liste principale", "Main list"}
	AudListTable  = Text{"Adresses de la liste", "Addresses of the list"}
	AudFind       = Text{"Chercher dans la liste", "Search the list"}
	AudFindNone   = Text{"Rien ne correspond dans la liste", "Nothing on the list matches"}
	AudFindAll    = Text{"Voir toute la liste", "See the whole list"}
	AudPerson     = Text{"Personne", "Person"}
	AudCustomer   = Text{"No client", "Customer no."}
	AudPays       = Text{"Par mois", "A month"}
	AudSource     = Text{"Provenance", "Source"}
	AudRemove     = Text{"Retirer", "Remove"}
	AudRemoveOf   = Text{"Retirer %s", "Remove %s"}
	AudRemoved    = Text{"%s n’est plus sur la liste.", "%s is off the list."}
	AudFirst      = Text{"Début de la liste", "Beginning of the list"}
	AudFurther    = Text{"Suite de la liste", "Further down the list"}
	AudClear      = Text{"Vider la liste…", "Empty the list…"}
	AudClearTitle = Text{"Vider la liste ?", "Empty the list?"}
	AudClearText  = Count{Text{"%s adresse sera retirée. On ne peut pas revenir en arrière; les envois déjà faits et les réponses restent.",
		"%s address will be removed. This cannot be undone; sends already made and answers stay."},
		Text{"%s adresses seront retirées. On ne peut pas revenir en arrière; les envois déjà faits et les réponses restent.",
			"%s addresses will be removed. This cannot be undone; sends already made and answers stay."}}
	AudClearDo = Count{Text{"Retirer %s adresse", "Remove %s address"}, Text{"Retirer %s adresses", "Remove %s addresses"}}
	AudCleared = Count{Text{"La liste est vide : %s adresse retirée.", "The list is empty: %s address removed."},
		Text{"La liste est vide : %s adresses retirées.", "The list is empty: %s addresses removed."}}
	AudAdded       = Count{Text{"%s adresse ajoutée.", "%s address added."}, Text{"%s adresses ajoutées.", "%s addresses added."}}
	AudAddedBefore = Count{Text{"%s y était déjà.", "%s was already on the list."}, Text{"%s y étaient déjà.", "%s were already on the list."}}
	AudAllOfIt     = Text{"Toute la liste", "The whole list"}
	AudPasted      = Text{"lignes collées", "pasted lines"}
	AudEverybody   = Text{"tous les clients", "all customers"}
	AudAtLeast     = Text{"au moins %s par mois", "at least %s a month"}
	AudNamed       = Text{"nom : %s", "name: %s"}
	AudWithLeft    = Text{"anciens clients compris", "former customers too"}
)

// AudReasons are why a line of a CSV was not taken.
var AudReasons = map[string]Text{
	"no_email":  {"Il n’y a pas de courriel.", "There is no e-mail address."},
	"bad_email": {"Le courriel n’est pas valide.", "The e-mail address is not valid."},
	"too_long":  {"Une valeur dépasse 200 caractères.", "A value is longer than 200 characters."},
	"control":   {"La ligne contient des caractères illisibles.", "The line has unreadable characters."},
	"columns":   {"La ligne a plus de valeurs que l’en-tête n’a de colonnes.", "The line has more values than the heading has columns."},
	"quote":     {"Un guillemet s’ouvre et ne se ferme pas.", "A quote opens and never closes."},
	"encoding":  {"La ligne n’a pas le même codage que les autres.", "The line is not encoded like the others."},
}

package i18n

// Texts of the payroll customers, which are not the customers of the directory.
var (
	Cust      = Text{"Clients de la paie", "Payroll customers"}
	CustShort = Text{"Clients", "Customers"} // among the tabs of payroll
	CustCount = Count{Text{"%s dossier tenu par la paie, distinct du répertoire", "%s record kept by payroll, separate from the directory"},
		Text{"%s dossiers tenus par la paie, distincts du répertoire", "%s records kept by payroll, separate from the directory"}}
	CustSearch   = Text{"Filtrer par nom, courriel, tél. ou facture", "Filter by name, email, phone or invoice"}
	CustTable    = Text{"Clients de la paie, par nom", "Payroll customers, by name"}
	CustAdd      = Text{"Ajouter un client", "Add a customer"}
	CustNone     = Text{"Aucun client de la paie", "No payroll customers"}
	CustNoneText = Text{"Importez un fichier ou ajoutez un premier dossier.", "Import a file or add the first record."}
	CustNoneRead = Text{"Les dossiers que la paie ajoute apparaîtront ici.", "Records that payroll adds will appear here."}
	CustNoMatch  = Text{"Vérifiez l’orthographe, ou cherchez par courriel ou par numéro.",
		"Check the spelling, or search by email or number."}
	CustInvoiceCol = Text{"N° de facture", "Invoice no."}
	CustInvoice    = Text{"Numéro de facture", "Invoice number"}
	CustAccount    = Text{"Compte lié", "Linked account"}
	CustEmailHint  = Text{"Le compte lié garde son propre courriel.", "The linked account keeps its own email."}
	CustDelete     = Text{"Supprimer ce client", "Delete this customer"}
	CustDeleteNote = Text{"Le compte lié est conservé. Vous pourrez défaire la suppression juste après.",
		"The linked account is kept. You can undo the deletion right afterward."}
	CustDeleted = Text{"Dossier supprimé\u00a0: %s.", "%s’s record was deleted."}
)

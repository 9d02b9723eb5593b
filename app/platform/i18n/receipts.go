package i18n

// Receipts of expenses.
var (
	TaxGST          = Text{"TPS", "GST"}
	TaxQST          = Text{"TVQ", "QST"}
	TaxesIncluded   = Text{"TPS %s, TVQ %s", "GST %s, QST %s"}
	ReceiptsAdd     = Text{"Reçus", "Receipts"}
	ReceiptsAddHint = Text{"Photos ou PDF, 10 au plus.", "Photos or PDFs, up to 10."}
	ReceiptsList    = Text{"Reçus de cette dépense", "Receipts for this expense"}
	ReceiptOpen     = Text{"Ouvrir le reçu %s", "Open receipt %s"}
	ReceiptPDF      = Text{"PDF", "PDF"}
	ReceiptRemove   = Text{"Retirer", "Remove"}
	ReceiptRemoveOf = Text{"Retirer le reçu %s", "Remove receipt %s"}
	ReceiptRemoved  = Text{"Reçu retiré.", "Receipt removed."}
	ReceiptMissing  = Text{"Reçu manquant", "Receipt missing"}
	ReceiptsAgain   = Text{"Choisissez de nouveau les reçus.", "Choose the receipts again."}
	ReceiptsNeeded  = Text{"Ajoutez d’abord un reçu à ces dépenses\u00a0: %s.", "First add a receipt to these expenses: %s."}
	CheckReceipt    = Text{"Reçu manquant\u00a0: %s", "Receipt missing: %s"}
	PayReceipts     = Text{"Reçus (ZIP)", "Receipts (ZIP)"}

	DidAddReceipt    = Text{"a ajouté un reçu", "added a receipt"}
	DidRemoveReceipt = Text{"a retiré un reçu", "removed a receipt"}
)

package i18n

// The page behind an unsubscribe link.
var (
	CampUnsubscribe      = Text{"Ne plus recevoir d’invitations", "Stop receiving invitations"}
	CampUnsubscribeText  = Text{"D’un clic, cette adresse ne recevra plus d’invitation de notre part. Une réponse déjà donnée reste valable.", "One click, and this address gets no more invitations from us. An answer that was given still stands."}
	CampUnsubscribeDo    = Text{"Ne plus m’écrire", "Write to me no more"}
	CampUnsubscribed     = Text{"C’est noté", "Noted"}
	CampUnsubscribedText = Text{"Cette adresse ne recevra plus d’invitation de notre part.", "This address gets no more invitations from us."}
)

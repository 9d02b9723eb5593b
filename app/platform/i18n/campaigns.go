package i18n

// The page behind an unsubscribe link.
var (
	CampUnsubscribe     = Text{"Ne plus recevoir d’invitations", "Stop receiving invitations"}
	CampUnsubscribeText = Text{"D’un clic, cette adresse ne recevra plus d’invitation de notre part. Une réponse déjà donnée reste valable.",
		"One click, and this address gets no more invitations from us. An answer that was given still stands."}
	CampUnsubscribeDo    = Text{"Ne plus m’écrire", "Write to me no more"}
	CampUnsubscribed     = Text{"C’est noté", "Noted"}
	CampUnsubscribedText = Text{"Cette adresse ne recevra plus d’invitation de notre part.", "This address gets no more invitations from us."}
)

// The reports of sends.
var (
	Camp           = Text{"Campagnes", "Campaigns"}
	CampShort      = Text{"Envois", "Sends"}
	CampLead       = Text{"Invitations et rappels envoyés", "Invitations and reminders sent"}
	CampViews      = Text{"Parties des campagnes", "Parts of campaigns"}
	CampTable      = Text{"Envois", "Sends"}
	CampEvent      = Text{"Événement", "Event"}
	CampState      = Text{"État", "State"}
	CampProgress   = Text{"Avancement", "Progress"}
	CampOpened     = Text{"Ouverts", "Opened"}
	CampRegistered = Text{"Inscrits", "Registered"}
	CampWhen       = Text{"Lancé", "Started"}
	CampNone       = Text{"Aucun envoi encore", "No sends yet"}
	CampNoneText   = Text{"Choisissez un événement, bâtissez sa liste d’invités et envoyez l’invitation : sa progression se suit ici.",
		"Choose an event, build its guest list and send the invitation: its progress shows here."}
	CampNoneDo     = Text{"Voir les événements", "See the events"}
	CampOlder      = Text{"Plus anciens", "Older"}
	CampNewest     = Text{"Les plus récents", "Newest"}
	CampInvitation = Text{"Invitation", "Invitation"}
	CampReminder   = Text{"Rappel", "Reminder"}
	CampOf         = Text{"Rappel de l’envoi du %s", "Reminder of the send of %s"}
	CampTitle      = Text{"%s — %s", "%s — %s"}
	CampLine       = Text{"Lancé le %s", "Started %s"}
	CampLineBy     = Text{"Lancé par %s le %s", "Started by %s, %s"}
	CampLineSender = Text{"de %s", "from %s"}
	CampLineFrom   = Text{"de %s, par %s", "from %s, through %s"}

	CampScheduled   = Text{"En attente", "Scheduled"}
	CampSending     = Text{"Envoi en cours", "Sending"}
	CampPaused      = Text{"Suspendu", "Paused"}
	CampInterrupted = Text{"Interrompu", "Interrupted"}
	CampCompleted   = Text{"Terminé", "Completed"}
	CampCancelled   = Text{"Abandonné", "Cancelled"}

	CampDone       = Text{"%s sur %s", "%s of %s"}
	CampHandled    = Text{"Traités", "Handled"}
	CampLive       = Text{"Progression de l’envoi", "Progress of the send"}
	CampFunnel     = Text{"De l’envoi à l’inscription", "From send to registration"}
	CampFunnelOpen = Text{"Ouverts", "Opened"}
	CampFunnelGo   = Text{"Cliqués", "Clicked"}
	CampFunnelIn   = Text{"Inscrits", "Registered"}
	CampFunnelPart = Text{"%s des messages", "%s of messages"}
	CampScanners   = Count{Text{"Un programme (antivirus, aperçu) a regardé %s message : il n’est pas compté parmi les ouvertures.",
		"A program (scanner, preview) looked at %s message: it is not counted as opened."},
		Text{"Des programmes (antivirus, aperçus) ont regardé %s messages : ils ne sont pas comptés parmi les ouvertures.",
			"Programs (scanners, previews) looked at %s messages: they are not counted as opened."}}
	CampUntracked = Text{"Cet envoi n’est pas suivi : ouvertures et clics ne sont pas connus. Les inscriptions le sont.",
		"This send is not tracked: opens and clicks are not known. Registrations are."}
	CampUnknown = Text{"inconnu", "not known"}

	CampTimeline    = Text{"Au fil du temps", "Over time"}
	CampTimelineOf  = Text{"Ce que le graphique montre", "What the chart shows"}
	CampTimelineBy  = Text{"Une colonne : %s", "One column: %s"}
	CampTimelineNot = Text{"Rien encore : le graphique se dessine quand les messages partent.",
		"Nothing yet: the chart appears as messages go out."}
	CampSeconds = Count{Text{"%s seconde", "%s second"}, Text{"%s secondes", "%s seconds"}}
	CampTimeCol = Text{"Moment", "Time"}

	CampRecipients   = Text{"Destinataires", "Recipients"}
	CampRecipient    = Text{"Destinataire", "Recipient"}
	CampFilter       = Text{"Destinataires montrés", "Recipients shown"}
	CampSearch       = Text{"Nom, adresse ou numéro de client", "Name, address or customer number"}
	CampAll          = Text{"Tous", "All"}
	CampNoneFound    = Text{"Personne ne correspond", "Nobody matches"}
	CampNoneFoundTxt = Text{"Essayez un autre état ou moins de mots.", "Try another state or fewer words."}
	CampClear        = Text{"Montrer tout le monde", "Show everybody"}
	CampFirst        = Text{"Début", "First"}
	CampNext         = Text{"Suite", "Next"}
	CampSentAt       = Text{"Envoyé", "Sent"}
	CampOpenedAt     = Text{"Ouvert", "Opened"}
	CampClickedAt    = Text{"Cliqué", "Clicked"}
	CampRegAt        = Text{"Inscrit", "Registered"}
	CampLanguage     = Text{"Langue", "Language"}
	CampScannedAt    = Text{"regardé par un programme", "looked at by a program"}
	CampAttempts     = Count{Text{"%s essai", "%s attempt"}, Text{"%s essais", "%s attempts"}}

	CampCSV        = Text{"Rapport CSV", "CSV report"}
	CampPause      = Text{"Suspendre", "Pause"}
	CampResume     = Text{"Reprendre", "Resume"}
	CampCancel     = Text{"Abandonner", "Cancel the send"}
	CampCancelAsk  = Text{"Abandonner cet envoi ?", "Cancel this send?"}
	CampCancelText = Count{Text{"%s personne ne recevra rien. Ce qui est parti est parti; l’envoi ne pourra pas reprendre.",
		"%s person will get nothing. What has gone out has gone out; the send cannot be resumed."},
		Text{"%s personnes ne recevront rien. Ce qui est parti est parti; l’envoi ne pourra pas reprendre.",
			"%s people will get nothing. What has gone out has gone out; the send cannot be resumed."}}
	CampRemind    = Text{"Envoyer un rappel", "Send a reminder"}
	CampDidPause  = Text{"L’envoi est suspendu.", "The send is paused."}
	CampDidResume = Text{"L’envoi reprend.", "The send goes on."}
	CampDidCancel = Text{"L’envoi est abandonné.", "The send is cancelled."}
	CampNotNow    = Text{"L’envoi n’en est plus là : rien n’a changé.", "The send has moved on: nothing was changed."}
	CampNothing   = Text{"Il ne reste rien à envoyer.", "Nothing is left to be sent."}

	CampUnconfirmed = Count{Text{"%s message sans confirmation", "%s unconfirmed message"},
		Text{"%s messages sans confirmation", "%s unconfirmed messages"}}
	CampUnconfirmedText = Text{"Ils ont été remis, mais la réponse n’est jamais venue : une panne est tombée à ce moment " +
		"précis. Ils sont peut-être arrivés. Rien ne les renvoie tout seul; une ouverture, une inscription ou le fournisseur peut " +
		"les confirmer. Sinon, c’est à vous de dire.",
		"They were handed over, but the answer never came: something failed at that very moment. They may have arrived. Nothing " +
			"sends them again by itself; an open, a registration or the provider can confirm them. Otherwise it is for you to say."}
	CampUnconfirmedOne = Text{"Il a été remis, mais la réponse n’est jamais venue : une panne est tombée à ce moment précis. " +
		"Il est peut-être arrivé. Rien ne le renvoie tout seul; une ouverture, une inscription ou le fournisseur peut le " +
		"confirmer. Sinon, c’est à vous de dire.",
		"It was handed over, but the answer never came: something failed at that very moment. It may have arrived. Nothing sends " +
			"it again by itself; an open, a registration or the provider can confirm it. Otherwise it is for you to say."}
	CampUnconfirmedSee = Text{"Voir lesquels", "See which"}
	CampMarkAll        = Text{"Tous sont arrivés", "All arrived"}
	CampAgainAll       = Text{"Les renvoyer tous", "Send all again"}
	CampMark           = Text{"Arrivé", "Arrived"}
	CampAgain          = Text{"Renvoyer", "Send again"}
	CampMarkOf         = Text{"Arrivé — %s", "Arrived — %s"}
	CampAgainOf        = Text{"Renvoyer — %s", "Send again — %s"}
	CampMarked         = Text{"C’est noté : envoyé.", "Noted: sent."}
	CampAgainDone      = Text{"Le message est de nouveau en attente d’envoi.", "The message waits to be sent again."}

	CampPieceSent = Text{"Envoyés", "Sent"}
	CampPieceKept = Text{"Dans la boîte de sortie", "In the outbox"}
	CampKept      = Text{"Aucun canal d’envoi n’était configuré : les messages sont dans la boîte de sortie et personne ne les a reçus.",
		"No channel was configured: the messages are in the outbox, and nobody has received them."}
	CampPieceFailed   = Text{"Échoués", "Failed"}
	CampPieceExcluded = Text{"Laissés de côté", "Left out"}
	CampPiecePending  = Text{"En attente", "Waiting"}
	CampPieceUnsure   = Text{"Sans confirmation", "Unconfirmed"}

	CampIsSent     = Text{"Envoyé", "Sent"}
	CampIsKept     = Text{"Boîte de sortie", "In outbox"}
	CampIsFailed   = Text{"Échoué", "Failed"}
	CampIsExcluded = Text{"Laissé de côté", "Left out"}
	CampIsPending  = Text{"En attente", "Waiting"}
	CampIsUnsure   = Text{"Sans confirmation", "Unconfirmed"}

	CampToday     = Text{"Envois en cours", "Sends under way"}
	CampTodayOpen = Text{"Voir le rapport", "See the report"}
)

// CampStates are the states of a send, by code.
var CampStates = map[string]Text{"scheduled": CampScheduled, "sending": CampSending, "paused": CampPaused, "interrupted": CampInterrupted,
	"completed": CampCompleted, "cancelled": CampCancelled}

// CampReasons are why a campaign stands still, with what to do.
var CampReasons = map[string]Text{
	"staff": {"Quelqu’un l’a suspendu. Reprenez-le quand vous voulez.", "Somebody paused it. Resume it whenever you like."},
	"sign_in_failed": {"Le relais refuse le compte. Corrigez les identifiants dans la configuration, vérifiez le canal, puis reprenez.",
		"The relay refuses the account. Correct the credentials in the configuration, test the channel, then resume."},
	"many_failures": {"Trop des derniers messages ont été refusés. Regardez pourquoi dans la liste, puis reprenez ou abandonnez.",
		"Too many of the last messages were refused. See why in the list, then resume or cancel."},
	"relay_down": {"Rien ne passe depuis longtemps : le relais ne répond pas. Vérifiez le canal, puis reprenez.",
		"Nothing has gone through for a long time: the relay does not answer. Test the channel, then resume."},
	"look_broken": {"Le courriel ne peut plus être composé. Corrigez le modèle ou l’événement, puis reprenez.",
		"The e-mail can no longer be written. Correct the template or the event, then resume."},
	"stopped": {"Le programme s’est arrêté pendant l’envoi. Rien n’est perdu : reprenez.",
		"The program ended during the send. Nothing is lost: resume."},
	"restored": {"La base de données a été rétablie à partir d’une sauvegarde. Des invités affichés ici en attente ont " +
		"peut-être reçu leur message depuis cette sauvegarde : reprendre l’envoi leur écrirait une deuxième fois. Vérifiez auprès " +
		"du relais avant de reprendre.",
		"The database was restored from a backup. Some guests shown here as waiting may have been written to since that backup was " +
			"taken: resuming would send them a second message. Check with the relay before you resume."},
	"unconfirmed": {"Il ne reste que des messages sans confirmation. Dites ce qu’il en est ci-dessous.",
		"Only unconfirmed messages are left. Say below what became of them."},
}

// CampOut are why a recipient got nothing, by code.
var CampOut = map[string]Text{
	"unsubscribed": {"Ne veut plus de courriels", "Wants no more e-mail"},
	"bounced":      {"Adresse qui n’existe plus", "Address that is gone"},
	"complained":   {"A signalé un courriel comme pourriel", "Reported an e-mail as spam"},
	"registered":   {"Inscrit entre-temps", "Registered meanwhile"},
	"resiliated":   {"Compte résilié", "Cancelled account"},
	"duplicate":    {"En double", "Duplicate"},

	"the answer never came":                   {"La réponse n’est jamais venue", "The answer never came"},
	"the sender ended before the answer came": {"Le programme s’est arrêté avant la réponse", "The program ended before the answer came"},
}

// The outbox.
var (
	Outbox     = Text{"Boîte de sortie", "Outbox"}
	OutboxLead = Text{"Ce qui serait parti : sans canal configuré, les messages restent ici, 30 jours",
		"What would have gone out: without a configured channel, messages stay here for 30 days"}
	OutboxNone    = Text{"La boîte de sortie est vide", "The outbox is empty"}
	OutboxNoneTxt = Text{"Les messages s’y rangent tant qu’aucun canal d’envoi n’est configuré.",
		"Messages are kept here as long as no channel is configured."}
	OutboxTo      = Text{"À", "To"}
	OutboxFrom    = Text{"De", "From"}
	OutboxSubject = Text{"Objet", "Subject"}
	OutboxDate    = Text{"Date", "Date"}
	OutboxSize    = Text{"Poids", "Size"}
	OutboxTable   = Text{"Messages gardés", "Messages kept"}
	OutboxHTML    = Text{"Le message", "The message"}
	OutboxFrame   = Text{"Le message tel qu’un logiciel de courriel le montre", "The message as a mail program shows it"}
	OutboxText    = Text{"Version texte", "Text version"}
	OutboxFiles   = Text{"Pièces jointes", "Attachments"}
	OutboxEML     = Text{"Fichier .eml", ".eml file"}
	OutboxNoSubj  = Text{"(sans objet)", "(no subject)"}
	OutboxStop    = Text{"Se désabonner", "Unsubscribe"}
)

// Channels and suppressed addresses, in the settings.
var (
	ChanTab  = Text{"Envoi de courriels", "E-mail"}
	ChanLead = Text{"Les canaux se règlent par les variables d’environnement du service; rien de secret ne s’affiche ici.",
		"Channels are set by the service’s environment variables; nothing secret is shown here."}
	ChanBulk     = Text{"Envoi en nombre", "Bulk mail"}
	ChanBulkText = Text{"Invitations et rappels, avec suivi des ouvertures et des clics.",
		"Invitations and reminders, with opens and clicks tracked."}
	ChanMailbox     = Text{"Boîte aux lettres", "Mailbox"}
	ChanMailboxText = Text{"Le message part comme si une personne l’écrivait : sans suivi.",
		"The message goes out as if a person wrote it: untracked."}
	ChanBy       = Text{"Passe par", "Goes through"}
	ChanNone     = Text{"Non configuré", "Not configured"}
	ChanNoneText = Text{"Les messages restent dans la boîte de sortie.", "Messages stay in the outbox."}
	ChanSet      = Text{"Configuré", "Configured"}
	ChanTest     = Text{"Vérifier la connexion", "Test the connection"}
	ChanTestOf   = Text{"Vérifier la connexion — %s", "Test the connection — %s"}
	ChanWorks    = Text{"La connexion fonctionne (%s ms). Aucun message n’a été envoyé.",
		"The connection works (%s ms). No message was sent."}
	ChanSignIn       = Text{"Le compte est refusé : %s", "The account is refused: %s"}
	ChanDown         = Text{"Pas de réponse utilisable : %s", "No usable answer: %s"}
	ChanSenders      = Text{"Expéditeurs permis", "Allowed senders"}
	ChanSendersNone  = Text{"Aucun (MAIL_FROM)", "None (MAIL_FROM)"}
	ChanPostal       = Text{"Adresse postale au bas des messages", "Postal address at the foot of messages"}
	ChanPostalNone   = Text{"Aucune (MAIL_POSTAL_ADDRESS)", "None (MAIL_POSTAL_ADDRESS)"}
	ChanRate         = Text{"Débit", "Rate"}
	ChanRateNone     = Text{"Sans limite (SEND_RATE)", "No limit (SEND_RATE)"}
	ChanRateIs       = Text{"%s messages par seconde et par expéditeur", "%s messages a second and sender"}
	ChanConnections  = Text{"Connexions à la fois", "Connections at a time"}
	ChanAutoResume   = Text{"Reprise après un arrêt", "Taking up after a stop"}
	ChanAuto         = Text{"Automatique", "Automatic"}
	ChanByHand       = Text{"À la main", "By hand"}
	ChanFacts        = Text{"Réglages", "Settings"}
	ChanTracking     = Text{"Suivi par personne", "Tracking of people"}
	ChanTrackingText = Text{"Activé, chaque rapport dit qui a ouvert et qui a cliqué. Désactivé, les nouveaux messages ne " +
		"portent ni image ni lien de suivi, et les anciens ne disent plus rien. Les inscriptions restent connues.",
		"On, each report says who opened and who clicked. Off, new messages carry no tracking picture or link, and old ones tell " +
			"nothing any more. Registrations stay known."}
	ChanTrackingOn  = Text{"Les ouvertures et les clics de chacun sont notés.", "Everyone’s opens and clicks are kept."}
	ChanTrackingOff = Text{"Rien n’est noté des ouvertures et des clics.", "Nothing is kept of opens and clicks."}
	ChanTurnOff     = Text{"Désactiver le suivi", "Turn tracking off"}
	ChanTurnOn      = Text{"Activer le suivi", "Turn tracking on"}
	ChanTurnedOff   = Text{"Le suivi est désactivé.", "Tracking is off."}
	ChanTurnedOn    = Text{"Le suivi est activé.", "Tracking is on."}

	SuppTab  = Text{"Adresses exclues", "Excluded addresses"}
	SuppLead = Text{"Ces adresses ne reçoivent plus rien, quelle que soit la liste",
		"These addresses get nothing more, whatever list they are on"}
	SuppCount   = Count{Text{"%s adresse", "%s address"}, Text{"%s adresses", "%s addresses"}}
	SuppAdd     = Text{"Ajouter une adresse", "Add an address"}
	SuppEmail   = Text{"Courriel", "E-mail"}
	SuppAddDo   = Text{"Ne plus lui écrire", "Stop writing to it"}
	SuppAdded   = Text{"%s ne recevra plus rien.", "%s gets nothing more."}
	SuppReason  = Text{"Pourquoi", "Why"}
	SuppSince   = Text{"Depuis", "Since"}
	SuppFrom    = Text{"À la suite de", "After"}
	SuppByStaff = Text{"Entrée par l’équipe", "Entered by staff"}
	SuppRemove  = Text{"Retirer", "Remove"}
	SuppRemOf   = Text{"Retirer %s de la liste", "Remove %s from the list"}
	SuppRemoved = Text{"%s peut de nouveau recevoir des courriels.", "%s may be written to again."}
	SuppSearch  = Text{"Chercher une adresse", "Find an address"}
	SuppNone    = Text{"Personne n’est sur cette liste", "Nobody is on this list"}
	SuppNoneTxt = Text{"Qui se désabonne s’y inscrit tout seul; les adresses qui n’existent plus aussi.",
		"Whoever unsubscribes is added by itself; so are addresses that are gone."}
)

// SuppReasons are why an address is not written to.
var SuppReasons = map[string]Text{
	"unsubscribed": {"Désabonnement", "Unsubscribed"},
	"bounced":      {"Adresse introuvable", "Address not found"},
	"complained":   {"Signalé comme pourriel", "Reported as spam"},
}

// Sizes of messages and files, by powers of 1000.
var (
	SizeBytes = Text{"%s o", "%s B"}
	SizeKB    = Text{"%s Ko", "%s KB"}
	SizeMB    = Text{"%s Mo", "%s MB"}
	SizeGB    = Text{"%s Go", "%s GB"}
)

// Bytes is how large something is: 812 o, 42 Ko, 3,4 Mo.
func (l Lang) Bytes(n int64) string {
	switch {
	case n < 1000:
		return l.F(SizeBytes, l.Int(n))
	case n < 1000*1000:
		return l.F(SizeKB, l.Int((n+500)/1000))
	case n < 1000*1000*1000:
		return l.F(SizeMB, l.decimal((n+50_000)/100_000, 1, 0))
	}
	return l.F(SizeGB, l.decimal((n+50_000_000)/100_000_000, 1, 0))
}

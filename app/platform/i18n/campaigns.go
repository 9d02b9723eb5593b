package i18n

// The page behind an unsubscribe link.
var (
	CampUnsubscribe     = Text{"Se désabonner des invitations", "Unsubscribe from invitations"}
	CampSentBy          = Text{"Courriels envoyés par %s", "Emails sent by %s"}
	CampUnsubscribeText = Text{"Cliquez ci-dessous, et cette adresse ne recevra plus nos invitations. Si vous avez déjà répondu, votre réponse " +
		"reste valide.",
		"Click below and this address will stop receiving our invitations. If you’ve already replied, your RSVP still stands."}
	CampUnsubscribeDo    = Text{"Me désabonner", "Unsubscribe"}
	CampUnsubscribed     = Text{"Désabonnement confirmé", "You’re unsubscribed"}
	CampUnsubscribedText = Text{"Cette adresse ne recevra plus nos invitations.",
		"This address won’t receive any more invitations from us."}

	CampChoose          = Text{"Ou choisissez ce que vous recevez", "Or choose what you receive"}
	CampChoices         = Text{"Vos choix", "Your choices"}
	CampChooseDo        = Text{"Enregistrer mes choix", "Save my choices"}
	CampKinds           = Text{"Nos courriels", "Our emails"}
	CampKindAll         = Text{"Les invitations et les rappels", "Invitations and reminders"}
	CampKindInvitations = Text{"Les invitations seulement, sans rappels", "Invitations only, no reminders"}
	CampLanguage        = Text{"Langue des courriels", "Email language"}
	CampChosen          = Text{"Choix enregistrés", "Choices saved"}
	CampChosenText      = Text{"Ils s’appliquent dès le prochain courriel. Pour les modifier, utilisez le lien au bas de chaque invitation.",
		"They take effect with the next email. To change them, use the link at the bottom of any invitation."}
	CampBack        = Text{"Vous avez changé d’idée?", "Changed your mind?"}
	CampBackDo      = Text{"Recevoir de nouveau les invitations", "Receive invitations again"}
	CampLimited     = Text{"Vos choix n’ont pas été enregistrés", "Your choices weren’t saved"}
	CampLimitedText = Text{"Les choix pour cette adresse ont déjà changé dix fois en 24\u00a0heures. Réessayez demain.",
		"The choices for this address have already changed ten times in 24 hours. Try again tomorrow."}
	CampLimitedStop   = Text{"Vous pouvez toujours vous désabonner.", "You can still unsubscribe."}
	CampWithdrawn     = Text{"Nous n’écrivons plus à cette adresse", "We no longer send email to this address"}
	CampWithdrawnText = Text{"Nous avons retiré cette adresse de notre liste. Pour recevoir de nouveau nos invitations, " +
		"écrivez à la personne qui vous invite.",
		"We’ve removed this address from our list. To receive our invitations again, write to the person who invited you."}
)

// The reports of sends.
var (
	Camp         = Text{"Campagnes", "Campaigns"}
	CampShort    = Text{"Campagnes", "Campaigns"}
	CampLead     = Text{"Invitations et rappels", "Invitations and reminders"}
	CampViews    = Text{"Sections des campagnes", "Campaign sections"}
	CampTable    = Text{"Campagnes", "Campaigns"}
	CampEvent    = Text{"Événement", "Event"}
	CampState    = Text{"État", "Status"}
	CampProgress = Text{"Progression", "Progress"}
	CampWhen     = Text{"Début", "Start"}
	CampNone     = Text{"Aucune campagne pour l’instant", "No campaigns yet"}
	CampNoneText = Text{"Choisissez un événement, préparez sa liste d’invités et envoyez l’invitation. Vous suivrez la campagne ici.",
		"Choose an event, build its audience and send the invitation. You can follow its progress here."}
	CampNew           = Text{"Nouvelle campagne", "New campaign"}
	CampNewAsk        = Text{"Pour quel événement?", "Which event is it for?"}
	CampNewNobody     = Text{"liste d’invités vide", "empty audience"}
	CampNewSent       = Text{"invitation déjà envoyée", "invitation already sent"}
	CampNoneDo        = Text{"Voir les événements", "View events"}
	CampOlder         = Text{"Plus anciennes", "Older"}
	CampNewest        = Text{"Les plus récentes", "Newest"}
	CampInvitation    = Text{"Invitation", "Invitation"}
	CampReminder      = Text{"Rappel", "Reminder"}
	CampTitle         = Text{"%s – %s", "%s – %s"}
	CampOwnTitle      = Text{"%s\u00a0: %s", "%s: %s"} // the event, and the kind of the campaign
	CampLine          = Text{"Lancée le %s", "Started on %s"}
	CampLineBy        = Text{"Lancée par %s le %s", "Started by %s on %s"}
	CampLinePlanned   = Text{"Planifiée le %s", "Scheduled on %s"}
	CampLinePlannedBy = Text{"Planifiée par %s le %s", "Scheduled by %s on %s"}
	CampPlan          = Text{"Début de la campagne", "Start of the campaign"}
	CampPlanThen      = Text{"Liste d’invités et texte tels qu’ils seront à ce moment-là", "Audience and text as they will be at that time"}
	CampPlanFrozen    = Text{"Liste d’invités et texte tels qu’ils étaient à la planification",
		"Audience and text as they were when it was scheduled"}
	CampPlanTest      = Text{"Essai de deux objets sur %s des invités, pendant %s", "Two subjects are tested on %s of the guests, for %s"}
	CampReschedule    = Text{"Changer l’heure", "Change time"}
	CampStartNow      = Text{"Envoyer maintenant", "Send now"}
	CampDidStart      = Text{"L’envoi est lancé.", "The campaign has started."}
	CampDidReschedule = Text{"La campagne est planifiée.", "The campaign is scheduled."}
	CampNotBegun      = Text{"Pas encore commencée", "Not started yet"}
	CampCancelPlanned = Text{"Aucun message ne sera envoyé.", "No messages will be sent."}
	CampLineSender    = Text{"expéditeur\u00a0: %s", "from %s"}
	CampLineFrom      = Text{"expéditeur\u00a0: %s, par %s", "from %s, via %s"}

	CampScheduled   = Text{"Planifiée", "Scheduled"}
	CampSending     = Text{"Envoi en cours", "Sending"}
	CampPaused      = Text{"Suspendue", "Paused"}
	CampQuiet       = Text{"Suspendue jusqu’à %s (heures calmes)", "Paused until %s (quiet hours)"}
	CampQuietText   = Text{"L’envoi reprendra de lui-même.", "Sending will resume on its own."}
	CampQuietStart  = Text{"%s (reportée à %s en raison des heures calmes)", "%s (quiet hours: starts at %s)"}
	CampInterrupted = Text{"Interrompue", "Interrupted"}
	CampCompleted   = Text{"Terminée", "Completed"}
	CampCancelled   = Text{"Annulée", "Cancelled"}

	CampDone       = Text{"%s sur %s", "%s of %s"}
	CampLive       = Text{"Progression de la campagne", "Campaign progress"}
	CampFunnelOpen = Text{"Ouvertures", "Opened"}
	CampFunnelGo   = Text{"Clics", "Clicked"}
	CampFunnelIn   = Text{"Ont répondu", "Replied"}
	CampChartIn    = Text{"Réponses", "Replied"} // what a chart shows, where there is little room
	CampDeclined   = Text{"Ne viendront pas", "Not coming"}
	CampScanners   = Count{Text{"%s message a été ouvert par un programme (antivirus, aperçu). Il n’est pas compté parmi les ouvertures.",
		"%s message was opened by a program (antivirus, preview). It isn’t counted as opened."},
		Text{"%s messages ont été ouverts par des programmes (antivirus, aperçus). Ils ne sont pas comptés parmi les ouvertures.",
			"%s messages were opened by programs (antivirus, previews). They aren’t counted as opened."}}
	CampUntracked = Text{"Cette campagne n’est pas suivie : on ne connaît ni les ouvertures ni les clics. Les inscriptions sont " +
		"comptées.",
		"This campaign isn’t tracked: opens and clicks aren’t recorded. Registrations are counted."}
	CampWhy     = Text{"Pourquoi?", "Why?"}
	CampUnknown = Text{"inconnu", "unknown"}

	CampTimeline    = Text{"Activité au fil du temps", "Activity over time"}
	CampTimelineOf  = Text{"Ce que le graphique montre", "What the chart shows"}
	CampTimelineAs  = Text{"Colonnes ou total", "Columns or total"}
	CampTimelineBy  = Text{"Nombre de personnes · une colonne par %s", "Number of people · one bar per %s"}
	CampTimelineNot = Text{"Rien pour l’instant. Le graphique apparaîtra quand les messages partiront.",
		"Nothing yet. The chart will appear as messages go out."}
	CampTimelineNone = Text{"Aucun message n’est parti.", "No messages went out."}
	CampSeconds      = Count{Text{"%s\u00a0seconde", "%s second"}, Text{"%s\u00a0secondes", "%s seconds"}}
	CampTimeCol      = Text{"Moment", "Time"}

	CampRecipients   = Text{"Destinataires", "Recipients"}
	CampRecipient    = Text{"Destinataire", "Recipient"}
	CampFilter       = Text{"Destinataires affichés", "Recipients shown"}
	CampSearch       = Text{"Nom, adresse ou numéro de client", "Name, address or customer number"}
	CampAll          = Text{"Tous", "All"}
	CampNoneFound    = Text{"Aucun résultat", "No results"}
	CampNoneFoundTxt = Text{"Essayez un autre état ou moins de mots.", "Try another status or fewer words."}
	CampClear        = Text{"Tout afficher", "Show everyone"}
	CampFirst        = Text{"Première page", "First page"}
	CampNext         = Text{"Page suivante", "Next page"}
	CampSentAt       = Text{"Envoyé", "Sent"}
	CampOpenedAt     = Text{"Ouvert", "Opened"}
	CampClickedAt    = Text{"Clic", "Clicked"}
	CampRepliedAt    = Text{"A répondu", "Replied"}
	CampScannedAt    = Text{"ouvert par un programme", "opened by a program"}
	CampAttempts     = Count{Text{"%s tentative", "%s attempt"}, Text{"%s tentatives", "%s attempts"}}

	CampCSV        = Text{"Télécharger (CSV)", "Download (CSV)"}
	CampPause      = Text{"Suspendre", "Pause"}
	CampResume     = Text{"Reprendre", "Resume"}
	CampDecide     = Text{"Vérifier", "Review"}
	CampCancel     = Text{"Annuler la campagne", "Cancel campaign"}
	CampCancelAsk  = Text{"Annuler cette campagne?", "Cancel this campaign?"}
	CampCancelText = Count{Text{"Le message ne sera pas envoyé à %s personne. Les messages déjà partis ne peuvent pas être annulés, et la campagne " +
		"ne pourra pas reprendre.",
		"%s person won’t receive anything. Messages already sent can’t be unsent, and the campaign can’t be resumed."},
		Text{"Le message ne sera pas envoyé à %s personnes. Les messages déjà partis ne peuvent pas être annulés, et la campagne ne pourra pas " +
			"reprendre.",
			"%s people won’t receive anything. Messages already sent can’t be unsent, and the campaign can’t be resumed."}}
	CampRemind    = Text{"Envoyer un rappel", "Send a reminder"}
	CampDidPause  = Text{"Campagne suspendue.", "Campaign paused."}
	CampDidResume = Text{"La campagne a repris.", "Campaign resumed."}
	CampDidCancel = Text{"Campagne annulée.", "Campaign cancelled."}
	CampNotNow    = Text{"L’état de la campagne a changé entre-temps : rien n’a été fait.",
		"The campaign’s status has changed: nothing was done."}
	CampNothing = Text{"Il ne reste rien à envoyer.", "There’s nothing left to send."}

	CampUnconfirmed = Count{Text{"%s message sans confirmation", "%s unconfirmed message"},
		Text{"%s messages sans confirmation", "%s unconfirmed messages"}}
	CampUnconfirmedText = Text{"Ils ont été transmis au serveur de courriel, mais une panne est survenue avant sa confirmation. Ils sont " +
		"peut-être arrivés. Ils ne seront pas envoyés de nouveau automatiquement. Une ouverture, une inscription ou le fournisseur peut les " +
		"confirmer. Sinon, marquez-les comme envoyés ou envoyez-les de nouveau.",
		"They were handed to the mail server, but something failed before it confirmed them. They may have arrived. They won’t be " +
			"resent automatically. An open, a registration or the email provider can confirm them. Otherwise, mark them as sent or resend them."}
	CampUnconfirmedOne = Text{"Il a été transmis au serveur de courriel, mais une panne est survenue avant sa confirmation. Il est peut-être " +
		"arrivé. Il ne sera pas envoyé de nouveau automatiquement. Une ouverture, une inscription ou le fournisseur peut le confirmer. Sinon, " +
		"marquez-le comme envoyé ou envoyez-le de nouveau.",
		"It was handed to the mail server, but something failed before it was confirmed. It may have arrived. It won’t be resent " +
			"automatically. An open, a registration or the email provider can confirm it. Otherwise, mark it as sent or resend it."}
	CampUnconfirmedSee = Text{"Les afficher", "View them"}
	CampMarkAll        = Text{"Tout marquer comme envoyé", "Mark all as sent"}
	CampAgainAll       = Text{"Tout envoyer de nouveau", "Resend all"}
	CampMark           = Text{"Marquer comme envoyé", "Mark as sent"}
	CampAgain          = Text{"Envoyer de nouveau", "Resend"}
	CampMarkOf         = Text{"Marquer comme envoyé – %s", "Mark as sent – %s"}
	CampAgainOf        = Text{"Envoyer de nouveau – %s", "Resend – %s"}
	CampMarked         = Text{"Marqué comme envoyé.", "Marked as sent."}
	CampAgainDone      = Text{"Le message sera envoyé de nouveau.", "The message will be sent again."}

	CampPieceSent = Text{"Envoyés", "Sent"}
	CampCountSent = Count{Text{"%s envoyé", "%s sent"}, Text{"%s envoyés", "%s sent"}}
	CampCountKept = Count{Text{"%s dans la boîte d’envoi", "%s in the outbox"}, Text{"%s dans la boîte d’envoi", "%s in the outbox"}}
	CampPieceKept = Text{"Dans la boîte d’envoi", "In the outbox"}
	CampKept      = Text{"Aucun canal d’envoi n’était configuré\u00a0: les messages sont dans la boîte d’envoi et personne ne les a reçus.",
		"No channel was set up: the messages are in the outbox, and no one has received them."}
	CampPieceFailed      = Text{"Échecs", "Failed"}
	CampPieceBounced     = Text{"Retournés", "Bounced"}
	CampPieceSpam        = Text{"Signalés comme pourriels", "Reported as spam"}
	CampPieceHere        = Text{"Remis jusqu’ici", "Delivered so far"}
	CampPieceExcluded    = Text{"Exclus", "Excluded"}
	CampPiecePending     = Text{"En attente", "Pending"}
	CampPieceUnsent      = Text{"Non envoyés", "Not sent"}
	CampPieceUnconfirmed = Text{"Sans confirmation", "Unconfirmed"}

	CampIsSent        = Text{"Envoyé", "Sent"}
	CampIsKept        = Text{"Dans la boîte d’envoi", "In the outbox"}
	CampIsFailed      = Text{"Échec", "Failed"}
	CampIsBounced     = Text{"Retourné", "Bounced"}
	CampIsSpam        = Text{"Signalé comme pourriel", "Reported as spam"}
	CampIsExcluded    = Text{"Exclu", "Excluded"}
	CampIsPending     = Text{"En attente", "Pending"}
	CampIsUnsent      = Text{"Non envoyé", "Not sent"}
	CampIsUnconfirmed = Text{"Sans confirmation", "Unconfirmed"}

	CampToday = Text{"Campagnes en cours", "Campaigns in progress"}
)

// CampReasons are the reasons why a campaign is stopped, with what to do, by code.
var CampReasons = map[string]Text{
	"staff": {"Quelqu’un l’a suspendue. Vous pouvez la reprendre quand vous voulez.",
		"Someone paused it. Resume it whenever you’re ready."},
	"sign_in_failed": {"Le serveur de courriel refuse le compte. Corrigez les identifiants dans Réglages, sous Courriel, vérifiez " +
		"la connexion du canal, puis reprenez.",
		"The mail server rejected the account. Correct the credentials in Settings, under Email, test the connection, then resume."},
	"many_failures": {"Trop de messages récents ont été refusés. Voyez pourquoi dans la liste, puis reprenez ou annulez la campagne.",
		"Too many recent messages were rejected. See why in the list, then resume or cancel."},
	"relay_down": {"Aucun message n’a pu être remis depuis un bon moment : le serveur de courriel ne répond pas. Vérifiez la connexion du canal, puis reprenez.",
		"Nothing has been delivered for a while: the mail server isn’t responding. Test the connection, then resume."},
	"not_saved": {"La base de données refuse d’enregistrer le résultat des envois : rien d’autre n’a été envoyé. Les détails sont dans " +
		"le journal du serveur. Réglez le problème, puis reprenez.",
		"The database won’t save the results of this campaign, so nothing more was sent. The server log has the details. Fix the " +
			"problem, then resume."},
	"look_broken": {"Le courriel ne peut plus être généré. Corrigez le modèle ou l’événement, puis reprenez.",
		"The email can no longer be generated. Fix the template or the event, then resume."},
	"channel_removed": {"Le canal n’est plus configuré\u00a0: le reste des messages n’a pas été envoyé. Configurez-le dans Réglages, sous Courriel, puis reprenez, ou annulez la campagne.",
		"The channel is no longer set up: the remaining messages haven’t been sent. Set it up in Settings, under Email, then resume. Or cancel the campaign."},
	"sender_removed": {"L’expéditeur n’est plus autorisé\u00a0: le reste des messages n’a pas été envoyé. Ajoutez-le aux expéditeurs autorisés dans les réglages, puis reprenez, ou annulez la campagne.",
		"The sender is no longer allowed: the remaining messages haven’t been sent. Add it to the allowed senders in the settings, then resume. Or cancel the campaign."},
	"stopped": {"Le serveur s’est arrêté pendant l’envoi. Rien n’est perdu : vous pouvez reprendre.",
		"The server stopped during the campaign. Nothing is lost: you can resume."},
	"restored": {"La base de données a été restaurée à partir d’une sauvegarde. Des invités affichés ici en attente ont peut-être " +
		"reçu leur message après cette sauvegarde : reprendre la campagne leur en enverrait un deuxième. Vérifiez auprès du serveur " +
		"de courriel avant de reprendre.",
		"The database was restored from a backup. Some guests shown here as pending may have received their message after that " +
			"backup: resuming would send them a second one. Check with the mail server before you resume."},
	"missed": {"L’heure prévue est passée depuis plus d’une heure : Presence était arrêté, ou une autre campagne de cet événement " +
		"n’était pas terminée. Envoyez-la maintenant, choisissez une autre heure ou annulez-la.",
		"The start time passed more than an hour ago: Presence was stopped, or another campaign for this event hadn’t finished. Send it " +
			"now, choose another time or cancel it."},
	"channel_added": {"Quand cette campagne a été planifiée, aucun canal n’était configuré, et ses messages devaient rester dans la boîte " +
		"de sortie. Le canal est maintenant configuré\u00a0: les invités les recevraient. Envoyez-la maintenant, choisissez une autre heure ou " +
		"annulez-la.",
		"When this campaign was scheduled, no channel was set up, and its messages were to stay in the outbox. The channel is set up now: " +
			"guests would receive them. Send it now, choose another time or cancel it."},
	"event_hidden": {"Les invités ne voient pas l’événement : c’est un brouillon, ou il a été supprimé. Publiez-le, ou annulez " +
		"la campagne.",
		"Guests can’t see the event: it’s a draft, or it was deleted. If it’s a draft, publish it. Otherwise, cancel the campaign."},
	"event_started": {"L’événement a déjà commencé. Envoyez quand même le reste, ou annulez la campagne.",
		"The event has already started. Send the rest anyway, or cancel the campaign."},
	"event_moved": {"L’heure ou le lieu de l’événement a changé depuis la planification, et le message indiquerait encore l’ancienne information. Annulez la " +
		"campagne et planifiez-en une autre.",
		"The time or place of the event changed after this campaign was scheduled, and the message would give the old one. Cancel the " +
			"campaign and schedule another one."},
	"channel_missing": {"Le canal n’est plus configuré. Configurez-le, puis envoyez la campagne ou choisissez une autre heure.",
		"The channel is no longer set up. Set it up, then send the campaign or choose another time."},
	"sender_missing": {"L’expéditeur n’est plus autorisé. Ajoutez-le dans les réglages, puis envoyez la campagne ou " +
		"choisissez une autre heure.",
		"The sender is no longer allowed. Add it in the settings, then send the campaign or choose another time."},
	"postal_missing": {"L’adresse postale de l’expéditeur manque. Entrez-la dans les réglages, puis envoyez la campagne ou " +
		"choisissez une autre heure.",
		"The sender’s mailing address is missing. Enter it in the settings, then send the campaign or choose another time."},
	"audience_empty": {"La liste d’invités est vide. Ajoutez des invités, puis envoyez la campagne ou choisissez une autre heure.",
		"The audience is empty. Add guests, then send the campaign or choose another time."},
	"unconfirmed": {"Il ne reste que des messages sans confirmation. Décidez ci-dessous quoi en faire.",
		"Only unconfirmed messages are left. Decide below what to do with them."},
}

// CampOut are the reasons why a recipient got no message, by code.
var CampOut = map[string]Text{
	"unsubscribed": {"Désabonnement", "Unsubscribed"},
	"bounced":      {"Adresse introuvable", "Bounced"},
	"complained":   {"Signalé comme pourriel", "Reported as spam"},
	"registered":   {"Réponse reçue entre-temps", "Replied in the meantime"},
	"unregistered": {"N’a plus d’inscription", "No longer registered"},
	"resiliated":   {"Compte résilié", "Account cancelled"},
	"duplicate":    {"En double", "Duplicate"},
	"no_reminders": {"Ne veut pas de rappels", "Doesn’t want reminders"},

	"the answer never came": {"Aucune réponse du serveur de courriel", "No response from the mail server"},
	"the sender ended before the answer came": {"Le serveur s’est arrêté avant la confirmation",
		"The server stopped before the confirmation"},
}

// The outbox.
var (
	Outbox     = Text{"Boîte d’envoi", "Outbox"}
	OutboxLead = Text{"Les messages qui n’ont pas été envoyés, faute de canal configuré. Ils restent ici 30\u00a0jours.",
		"Messages that weren’t sent because no channel is set up. They stay here for 30 days."}
	OutboxNone    = Text{"La boîte d’envoi est vide", "The outbox is empty"}
	OutboxNoneTxt = Text{"Tant qu’aucun canal d’envoi n’est configuré, les messages restent ici au lieu d’être envoyés.",
		"Until a channel is set up, messages are stored here instead of being sent."}
	OutboxTo      = Text{"À", "To"}
	OutboxFrom    = Text{"De", "From"}
	OutboxSubject = Text{"Objet", "Subject"}
	OutboxDate    = Text{"Date", "Date"}
	OutboxSize    = Text{"Taille", "Size"}
	OutboxTable   = Text{"Messages conservés", "Stored messages"}
	OutboxHTML    = Text{"Message", "Message"}
	OutboxFrame   = Text{"Le message tel qu’il s’affiche dans un logiciel de courriel", "The message as it appears in an email program"}
	OutboxText    = Text{"Version texte", "Text version"}
	OutboxFiles   = Text{"Pièces jointes", "Attachments"}
	OutboxEML     = Text{"Fichier .eml", ".eml file"}
	OutboxNoSubj  = Text{"(sans objet)", "(no subject)"}
	OutboxStop    = Text{"Se désabonner", "Unsubscribe"}
)

// Channels and suppressed addresses, in the settings.
var (
	ChanTab      = Text{"Courriel", "Email"}
	ChanBulk     = Text{"Envoi groupé", "Bulk email"}
	ChanBulkText = Text{"Les invitations et les rappels partent d’une adresse de l’entreprise, avec suivi des ouvertures et des clics.",
		"Invitations and reminders are sent from a company address, with open and click tracking."}
	ChanMailbox     = Text{"Boîte courriel", "Personal mailbox"}
	ChanMailboxText = Text{"Les messages partent de la boîte courriel de l’expéditeur, comme s’il les écrivait lui-même, sans suivi.",
		"Messages are sent from the sender’s own mailbox, as if they had written them, without tracking."}
	ChanNone     = Text{"Non configuré", "Not set up"}
	ChanNoneText = Text{"Les messages restent dans la boîte d’envoi, où vous pouvez les lire.",
		"Messages stay in the outbox, where you can read them."}
	ChanFirst     = Text{"À configurer d’abord", "Set this up first"}
	ChanFirstText = Text{"En attendant, les messages restent dans la boîte d’envoi, où vous pouvez les lire.",
		"Until then, messages stay in the outbox, where you can read them."}
	ChanOptional     = Text{"Facultatif", "Optional"}
	ChanOptionalText = Text{"Seulement si des invitations doivent partir de la boîte d’une personne. Sinon, l’envoi groupé suffit.",
		"Only if some invitations should come from a person’s own mailbox. Otherwise, bulk email is all you need."}
	ChanChange = Text{"Modifier", "Change"}
	ChanSet    = Text{"Configuré", "Set up"}
	ChanTest   = Text{"Vérifier la connexion", "Test the connection"}
	ChanTestOf = Text{"Vérifier la connexion – %s", "Test the connection – %s"}
	ChanWorks  = Text{"La connexion fonctionne (%s\u00a0ms). Aucun message n’a été envoyé.",
		"The connection works (%s ms). No message was sent."}
	ChanSignIn       = Text{"Le compte est refusé : %s", "The account was rejected: %s"}
	ChanDown         = Text{"Le serveur de courriel n’a pas répondu comme prévu\u00a0: %s", "The mail server didn’t respond as expected: %s"}
	ChanSenders      = Text{"Expéditeurs autorisés", "Allowed senders"}
	ChanSendersNone  = Text{"Aucun", "None"}
	ChanPostal       = Text{"Adresse postale au bas des messages", "Mailing address in the message footer"}
	ChanPostalNone   = Text{"Aucune", "None"}
	ChanQuiet        = Text{"Heures calmes", "Quiet hours"}
	ChanQuietNone    = Text{"Aucune", "None"}
	ChanRate         = Text{"Débit", "Sending rate"}
	ChanRateNone     = Text{"Sans limite", "No limit"}
	ChanRateIs       = Text{"Au plus %s par seconde, pour chaque expéditeur", "Up to %s per second, per sender"}
	ChanConnections  = Text{"Connexions simultanées", "Simultaneous connections"}
	ChanAutoResume   = Text{"Reprise après un redémarrage", "Resume after a restart"}
	ChanAuto         = Text{"Automatique", "Automatic"}
	ChanByHand       = Text{"Manuelle", "Manual"}
	ChanReadAt       = Text{"Dernière lecture : %s", "Last read: %s"}
	ChanRead         = Count{Text{"%s message lu", "%s message read"}, Text{"%s messages lus", "%s messages read"}}
	ChanNotReadYet   = Text{"Pas encore lus", "Not read yet"}
	ChanReadFailed   = Text{"Échec de la lecture : %s", "The mailbox couldn’t be read: %s"}
	ChanFacts        = Text{"Réglages d’envoi", "Sending settings"}
	ChanWho          = Text{"Une personne qui administre Presence peut les modifier.", "A Presence administrator can change these."}
	ChanTracking     = Text{"Suivi individuel", "Individual tracking"}
	ChanTrackingSet  = Text{"Activé", "On"}
	ChanTrackingNone = Text{"Désactivé", "Off"}
	ChanTrackingText = Text{"Si le suivi est activé, les rapports indiquent qui a ouvert et qui a cliqué. S’il est désactivé, les " +
		"nouveaux messages n’ont ni image ni lien de suivi, et les anciens ne transmettent plus rien. Les inscriptions sont toujours " +
		"connues.",
		"When on, reports show who opened and who clicked. When off, new messages have no tracking image or link, and older ones " +
			"stop reporting. Registrations are always recorded."}
	ChanTrackingOn = Text{"Les ouvertures et les clics de chaque personne sont enregistrés.",
		"Each person’s opens and clicks are recorded."}
	ChanTrackingOff = Text{"Les ouvertures et les clics ne sont pas enregistrés.", "Opens and clicks aren’t recorded."}
	ChanTurnOff     = Text{"Désactiver le suivi", "Turn off tracking"}
	ChanTurnOn      = Text{"Activer le suivi", "Turn on tracking"}
	ChanTurnedOff   = Text{"Le suivi est désactivé.", "Tracking is off."}
	ChanTurnedOn    = Text{"Le suivi est activé.", "Tracking is on."}

	SuppTab  = Text{"Exclusions", "Exclusions"}
	SuppLead = Text{"Ces adresses ne reçoivent plus rien, peu importe la liste",
		"These addresses won’t receive anything, whichever audience they’re in"}
	SuppCount   = Count{Text{"%s adresse", "%s address"}, Text{"%s adresses", "%s addresses"}}
	SuppAdd     = Text{"Ajouter une adresse", "Add an address"}
	SuppEmail   = Text{"Courriel", "Email"}
	SuppAddDo   = Text{"Exclure l’adresse", "Exclude address"}
	SuppAdded   = Text{"Adresse exclue : %s.", "Address excluded: %s."}
	SuppReason  = Text{"Raison", "Reason"}
	SuppSince   = Text{"Depuis", "Since"}
	SuppFrom    = Text{"Provenance", "Source"}
	SuppByStaff = Text{"Ajoutée par le personnel", "Added by staff"}
	SuppRemove  = Text{"Retirer", "Stop excluding"}
	SuppRemOf   = Text{"Retirer %s de la liste", "Stop excluding %s"}
	SuppRemoved = Text{"%s peut de nouveau recevoir des courriels.", "%s can receive email again."}
	SuppAsk     = Count{Text{"%s adresse à vérifier", "%s address needs review"}, Text{"%s adresses à vérifier", "%s addresses need review"}}
	SuppAskText = Text{"Au moins trois messages de suite ont été retournés, pour une raison peut-être passagère.",
		"At least three messages in a row bounced, for a reason that may be temporary."}
	SuppAskMore = Text{"Seules les %s premières sont affichées.", "Only the first %s are shown."}
	SuppInARow  = Count{Text{"%s retour de suite", "%s bounce in a row"}, Text{"%s retours de suite", "%s bounces in a row"}}
	SuppLast    = Text{"Dernier retour", "Last bounce"}
	SuppKeep    = Text{"Conserver", "Keep sending"}
	SuppKeepOf  = Text{"Conserver %s", "Keep sending to %s"}
	SuppDrop    = Text{"Exclure", "Exclude"}
	SuppDropOf  = Text{"Exclure %s", "Exclude %s"}
	SuppKept    = Text{"%s continuera de recevoir des courriels.", "%s will keep receiving email."}
	SuppServer  = Text{"Réponse du serveur : %s", "Server response: %s"}
	SuppSearch  = Text{"Rechercher une adresse", "Find an address"}
	SuppNone    = Text{"Aucune adresse exclue", "No excluded addresses"}
	SuppNoneTxt = Text{"Les personnes qui se désabonnent et les adresses introuvables s’ajoutent automatiquement.",
		"People who unsubscribe and addresses that bounce are added automatically."}
)

// BounceCauses are the causes of bounces, by code.
var BounceCauses = map[string]Text{
	"no_such_address": {"L’adresse n’existe pas", "The address doesn’t exist"},
	"no_such_domain":  {"Le domaine de l’adresse n’existe pas", "The domain of the address doesn’t exist"},
	"disabled":        {"La boîte courriel est désactivée", "The mailbox is disabled"},
	"mailbox_full":    {"La boîte courriel est pleine", "The mailbox is full"},
	"too_large":       {"Le message est trop volumineux", "The message is too large"},
	"policy":          {"Le serveur du destinataire refuse ce message", "The recipient’s server rejected the message"},
	"unreachable": {"Le serveur du destinataire n’a pas accepté le message à temps",
		"The recipient’s server didn’t accept the message in time"},
	"other": {"Le message n’a pas pu être remis", "The message couldn’t be delivered"},
}

// SuppReasons are the reasons why an address is suppressed, by code.
var SuppReasons = map[string]Text{
	"unsubscribed": {"Désabonnement", "Unsubscribed"},
	"bounced":      {"Adresse introuvable", "Bounced"},
	"complained":   {"Signalé comme pourriel", "Reported as spam"},
}

// Sizes of messages and files, by powers of 1000.
var (
	SizeBytes = Text{"%s\u00a0o", "%s\u00a0B"}
	SizeKB    = Text{"%s\u00a0ko", "%s\u00a0KB"}
	SizeMB    = Text{"%s\u00a0Mo", "%s\u00a0MB"}
	SizeGB    = Text{"%s\u00a0Go", "%s\u00a0GB"}
)

// Bytes formats a size: 812 o, 42 ko, 3,4 Mo.
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

// The report's figures, filters and chart.
var (
	CampOfRecipients = Count{Text{"sur %s destinataire", "of %s recipient"}, Text{"sur %s destinataires", "of %s recipients"}}
	CampSubjects     = Text{"Essai de deux objets", "Test of two subjects"}
	CampSubject      = Text{"Objet %s", "Subject %s"}
	CampSubjectOwn   = Text{"Celui de l’invitation", "The invitation’s subject"}
	CampSubjectGot   = Text{"Clics : %s sur %s", "%s of %s clicked"}
	CampSubjectWait  = Text{"Les messages restants (%s) partiront le %s, avec l’objet qui aura obtenu le plus de clics.",
		"The remaining messages (%s) go out on %s with the subject that gets more clicks."}
	CampSubjectIs   = Text{"L’objet %s a été choisi pour le reste (%s).", "Subject %s was chosen for the rest (%s)."}
	CampSubjectNone = Text{"L’essai n’a pas pu avoir lieu : tout le monde reçoit l’objet A.",
		"The test couldn’t take place: everyone gets subject A."}
	CampSubjectDo  = Text{"Envoyer le reste maintenant avec l’objet %s", "Send the rest now with subject %s"}
	CampDidSubject = Text{"L’objet est choisi : le reste part maintenant.", "The subject is chosen: the rest is going out now."}
	CampSentOn     = Text{"Envoyée le", "Sent on"} // before a day and a time, as the next two
	CampBegan      = Text{"Lancée le", "Started on"}
	CampBegins     = Text{"Débute le", "Starts on"}
	CampByInterval = Text{"Par période", "By period"}
	CampStages     = Text{"Où en sont les destinataires", "Where recipients stand"}
	CampNotIn      = Count{Text{"%s personne n’a pas encore répondu", "%s person hasn’t replied yet"},
		Text{"%s personnes n’ont pas encore répondu", "%s people haven’t replied yet"}}
	CampReplied = Count{Text{"%s a répondu", "%s replied"}, Text{"%s ont répondu", "%s replied"}}

	CampStageNotOpened  = Text{"Sans ouverture ni réponse", "Didn’t open or reply"}
	CampStageNotClicked = Text{"Ouverture, sans clic ni réponse", "Opened, didn’t click or reply"}
	CampRepliedUnopened = Count{Text{"+ %s a répondu sans ouverture enregistrée", "+ %s replied without a recorded open"},
		Text{"+ %s ont répondu sans ouverture enregistrée", "+ %s replied without a recorded open"}}
	CampRepliedUnclicked = Count{Text{"+ %s a répondu sans clic enregistré", "+ %s replied without a recorded click"},
		Text{"+ %s ont répondu sans clic enregistré", "+ %s replied without a recorded click"}}
	CampStageNotIn         = Text{"Clic sans réponse", "Clicked, didn’t reply"}
	CampStageNotRegistered = Text{"Sans réponse", "Didn’t reply"}
	CampStageFailed        = Text{"Échecs", "Failed"}
	CampHandedOver         = Count{Text{"%s message envoyé", "%s message sent"}, Text{"%s messages envoyés", "%s messages sent"}}
	CampFurthest           = Text{"Étape atteinte", "Furthest step"}
	CampInAll              = Text{"Total cumulé", "Running total"}
	CampClosedMark         = Text{"Date limite de réponse", "RSVP deadline"}
)

// The list of campaigns, and the outbox.
var (
	CampUnsent = Count{Text{"%s invitation à préparer", "%s invitation to prepare"},
		Text{"%s invitations à préparer", "%s invitations to prepare"}}
	CampUnsentDo   = Text{"Préparer l’envoi", "Prepare the invitation"}
	CampUnsentNote = Count{Text{"%s adresse dans la liste d’invités · rien d’envoyé", "%s address in the audience · nothing sent yet"},
		Text{"%s adresses dans la liste d’invités · rien d’envoyé", "%s addresses in the audience · nothing sent yet"}}
	OutboxGroupTest = Text{"Essais et autres messages", "Tests and other messages"}
)

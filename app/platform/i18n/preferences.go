package i18n

// Texts of what people are notified of by e-mail: the page where they choose, the messages, and the page that stops them.
var (
	PrefTab   = Text{"Notifications", "Notifications"}
	PrefTitle = Text{"Mes préférences de notification", "My notification preferences"}
	PrefIntro = Text{"Tout s’affiche aussi dans Presence, sous Notifications. Ce que vous avez déjà lu n’est pas envoyé par courriel.",
		"Everything also appears in Presence, under Notifications. What you’ve already read isn’t sent by email."}
	PrefAddress = Text{"Les courriels sont envoyés à %s.", "Emails are sent to %s."}
	PrefMorning = Text{"Le résumé du matin regroupe ce que vous n’avez pas lu. Il est envoyé à 7\u00a0h\u00a030 les jours ouvrables.",
		"The morning summary lists what you haven’t read. It’s sent at 7:30 a.m. on business days."}
	PrefNoMail = Text{"Aucun serveur de courriel n’est configuré pour l’instant : rien n’est envoyé.",
		"No mail server is set up yet, so nothing is sent."}
	PrefNow    = Text{"Immédiatement", "Right away"}
	PrefDigest = Text{"Le matin", "In the morning"}
	PrefNever  = Text{"Jamais", "Never"}
	PrefAlways = Text{"Toujours, immédiatement", "Always, right away"}
	PrefSave   = Text{"Enregistrer", "Save"}
	PrefSaved  = Text{"Préférences enregistrées.", "Preferences saved."}

	PushTitle = Text{"Mes appareils", "My devices"}
	PushIntro = Text{"Un téléphone ou un ordinateur peut afficher vos notifications même quand Presence est fermé. Elles sont chiffrées pour l’appareil\u00a0: le service de notification du navigateur ne peut pas les lire.",
		"A phone or a computer can show your notifications even while Presence is closed. They’re encrypted for the device: the browser’s push service can’t read them."}
	PushAdd      = Text{"Recevoir les notifications sur cet appareil", "Receive notifications on this device"}
	PushHere     = Text{"Cet appareil reçoit vos notifications.", "This device receives your notifications."}
	PushChoice   = Text{"Sur mes appareils", "On my devices"}
	PushRemove   = Text{"Retirer", "Remove"}
	PushRemoveOf = Text{"Retirer %s", "Remove %s"}
	PushAdded    = Text{"Cet appareil recevra vos notifications.", "This device will receive your notifications."}
	PushRemoved  = Text{"Appareil retiré.", "Device removed."}
	PushSince    = Text{"Depuis le %s · dernière notification\u00a0: %s", "Since %s · last notification: %s"}
	PushNone     = Text{"aucune", "none"}
	PushNoScript = Text{"Pour recevoir des notifications sur cet appareil, activez JavaScript.", "To receive notifications on this device, turn on JavaScript."}
	PushDenied   = Text{"Ce navigateur bloque les notifications de Presence. Autorisez-les dans les paramètres du site, puis recommencez.",
		"This browser blocks notifications from Presence. Allow them in the site’s settings, then try again."}
	PushMissing = Text{"Ce navigateur ne peut pas afficher de notifications.", "This browser can’t show notifications."}
	PushInstall = Text{"Sur un iPhone ou un iPad, ajoutez d’abord Presence à l’écran d’accueil, puis ouvrez Presence à partir de cet écran.",
		"On an iPhone or iPad, first add Presence to the Home Screen, then open it from there."}
	PushFailed = Text{"Le service de notification du navigateur ne répond pas. Réessayez plus tard.", "The browser’s push service is unavailable. Try again later."}
	PushOff    = Text{"Les notifications sur les appareils ont été désactivées par une personne qui administre Presence.",
		"A Presence administrator has turned off notifications on devices."}

	PrefOwn     = Text{"Mes heures, dépenses et congés", "My time, expenses and leave"}
	PrefTeam    = Text{"Mon équipe", "My team"}
	PrefEvents  = Text{"Événements", "Events"}
	PrefAccount = Text{"Mon compte", "My account"}

	PrefSheetChanges   = Text{"Feuille de temps renvoyée ou modifiée", "Timesheet sent back or changed"}
	PrefExpenses       = Text{"Décisions sur mes dépenses", "Decisions on my expenses"}
	PrefLeave          = Text{"Décisions sur mes congés", "Decisions on my leave"}
	PrefApproved       = Text{"Heures approuvées", "Hours approved"}
	PrefReminders      = Text{"Rappels pour soumettre ma feuille de temps", "Reminders to submit my timesheet"}
	PrefSubmitted      = Text{"Feuilles de temps soumises", "Timesheets submitted"}
	PrefRequests       = Text{"Demandes de congé", "Leave requests"}
	PrefOverdue        = Text{"Approbations en retard dans mon équipe", "Overdue approvals by supervisors who report to me"}
	PrefWaiting        = Text{"Rappels d’approbations en attente", "Reminders about pending approvals"}
	PrefRSVPs          = Text{"Réponses aux invitations", "Responses to invitations"}
	PrefOwnCampaigns   = Text{"Fin ou arrêt de mes campagnes", "My campaigns finished or stopped"}
	PrefOtherCampaigns = Text{"Fin ou arrêt des autres campagnes", "Other campaigns finished or stopped"}
	PrefProgress       = Text{"Progression des campagnes", "Campaign progress"}
	PrefBounces        = Text{"Messages qui reviennent sans cesse", "Addresses that keep bouncing"}
	PrefWebhooks       = Text{"Webhooks en échec", "Failing webhooks"}
	PrefSecurity       = Text{"Sécurité de mon compte", "Account security"}

	PrefSheetChangesSubject = Text{"Votre feuille de temps a été renvoyée ou modifiée", "Your timesheet was sent back or changed"}
	PrefExpensesSubject     = Text{"Une décision sur vos dépenses", "A decision on your expenses"}
	PrefLeaveSubject        = Text{"Du nouveau au sujet de votre congé", "An update on your leave"}
	PrefApprovedSubject     = Text{"Vos heures sont approuvées", "Your hours are approved"}
	PrefRemindersSubject    = Text{"N’oubliez pas de soumettre votre feuille de temps", "Remember to submit your timesheet"}
	PrefSubmittedSubject    = Text{"Feuilles de temps soumises par votre équipe", "Timesheets submitted by your team"}
	PrefRequestsSubject     = Text{"Demandes de congé de votre équipe", "Leave requests from your team"}
	PrefOverdueSubject      = Text{"Des approbations sont en retard", "Approvals are overdue"}
	PrefWaitingSubject      = Text{"Des feuilles de temps attendent votre approbation", "Timesheets are awaiting your approval"}
	PrefRSVPsSubject        = Text{"Nouvelles réponses à une invitation", "New responses to an invitation"}
	PrefCampaignSubject     = Text{"Du nouveau au sujet d’une campagne", "An update on a campaign"}
	PrefProgressSubject     = Text{"Progression d’une campagne", "Campaign progress"}
	PrefBouncesSubject      = Text{"Des messages reviennent sans cesse", "Some addresses keep bouncing"}
	PrefWebhooksSubject     = Text{"Un webhook de Presence est en échec", "A Presence webhook is failing"}
	PrefSecuritySubject     = Text{"Changement touchant la sécurité de votre compte Presence", "Security change to your Presence account"}

	PrefOpenSheet     = Text{"Ouvrir la feuille de temps", "Open timesheet"}
	PrefOpenTime      = Text{"Ouvrir Mes heures", "Open My time"}
	PrefOpenLeave     = Text{"Ouvrir mes congés", "Open my leave"}
	PrefOpenRequest   = Text{"Voir la demande", "View request"}
	PrefOpenApprovals = Text{"Voir les approbations", "View approvals"}
	PrefOpenRSVPs     = Text{"Voir les inscriptions", "View registrations"}
	PrefOpenCampaign  = Text{"Voir la campagne", "View campaign"}
	PrefOpenBounces   = Text{"Voir les adresses", "View addresses"}
	PrefOpenWebhook   = Text{"Voir le webhook", "View webhook"}
	PrefOpenSecurity  = Text{"Vérifier mon compte", "Check my account"}
	PrefOpenAll       = Text{"Ouvrir mes notifications", "Open my notifications"}

	PrefDigestTitle   = Text{"Résumé du matin", "Morning summary"}
	PrefDigestSubject = Count{Text{"Résumé du matin : %s notification non lue", "Morning summary: %s unread notification"},
		Text{"Résumé du matin : %s notifications non lues", "Morning summary: %s unread notifications"}}
	PrefDigestText = Text{"Voici ce que vous n’avez pas encore lu dans Presence.", "Here’s what you haven’t read yet in Presence."}
	PrefMore       = Count{Text{"et %s autre", "and %s more"}, Text{"et %s autres", "and %s more"}}
	PrefStopTopic  = Text{"Ne plus recevoir ces courriels (%s)", "Stop these emails (%s)"}
	PrefStopDigest = Text{"Ne plus recevoir le résumé du matin", "Stop the morning summary"}

	PrefStopTitle = Text{"Arrêter ces courriels", "Stop these emails"}
	PrefStopText  = Text{"Ne plus recevoir de courriels au sujet de «\u00a0%s\u00a0»? Les notifications resteront affichées dans Presence.",
		"Stop emails about “%s”? Notifications will still appear in Presence."}
	PrefStopDo   = Text{"Arrêter ces courriels", "Stop these emails"}
	PrefStopped  = Text{"C’est fait", "Done"}
	PrefStopDone = Text{"Vous ne recevrez plus de courriels au sujet de « %s ». Si vous changez d’idée, vous pourrez les réactiver dans votre compte.",
		"You’ll no longer get emails about “%s”. If you change your mind, you can turn them back on in your account."}
	PrefStopChoose = Text{"Choisir ce que je reçois", "Choose what I get"}
)

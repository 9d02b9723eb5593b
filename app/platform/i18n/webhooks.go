package i18n

// Texts of webhooks.
var (
	NoteWebhookFailed   = Text{"Un envoi du webhook vers %s a échoué", "A webhook delivery to %s has failed"}
	NoteWebhookGone     = Text{"Le webhook vers %s est désactivé : son adresse n’existe plus", "The webhook to %s is disabled: its address no longer exists"}
	NoteWebhookDisabled = Text{"Le webhook vers %s est désactivé : il est en échec depuis cinq jours", "The webhook to %s is disabled: it has been failing for five days"}

	WebhooksTab   = Text{"Webhooks", "Webhooks"}
	WebhooksTitle = Text{"Webhooks", "Webhooks"}
	WebhooksIntro = Text{"Presence signale les changements à d’autres systèmes dès qu’ils se produisent, en envoyant une requête signée à leur adresse.",
		"Presence tells other systems about changes as soon as they happen, by sending a signed request to their address."}
	WebhooksNone     = Text{"Aucun webhook", "No webhooks"}
	WebhookDocs      = Text{"Consulter la documentation de l’API sur les webhooks", "Read about webhooks in the API documentation"}
	WebhookAdd       = Text{"Ajouter un webhook", "Add webhook"}
	WebhookNew       = Text{"Nouveau webhook", "New webhook"}
	WebhookURL       = Text{"Adresse", "Address"}
	WebhookURLHint   = Text{"Fournie par l’autre système, par exemple https://exemple.org/presence", "Provided by the other system, for example https://example.org/presence"}
	WebhookName      = Text{"Description", "Description"}
	WebhookNameHint  = Text{"Pour vous y retrouver, par exemple « Cuisine du traiteur »", "To help you recognize it, for example “Caterer’s kitchen”"}
	WebhookKinds     = Text{"Changements à signaler", "Changes to report"}
	WebhookKindCount = Count{Text{"%s type", "%s type"}, Text{"%s types", "%s types"}}
	WebhookOn        = Text{"Actif", "Active"}
	WebhookOnHint    = Text{"Si vous le désactivez, les envois en file d’attente sont annulés.", "If you turn it off, queued deliveries are cancelled."}
	WebhookSettings  = Text{"Réglages du webhook", "Webhook settings"}

	WebhookState        = Text{"État", "Status"}
	WebhookOffText      = Text{"Rien n’est envoyé à cette adresse.", "Nothing is sent to this address."}
	WebhookActive       = Text{"Actif", "Active"}
	WebhookOff          = Text{"Désactivé", "Disabled"}
	WebhookFails        = Text{"En échec", "Failing"}
	WebhookFailingSince = Text{"Toutes les tentatives échouent depuis le %s. Presence continue de réessayer et désactivera le webhook après cinq jours.",
		"Every attempt has failed since %s. Presence keeps trying, and will disable the webhook after five days."}
	WebhookGoneText = Text{"L’autre système indique que cette adresse n’existe plus (410). Corrigez l’adresse, puis réactivez le webhook.",
		"The other system says that this address no longer exists (410). Correct the address, then turn the webhook back on."}
	WebhookFailedText = Text{"Toutes les tentatives ont échoué pendant cinq jours. Réglez le problème, réactivez le webhook, puis envoyez de nouveau ce qui manque.",
		"Every attempt failed for five days. Fix the problem, turn the webhook back on, then resend what’s missing."}

	WebhookSecret     = Text{"Secret de signature", "Signing secret"}
	WebhookSecretNote = Text{"Ce secret permet à l’autre système de vérifier que les requêtes viennent de Presence. Si vous le remplacez, les requêtes restent aussi signées avec l’ancien pendant 24\u00a0heures.",
		"The other system uses this secret to verify that requests come from Presence. If you replace it, requests are also signed with the old one for 24 hours."}
	WebhookOverlap    = Text{"Les requêtes sont aussi signées avec l’ancien secret jusqu’au %s.", "Requests are also signed with the old secret until %s."}
	WebhookEndOld     = Text{"Mettre fin à l’ancien secret maintenant", "Stop using the old secret now"}
	WebhookEndOldHint = Text{"Le secret actuel servira encore pendant 24\u00a0heures. Un système qui n’a que l’ancien ne pourra plus vérifier les requêtes.",
		"The current secret stays in use for 24 hours. A system that only has the old one can no longer verify requests."}
	WebhookOldSigns = Text{"Le secret n’a pas été remplacé\u00a0: l’ancien est encore utilisé jusqu’au %s. Attendez jusque-là, ou mettez-y fin maintenant.",
		"The secret wasn’t replaced: the old one is still in use until %s. Wait until then, or end it now."}
	WebhookRotate     = Text{"Remplacer le secret", "Replace secret"}
	WebhookSecretMade = Text{"Copiez le secret maintenant", "Copy the secret now"}
	WebhookSecretOnce = Text{"Il ne sera plus affiché. Entrez-le dans l’autre système.", "It won’t be shown again. Enter it in the other system."}
	WebhookSecretCopy = Text{"Copier le secret", "Copy secret"}

	WebhookTest       = Text{"Envoyer un essai", "Send test"}
	WebhookResult     = Text{"Afficher le résultat", "Show the result"}
	WebhookTested     = Text{"Essai en cours d’envoi. Le résultat s’affichera sous « Envois ».", "Test on its way. The result will appear under Deliveries."}
	WebhookSaved      = Text{"Webhook enregistré.", "Webhook saved."}
	WebhookDelete     = Text{"Supprimer le webhook", "Delete webhook"}
	WebhookAsk        = Text{"Supprimer ce webhook?", "Delete this webhook?"}
	WebhookDeleteNote = Text{"Le webhook, son secret et ses envois sont supprimés. Les envois en file d’attente ne partiront pas.",
		"The webhook, its secret and its deliveries are deleted. Queued deliveries won’t be sent."}
	WebhookDeleted = Text{"Webhook supprimé.", "Webhook deleted."}

	WebhookLog      = Text{"Envois", "Deliveries"}
	WebhookLogNote  = Text{"Ce qui a été envoyé au cours des 30\u00a0derniers jours, du plus récent au plus ancien", "What was sent in the last 30 days, newest first"}
	WebhookLogNone  = Text{"Rien n’a encore été envoyé", "Nothing has been sent yet"}
	WebhookOlder    = Text{"Plus anciens", "Older"}
	WebhookPayload  = Text{"Contenu", "Content"}
	WebhookReplay   = Text{"Envoyer de nouveau", "Resend"}
	WebhookReplayOf = Text{"Envoyer de nouveau\u00a0: %s, %s", "Resend: %s, %s"}
	WebhookReplayed = Text{"Envoi remis en file d’attente.", "Delivery queued again."}
	WebhookAttempts = Count{Text{"%s tentative", "%s attempt"}, Text{"%s tentatives", "%s attempts"}}
	WebhookAnswered = Text{"réponse %s", "response %s"}
	WebhookNext     = Text{"prochaine tentative le %s", "next attempt %s"}

	WebhookQueued    = Text{"En file d’attente", "Queued"}
	WebhookDelivered = Text{"Livré", "Delivered"}
	WebhookFailed    = Text{"Échec", "Failed"}
	WebhookCancelled = Text{"Annulé", "Cancelled"}

	WebhookGroupRSVPs     = Text{"Inscriptions", "Registrations"}
	WebhookGroupCampaigns = Text{"Campagnes et courriels", "Campaigns and email"}
	WebhookGroupWork      = Text{"Heures, dépenses et congés", "Hours, expenses and leave"}
	WebhookGroupAccounts  = Text{"Comptes", "Accounts"}
)

// WebhookKindNames are the names of the kinds of events.
var WebhookKindNames = map[string]Text{
	"rsvp.created":          {"Nouvelle inscription", "New registration"},
	"rsvp.changed":          {"Réponse modifiée", "Response changed"},
	"rsvp.declined":         {"Invitation déclinée", "Invitation declined"},
	"rsvp.cancelled":        {"Inscription annulée", "Registration cancelled"},
	"rsvp.checked_in":       {"Arrivée notée à l’accueil", "Checked in"},
	"rsvp.received":         {"Nombre de nouvelles réponses", "Number of new responses"},
	"campaign.progress":     {"Campagne en cours", "Campaign in progress"},
	"campaign.finished":     {"Campagne terminée ou arrêtée", "Campaign finished or stopped"},
	"address.bounces":       {"Messages qui reviennent sans cesse", "Addresses that keep bouncing"},
	"timesheet.submitted":   {"Feuille de temps soumise", "Timesheet submitted"},
	"timesheet.approved":    {"Feuille de temps approuvée", "Timesheet approved"},
	"timesheet.changed":     {"Feuille de temps renvoyée ou modifiée", "Timesheet sent back or changed"},
	"timesheet.reminder":    {"Rappel pour soumettre une feuille de temps", "Reminder to submit a timesheet"},
	"schedule.published":    {"Horaire publié", "Schedule published"},
	"schedule.taken":        {"Quart à combler pris", "Open shift taken"},
	"expense.decided":       {"Décision sur une dépense", "Decision on an expense"},
	"leave.requested":       {"Congé demandé", "Leave requested"},
	"leave.decided":         {"Décision sur un congé", "Decision on leave"},
	"period.approved":       {"Période de paie approuvée", "Pay period approved"},
	"approvals.overdue":     {"Approbations en retard", "Overdue approvals"},
	"approvals.waiting":     {"Feuilles de temps en attente d’approbation", "Timesheets awaiting approval"},
	"account.factors_reset": {"Double authentification réinitialisée", "Second factors reset"},
	"webhook.test":          {"Essai", "Test"},
}

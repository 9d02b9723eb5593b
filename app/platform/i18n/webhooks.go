package i18n

// Texts of webhooks.
var (
	NoteWebhookFailed   = Text{"Le webhook vers %s n’a pas pu livrer un envoi", "A delivery of the webhook to %s has failed"}
	NoteWebhookGone     = Text{"Le webhook vers %s est désactivé : son adresse n’existe plus", "The webhook to %s is disabled: its address no longer exists"}
	NoteWebhookDisabled = Text{"Le webhook vers %s est désactivé : il échoue depuis cinq jours", "The webhook to %s is disabled: it has been failing for five days"}

	WebhooksTab   = Text{"Webhooks", "Webhooks"}
	WebhooksTitle = Text{"Webhooks", "Webhooks"}
	WebhooksIntro = Text{"Presence signale les changements à d’autres systèmes dès qu’ils se produisent, par une requête signée à leur adresse.",
		"Presence tells other systems about changes as soon as they happen, with a signed request to their address."}
	WebhooksNone     = Text{"Aucun webhook", "No webhooks"}
	WebhookDocs      = Text{"Voir les webhooks dans la documentation de l’API", "See webhooks in the API documentation"}
	WebhookAdd       = Text{"Ajouter un webhook", "Add webhook"}
	WebhookNew       = Text{"Nouveau webhook", "New webhook"}
	WebhookURL       = Text{"Adresse", "Address"}
	WebhookURLHint   = Text{"Donnée par l’autre système, par exemple https://exemple.org/presence", "From the other system, for example https://example.org/presence"}
	WebhookName      = Text{"Description", "Description"}
	WebhookNameHint  = Text{"Pour vous y retrouver, par exemple « Cuisine du traiteur »", "To help you recognize it, for example “Caterer’s kitchen”"}
	WebhookKinds     = Text{"Changements à signaler", "Changes to send"}
	WebhookKindCount = Count{Text{"%s type", "%s type"}, Text{"%s types", "%s types"}}
	WebhookOn        = Text{"Actif", "Active"}
	WebhookOnHint    = Text{"Si vous le désactivez, les envois en file d’attente sont annulés.", "If you turn it off, queued deliveries are cancelled."}
	WebhookSettings  = Text{"Réglages du webhook", "Webhook settings"}

	WebhookState        = Text{"État", "Status"}
	WebhookOffText      = Text{"Rien n’est envoyé à cette adresse.", "Nothing is sent to this address."}
	WebhookActive       = Text{"Actif", "Active"}
	WebhookOff          = Text{"Désactivé", "Disabled"}
	WebhookFails        = Text{"Échoue", "Failing"}
	WebhookFailingSince = Text{"Chaque tentative échoue depuis le %s. Presence réessaie et désactive le webhook après cinq jours.",
		"Every attempt has failed since %s. Presence keeps trying and disables the webhook after five days."}
	WebhookGoneText = Text{"L’autre système indique que cette adresse n’existe plus (410). Corrigez l’adresse, puis réactivez le webhook.",
		"The other system says that this address no longer exists (410). Correct the address, then turn the webhook back on."}
	WebhookFailedText = Text{"Chaque tentative a échoué pendant cinq jours. Réglez le problème, réactivez le webhook, puis renvoyez ce qui manque.",
		"Every attempt failed for five days. Fix the problem, turn the webhook back on, then resend what is missing."}

	WebhookSecret     = Text{"Secret de signature", "Signing secret"}
	WebhookSecretNote = Text{"L’autre système vérifie avec ce secret que les requêtes viennent de Presence. Après un remplacement, l’ancien secret signe encore pendant 24 heures.",
		"The other system uses this secret to verify that requests come from Presence. After you replace it, the old secret keeps signing for 24 hours."}
	WebhookOverlap    = Text{"L’ancien secret signe aussi jusqu’au %s.", "The old secret also signs until %s."}
	WebhookRotate     = Text{"Remplacer le secret", "Replace secret"}
	WebhookSecretMade = Text{"Copiez le secret maintenant", "Copy the secret now"}
	WebhookSecretOnce = Text{"Il ne sera plus affiché. Entrez-le dans l’autre système.", "It won’t be shown again. Enter it in the other system."}
	WebhookSecretCopy = Text{"Copier le secret", "Copy secret"}

	WebhookTest       = Text{"Envoyer un essai", "Send test"}
	WebhookTested     = Text{"Essai en route : le résultat paraîtra dans les envois", "Test on its way: the result will appear under deliveries"}
	WebhookSaved      = Text{"Webhook enregistré", "Webhook saved"}
	WebhookDelete     = Text{"Supprimer le webhook", "Delete webhook"}
	WebhookAsk        = Text{"Supprimer ce webhook ?", "Delete this webhook?"}
	WebhookDeleteNote = Text{"Le webhook, son secret et ses envois sont supprimés. Les envois en file d’attente ne partent pas.",
		"The webhook, its secret and its deliveries are deleted. Queued deliveries aren’t sent."}
	WebhookDeleted = Text{"Webhook supprimé", "Webhook deleted"}

	WebhookLog      = Text{"Envois", "Deliveries"}
	WebhookLogNote  = Text{"Ce qui a été envoyé au cours des 30 derniers jours, du plus récent au plus ancien", "What was sent in the last 30 days, newest first"}
	WebhookLogNone  = Text{"Rien n’a encore été envoyé", "Nothing has been sent yet"}
	WebhookOlder    = Text{"Plus anciens", "Older"}
	WebhookPayload  = Text{"Contenu", "Content"}
	WebhookReplay   = Text{"Renvoyer", "Resend"}
	WebhookReplayOf = Text{"Renvoyer : %s, %s", "Resend: %s, %s"}
	WebhookReplayed = Text{"Envoi remis en file d’attente", "Delivery queued again"}
	WebhookAttempts = Count{Text{"%s tentative", "%s attempt"}, Text{"%s tentatives", "%s attempts"}}
	WebhookAnswered = Text{"réponse %s", "response %s"}
	WebhookNext     = Text{"prochaine tentative le %s", "next attempt %s"}

	WebhookQueued    = Text{"En file d’attente", "Queued"}
	WebhookDelivered = Text{"Livré", "Delivered"}
	WebhookFailed    = Text{"Échec", "Failed"}
	WebhookCancelled = Text{"Annulé", "Cancelled"}

	WebhookGroupRSVPs     = Text{"Inscriptions", "Registrations"}
	WebhookGroupCampaigns = Text{"Campagnes et courriels", "Campaigns and email"}
	WebhookGroupWork      = Text{"Heures, dépenses et congés", "Time, expenses and leave"}
	WebhookGroupAccounts  = Text{"Comptes", "Accounts"}
)

// WebhookKindNames are the names of the kinds of events.
var WebhookKindNames = map[string]Text{
	"rsvp.created":          {"Inscription", "Registration"},
	"rsvp.changed":          {"Réponse modifiée", "Response changed"},
	"rsvp.declined":         {"Invitation déclinée", "Invitation declined"},
	"rsvp.cancelled":        {"Inscription annulée", "Registration cancelled"},
	"rsvp.checked_in":       {"Arrivée à l’accueil", "Checked in"},
	"rsvp.received":         {"Nombre de nouvelles réponses", "Number of new responses"},
	"campaign.progress":     {"Campagne en cours", "Campaign in progress"},
	"campaign.finished":     {"Campagne terminée ou arrêtée", "Campaign finished or stopped"},
	"address.bounces":       {"Messages qui reviennent sans cesse", "Messages that keep coming back"},
	"timesheet.submitted":   {"Feuille de temps soumise", "Timesheet submitted"},
	"timesheet.approved":    {"Feuille de temps approuvée", "Timesheet approved"},
	"timesheet.changed":     {"Feuille de temps renvoyée ou modifiée", "Timesheet sent back or changed"},
	"timesheet.reminder":    {"Rappel de soumettre son temps", "Reminder to submit time"},
	"expense.decided":       {"Décision sur une dépense", "Decision on an expense"},
	"leave.requested":       {"Congé demandé", "Leave requested"},
	"leave.decided":         {"Décision sur un congé", "Decision on leave"},
	"period.approved":       {"Période de paie approuvée", "Pay period approved"},
	"approvals.waiting":     {"Approbations en attente", "Timesheets awaiting approval"},
	"account.factors_reset": {"Seconds facteurs réinitialisés", "Second factors reset"},
	"webhook.test":          {"Essai", "Test"},
}

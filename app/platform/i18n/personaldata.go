package i18n

// Texts of the page of what is held of a person.
var (
	PersonalTitle = Text{"Renseignements personnels", "Personal data"}
	PersonalAsk   = Text{"Que détenons-nous au sujet de cette personne?", "What do we hold about this person?"}
	PersonalNote  = Text{"Pour répondre à une demande d’accès ou de suppression (Loi\u00a025, RGPD). La recherche porte sur les invités et les clients.",
		"To respond to a request for access or erasure (Quebec’s Law 25, GDPR). The search covers guests and customers."}
	PersonalMore = Text{"Ce que Presence détient au sujet d’une personne invitée ou cliente, pour le lui remettre ou le supprimer à sa demande.",
		"Find what Presence holds about a guest or customer, to give them a copy or erase it at their request."}
	PersonalLookUp  = Text{"Rechercher une personne", "Look up a person"}
	PersonalWho     = Text{"Adresse de courriel ou numéro de client", "Email address or customer number"}
	PersonalSearch  = Text{"Rechercher", "Search"}
	PersonalFound   = Text{"Résultat pour %s", "Results for %s"}
	PersonalNothing = Text{"Aucun renseignement trouvé", "No data found"}
	PersonalNone    = Text{"Aucun renseignement ne correspond à cette adresse ou à ce numéro. Vérifiez l’orthographe.",
		"No data matches this address or number. Check the spelling."}
	PersonalAddresses = Text{"Adresses\u00a0: %s", "Addresses: %s"}
	PersonalNumbers   = Text{"Numéros de client\u00a0: %s", "Customer numbers: %s"}
	PersonalOthers    = Text{"Cette adresse figure aussi dans d’autres dossiers", "This address is also in other records"}
	PersonalOthersTxt = Text{"Ces dossiers ont plusieurs adresses ou partagent celle-ci\u00a0: %s. Seule l’adresse en sera retirée. Pour supprimer le reste, recherchez chaque numéro.",
		"These records have several addresses or share this one: %s. Only the address will be removed. To erase the rest, search for each number."}
	PersonalFile = Text{"Télécharger le tout (JSON)", "Download everything (JSON)"}
	PersonalRows = Text{"Les %s entrées les plus récentes sont affichées; le fichier contient tout.",
		"The %s most recent entries are shown; the file contains everything."}
	PersonalWhen  = Text{"Date", "Date"}
	PersonalEvent = Text{"Événement", "Event"}
	PersonalWhat  = Text{"Contenu", "Content"}
	PersonalOpen  = Text{"Ouvrir", "Open"}
	PersonalKind  = Text{"Renseignements", "Data"}
	PersonalCount = Text{"Nombre", "Count"}
	PersonalFate  = Text{"En cas de suppression", "If erased"}

	PersonalAnonymous = Text{"Anonymisé\u00a0: les totaux et les dates sont conservés", "Anonymized: counts and dates are kept"}
	PersonalDeleted   = Text{"Supprimé", "Deleted"}

	PersonalErase    = Text{"Supprimer les renseignements", "Erase the data"}
	PersonalEraseTxt = Text{"La suppression est définitive. Cette personne ne sera plus importée dans le répertoire ni ajoutée aux listes d’invités.",
		"Erasing is permanent. This person won’t be imported into the directory or added to audiences again."}
	PersonalGoes    = Text{"Ce qui sera supprimé", "What will be erased"}
	PersonalGoesTxt = Text{"Nom, adresse, téléphone, numéro de client, adresse IP, allergies, textes libres, noms des accompagnateurs, messages et dossier du répertoire.",
		"Name, address, phone, customer number, IP address, allergies, free text, companions’ names, messages and the directory record."}
	PersonalStays    = Text{"Ce qui sera conservé", "What will be kept"}
	PersonalStaysTxt = Text{"Le nombre de personnes, les choix, les dates et les états, sans nom. Si l’adresse est exclue des envois, cette exclusion est conservée pour que rien d’autre n’y soit envoyé. Les dossiers d’emploi et de paie sont conservés au moins trois ans, et les pièces comptables six ans, comme la loi l’exige.",
		"The number of people, choices, dates and statuses, without a name. If the address is excluded from email, the exclusion is kept so that nothing more is sent to it. Employment and pay records are kept for at least three years, and accounting records for six, as the law requires."}
	PersonalReason     = Text{"Motif", "Reason"}
	PersonalReasonHint = Text{"Conservé dans le journal d’audit, par exemple « Demande écrite du 12\u00a0novembre ». N’y nommez pas la personne.",
		"Kept in the audit log, for example “Written request of November 12”. Don’t name the person."}
	PersonalConfirm = Text{"J’ai lu ce qui sera supprimé et ce qui sera conservé",
		"I’ve read what will be erased and what will be kept"}
	PersonalErased  = Text{"Renseignements supprimés.", "Data erased."}
	PersonalPending = Text{"Suppression commencée\u00a0: elle se terminera automatiquement d’ici quelques minutes.",
		"Erasing has started and will finish automatically within a few minutes."}
	PersonalNotErased = Text{"Aucun renseignement au sujet de cette personne ne peut être supprimé.",
		"None of this person’s data can be erased."}
	PersonalWasErased  = Text{"Renseignements supprimés le %s par %s", "Data erased on %s by %s"}
	PersonalWasStarted = Text{"Suppression demandée le %s par %s, en cours", "Erasure requested on %s by %s, in progress"}
	PersonalWhy        = Text{"Motif\u00a0: %s", "Reason: %s"}
	PersonalAdmit      = Text{"Permettre de nouveau les invitations", "Allow invitations again"}
	PersonalAdmitTxt   = Text{"Si la personne veut de nouveau être invitée, son adresse pourra être importée dans le répertoire et ajoutée aux listes d’invités. Ce qui a été supprimé ne revient pas.",
		"If the person wants to be invited again, their address can be imported into the directory and added to audiences again. What was erased doesn’t come back."}
	PersonalAdmitted = Text{"Cette personne peut de nouveau être ajoutée aux listes d’invités.", "This person can be added to audiences again."}
	PersonalFiles    = Text{"Messages de la boîte d’envoi", "Messages in the outbox"}
	PersonalFind     = Text{"Rechercher les renseignements d’une personne", "Look up a person’s data"}
)

// Texts of how long personal data is kept.
var (
	KeepTitle = Text{"Conservation des données", "Data retention"}
	KeepNote  = Text{"En mois. Entrez 0 pour conserver sans limite. Les données arrivées à échéance sont supprimées définitivement pendant la nuit.",
		"In months. Enter 0 to keep data indefinitely. Expired data is permanently erased overnight."}
	KeepSum        = Text{"%s\u00a0: %s", "%s: %s"}
	KeepSumRest    = Text{"le reste sans limite", "the rest indefinitely"}
	KeepSumAll     = Text{"Tout est conservé sans limite", "Everything is kept indefinitely"}
	KeepGuests     = Text{"Invités, après un événement", "Guests, after an event"}
	KeepGuestsHint = Text{"Les inscriptions et les listes d’attente sont anonymisées, et la liste d’invités est supprimée. Les totaux sont conservés. " +
		"La durée se compte à partir de la fin de l’événement, ou de sa dernière modification si elle est plus récente.",
		"Registrations and waiting lists are anonymized, and the audience is deleted. Totals are kept. The period starts at the end of the event, or at its last change, if that is later."}
	KeepRecipients     = Text{"Destinataires, après une campagne", "Recipients, after a campaign"}
	KeepRecipientsHint = Text{"Les adresses et les noms sont supprimés. Les envois, les ouvertures et les clics restent comptés.",
		"Addresses and names are erased. Messages sent, opens and clicks are still counted."}
	KeepLinks     = Text{"Liens personnels, après un événement", "Personal links, after an event"}
	KeepLinksHint = Text{"Ensuite, les liens des invitations ne mènent plus à la réponse. La durée se compte comme pour les invités.",
		"After that, links in invitations no longer lead to the response. The period is counted the same way as for guests."}
	KeepAudit        = Text{"Journal d’audit", "Audit log"}
	KeepReceipts     = Text{"Reçus", "Receipts"}
	KeepReceiptsHint = Text{"84\u00a0mois au moins (7\u00a0ans)\u00a0: pour l’impôt, les reçus se gardent six ans après la fin de l’année.",
		"At least 84\u00a0months (7\u00a0years): for tax purposes, receipts must be kept for six years after the end of the year."}
	KeepAuditHint = Text{"36\u00a0mois au moins (3\u00a0ans)\u00a0: la loi exige de conserver la trace des changements apportés aux heures et à la paie. Pour l’impôt, conservez-la 72\u00a0mois (6\u00a0ans).",
		"At least 36 months (3 years): the law requires a record of changes to hours and pay. For tax purposes, keep it for 72 months (6 years)."}
)

// Texts of what the next night erases because of each setting: rows, of how many events, campaigns or types of records, and from
// before which day.
var (
	KeepDue           = Text{"À supprimer la nuit prochaine\u00a0: %s (%s) d’avant le %s.", "To be erased tonight: %s (%s) from before %s."}
	KeepNothingDue    = Text{"À supprimer la nuit prochaine\u00a0: rien d’avant le %s.", "To be erased tonight: nothing from before %s."}
	KeepDueEntries    = Count{Text{"%s entrée", "%s entry"}, Text{"%s entrées", "%s entries"}}
	KeepDueRecipients = Count{Text{"%s destinataire", "%s recipient"}, Text{"%s destinataires", "%s recipients"}}
	KeepDueLinks      = Count{Text{"%s lien", "%s link"}, Text{"%s liens", "%s links"}}
	KeepDueEvents     = Count{Text{"%s événement", "%s event"}, Text{"%s événements", "%s events"}}
	KeepDueCampaigns  = Count{Text{"%s campagne", "%s campaign"}, Text{"%s campagnes", "%s campaigns"}}
	KeepDueReceipts   = Count{Text{"%s reçu", "%s receipt"}, Text{"%s reçus", "%s receipts"}}
	KeepDueExpenses   = Count{Text{"%s dépense", "%s expense"}, Text{"%s dépenses", "%s expenses"}}
	KeepDueTypes      = Count{Text{"%s type de dossier", "%s record type"}, Text{"%s types de dossier", "%s record types"}}
)

// PersonalKeeps are the reasons why rows are kept.
var PersonalKeeps = map[string]Text{
	"employment": {"Conservé\u00a0: dossier d’emploi (au moins trois ans)", "Kept: employment record (at least three years)"},
	"billing":    {"Conservé\u00a0: pièce comptable (six ans)", "Kept: accounting record (six years)"},
	"refusal":    {"Conservé\u00a0: pour ne plus écrire à cette adresse", "Kept: so no more email is sent to this address"},
}

// PersonalTables are the names of what tables hold of a person.
var PersonalTables = map[string]Text{
	"rsvps":               {"Réponses aux invitations", "Responses to invitations"},
	"rsvp_revisions":      {"Réponses précédentes", "Earlier responses"},
	"rsvp_links":          {"Liens personnels", "Personal links"},
	"waiting_parties":     {"Listes d’attente", "Waiting lists"},
	"campaign_recipients": {"Invitations et messages reçus", "Invitations and messages received"},
	"audience_entries":    {"Listes d’invités", "Audiences"},
	"outgoing_mail":       {"Confirmations et autres courriels", "Confirmations and other email"},
	"suppressions":        {"Adresse exclue", "Excluded address"},
	"soft_bounces":        {"Messages retournés", "Bounced messages"},
	"guest_preferences":   {"Préférences", "Preferences"},
	"directory_customers": {"Dossier du répertoire", "Directory record"},
	"directory_emails":    {"Adresse dans d’autres dossiers", "Address in other records"},
	"directory_rejects":   {"Dossiers rejetés", "Rejected records"},
	"webhook_deliveries":  {"Envois aux webhooks", "Webhook deliveries"},
	"audit_log":           {"Journal d’audit", "Audit log"},
	"employees":           {"Dossier d’employé", "Employee record"},
	"customers":           {"Client de la paie", "Payroll customer"},
	"people":              {"Compte", "Account"},
}

package i18n

// Texts of the page of what is held of a person.
var (
	PersonalTitle = Text{"Renseignements personnels", "Personal data"}
	PersonalAsk   = Text{"Que détenons-nous au sujet de cette personne ?", "What do we hold about this person?"}
	PersonalNote  = Text{"Pour répondre à une demande d’accès ou de suppression (Loi\u00a025, RGPD). La recherche porte sur les invités et les clients.",
		"To respond to a request for access or erasure (Québec’s Law 25, GDPR). The search covers guests and customers."}
	PersonalMore = Text{"Ce que Presence détient au sujet d’une personne invitée ou cliente, pour le lui remettre ou le supprimer à sa demande.",
		"What Presence holds about a guest or customer, to give them a copy or erase it at their request."}
	PersonalLookUp  = Text{"Rechercher une personne", "Look up a person"}
	PersonalWho     = Text{"Adresse de courriel ou numéro de client", "Email address or customer number"}
	PersonalSearch  = Text{"Rechercher", "Search"}
	PersonalFound   = Text{"Résultat pour %s", "Results for %s"}
	PersonalNothing = Text{"Nous ne détenons rien", "We hold nothing"}
	PersonalNone    = Text{"Aucun renseignement ne correspond à cette adresse ou à ce numéro. Vérifiez l’orthographe.",
		"No data matches this address or number. Check the spelling."}
	PersonalAddresses = Text{"Adresses\u00a0: %s", "Addresses: %s"}
	PersonalNumbers   = Text{"Numéros de client\u00a0: %s", "Customer numbers: %s"}
	PersonalOthers    = Text{"Cette adresse figure aussi dans d’autres dossiers", "This address is also in other records"}
	PersonalOthersTxt = Text{"Les dossiers suivants ont plusieurs adresses ou partagent celle-ci. Seule l’adresse en sera retirée ; recherchez leur numéro pour le reste\u00a0: %s",
		"These records have several addresses or share this one. Only the address will be removed from them; search for their numbers for the rest: %s"}
	PersonalFile  = Text{"Télécharger le tout (JSON)", "Download everything (JSON)"}
	PersonalRows  = Text{"Les %s plus récents sont affichés ; le fichier contient le tout.", "The newest %s are shown; the file contains them all."}
	PersonalWhen  = Text{"Date", "Date"}
	PersonalEvent = Text{"Événement", "Event"}
	PersonalWhat  = Text{"Contenu", "Content"}
	PersonalOpen  = Text{"Ouvrir", "Open"}
	PersonalKind  = Text{"Renseignements", "Data"}
	PersonalCount = Text{"Nombre", "Count"}
	PersonalFate  = Text{"En cas de suppression", "If erased"}

	PersonalAnonymous = Text{"Anonymisé : les nombres et les dates restent", "Made anonymous: numbers and dates stay"}
	PersonalDeleted   = Text{"Supprimé", "Deleted"}

	PersonalErase    = Text{"Supprimer les renseignements", "Erase the data"}
	PersonalEraseTxt = Text{"La suppression est définitive. Cette personne ne sera plus reprise du répertoire ni ajoutée aux listes d’invités.",
		"Erasing is permanent. This person won’t be taken from the directory or added to audiences again."}
	PersonalGoes    = Text{"Ce qui disparaît", "What goes"}
	PersonalGoesTxt = Text{"Nom, adresse, téléphone, numéro de client, adresse IP, allergies, textes libres, noms des accompagnateurs, messages et dossier du répertoire.",
		"Name, address, phone, customer number, IP address, allergies, free text, companions’ names, messages and the directory record."}
	PersonalStays    = Text{"Ce qui reste", "What stays"}
	PersonalStaysTxt = Text{"Les nombres de personnes, les choix comptés, les dates et les états, sans nom. Le refus de recevoir des courriels reste avec l’adresse, pour être respecté. Les dossiers d’emploi et de paie restent au moins trois ans, et les pièces comptables six ans, comme la loi l’exige.",
		"Numbers of people, counted choices, dates and statuses, without a name. A refusal to get email stays with the address, so that it’s honoured. Employment and pay records stay for at least three years, and accounting records for six, as the law requires."}
	PersonalReason     = Text{"Motif", "Reason"}
	PersonalReasonHint = Text{"Conservé au journal d’audit, par exemple « Demande écrite du 12 novembre ». N’y nommez pas la personne.",
		"Kept in the audit log, for example “Written request of November 12”. Don’t name the person."}
	PersonalConfirm    = Text{"J’ai lu ce qui disparaît et ce qui reste", "I’ve read what goes and what stays"}
	PersonalErased     = Text{"Renseignements supprimés.", "Data erased."}
	PersonalPending    = Text{"Suppression commencée : elle se termine d’elle-même en quelques minutes.", "Erasing has started: it finishes by itself in a few minutes."}
	PersonalNotErased  = Text{"Rien de ce qui est détenu ne peut être supprimé.", "None of what is held can be erased."}
	PersonalWasErased  = Text{"Renseignements supprimés le %s par %s", "Data erased on %s by %s"}
	PersonalWasStarted = Text{"Suppression demandée le %s par %s, en cours", "Erasure requested on %s by %s, in progress"}
	PersonalWhy        = Text{"Motif\u00a0: %s", "Reason: %s"}
	PersonalAdmit      = Text{"Admettre de nouveau", "Admit again"}
	PersonalAdmitTxt   = Text{"Si la personne veut de nouveau être invitée, son adresse peut être reprise du répertoire et ajoutée aux listes d’invités. Ce qui a été supprimé ne revient pas.",
		"If the person wants to be invited again, their address can be taken from the directory and added to audiences. What was erased doesn’t come back."}
	PersonalAdmitted = Text{"Cette personne peut de nouveau être ajoutée aux listes d’invités.", "This person can be added to audiences again."}
	PersonalFiles    = Text{"Messages de la boîte de sortie", "Messages in the outbox"}
	PersonalFind     = Text{"Renseignements personnels d’une personne", "Personal data of a person"}
)

// Texts of how long personal data is kept.
var (
	KeepTitle = Text{"Conservation", "Retention"}
	KeepNote  = Text{"Nombres de mois. 0 conserve sans limite. Ce qui est échu est supprimé la nuit, sans retour possible.",
		"Numbers of months. 0 keeps without an end. What has expired is erased at night, for good."}
	KeepGuests         = Text{"Invités, après un événement", "Guests, after an event"}
	KeepGuestsHint     = Text{"Inscriptions et listes d’attente deviennent anonymes, la liste d’invités est supprimée. Les nombres restent. La durée court dès la fin de l’événement, ou dès sa dernière modification si elle est plus récente.", "Registrations and waiting lists become anonymous, and the audience is deleted. Numbers stay. Counted from the end of the event, or from its last change if that is later."}
	KeepGuestsDue      = Text{"La nuit prochaine : %s entrées de %s événements terminés et modifiés pour la dernière fois avant le %s.", "Next night: %s entries of %s events that ended and were last changed before %s."}
	KeepRecipients     = Text{"Destinataires, après une campagne", "Recipients, after a campaign"}
	KeepRecipientsHint = Text{"Les adresses et les noms sont effacés. Les envois, ouvertures et clics restent comptés.", "Addresses and names are erased. What was sent, opened and clicked stays counted."}
	KeepRecipientsDue  = Text{"La nuit prochaine : %s destinataires de %s campagnes d’avant le %s.", "Next night: %s recipients of %s campaigns before %s."}
	KeepLinks          = Text{"Liens personnels, après un événement", "Personal links, after an event"}
	KeepLinksHint      = Text{"Les liens des invitations ne mènent ensuite plus à la réponse. Même calcul que pour les invités.", "After that, links in invitations no longer lead to the reply. Counted as for guests."}
	KeepLinksDue       = Text{"La nuit prochaine : %s liens de %s événements terminés et modifiés pour la dernière fois avant le %s.", "Next night: %s links of %s events that ended and were last changed before %s."}
	KeepAudit          = Text{"Journal d’audit", "Audit log"}
	KeepAuditHint      = Text{"36 au moins : les changements aux heures et à la paie doivent rester trois ans, et six ans pour l’impôt (72).", "At least 36: changes to hours and pay must be kept for three years, and six years for tax (72)."}
	KeepAuditDue       = Text{"La nuit prochaine : %s entrées (%s sortes) d’avant le %s.", "Next night: %s entries (%s record types) before %s."}
	KeepNothingDue     = Text{"La nuit prochaine : rien d’avant le %s.", "Next night: nothing before %s."}
)

// PersonalKeeps are the reasons why rows are kept.
var PersonalKeeps = map[string]Text{
	"employment": {"Conservé\u00a0: dossier d’emploi (au moins trois ans)", "Kept: employment record (at least three years)"},
	"billing":    {"Conservé\u00a0: pièce comptable (six ans)", "Kept: accounting record (six years)"},
	"refusal":    {"Conservé\u00a0: refus à respecter", "Kept: a refusal to honour"},
}

// PersonalTables are the names of what tables hold of a person.
var PersonalTables = map[string]Text{
	"rsvps":               {"Réponses aux invitations", "Replies to invitations"},
	"rsvp_revisions":      {"Réponses précédentes", "Earlier replies"},
	"rsvp_links":          {"Liens personnels", "Personal links"},
	"waiting_parties":     {"Listes d’attente", "Waiting lists"},
	"campaign_recipients": {"Invitations et messages reçus", "Invitations and messages received"},
	"audience_entries":    {"Listes d’invités", "Audiences"},
	"outgoing_mail":       {"Confirmations et autres courriels", "Confirmations and other email"},
	"suppressions":        {"Adresse exclue", "Excluded address"},
	"soft_bounces":        {"Messages retournés", "Returned messages"},
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

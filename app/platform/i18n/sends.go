package i18n

// Texts of the page from which invitations and reminders are sent.
var (
	SendTab         = Text{"Envoi", "Send"}
	SendRemindTitle = Text{"Rappel – %s", "Reminder – %s"}
	SendRemindLead  = Text{"Aux personnes qui ont reçu l’invitation et n’ont pas encore répondu",
		"For people who received the invitation but haven’t replied yet"}
	SendChannel    = Text{"Canal", "Channel"}
	SendBulk       = Text{"Envoi groupé, avec suivi", "Bulk email, tracked"}
	SendMailbox    = Text{"Boîte courriel d’une personne, sans suivi", "A person’s mailbox, not tracked"}
	SendFrom       = Text{"Expéditeur", "Sender"}
	SendSubjectFR  = Text{"Objet en français", "Subject in French"}
	SendSubjectEN  = Text{"Objet en anglais", "Subject in English"}
	SendSubjectOne = Text{"Objet dans les deux langues", "Subject in both languages"}
	SendSubjectIs  = Text{"Le même objet sera envoyé aux personnes qui lisent le français (%s) et à celles qui lisent l’anglais (%s).",
		"People who read French (%s) and people who read English (%s) will get the same subject."}
	SendAckSubject = Text{"Envoyer le même objet dans les deux langues", "Send the same subject in both languages"}
	SendSecond     = Text{"Mettre un deuxième objet à l’essai", "Test a second subject"}
	SendSecondText = Text{"Une partie des invités reçoit l’un ou l’autre des deux objets. Le reste reçoit ensuite celui qui a obtenu le plus de clics.",
		"Some of the guests get one subject or the other. The rest then get the one with more clicks."}
	SendSubjectB    = Text{"Deuxième objet", "Second subject"}
	SendTestPercent = Text{"Part des invités visée par l’essai", "Share of guests in the test"}
	SendTestHours   = Text{"Durée de l’essai, en heures", "Length of the test, in hours"}
	SendTestGroups  = Text{"Essai de deux objets. Objet A\u00a0: %s; objet B\u00a0: %s; le reste (%s) part %s après le début de l’envoi, avec l’objet qui a obtenu le plus de clics.",
		"Test of two subjects. Subject A: %s; subject B: %s. The remaining messages (%s) go out %s after sending starts, with the subject that gets more clicks."}
	SendApply        = Text{"Revoir l’aperçu", "Refresh the preview"}
	SendPreview      = Text{"Ce que les invités recevront", "What guests will receive"}
	SendPreviewFrame = Text{"Aperçu du courriel en %s", "Email preview, in %s"}
	SendOpenPreview  = Text{"Ouvrir l’aperçu en %s dans un nouvel onglet", "Open the preview in %s in a new tab"}
	SendTryText      = Text{"Le vrai courriel, avec ses pièces jointes. Les liens ne sont associés à aucun invité, et rien n’entre dans les statistiques.",
		"The real email, with its attachments. The links aren’t tied to a guest, and nothing counts in reports."}
	SendTryTo     = Text{"Adresses", "Addresses"}
	SendTryToHint = Text{"Jusqu’à 10, une par ligne.", "Up to 10, one per line."}
	SendTryLang   = Text{"Langue", "Language"}
	SendFrench    = Text{"Français", "French"}
	SendEnglish   = Text{"Anglais", "English"}
	SendTryDo     = Text{"Envoyer l’essai", "Send test"}
	SendTried     = Count{Text{"Essai envoyé à %s adresse.", "Test sent to %s address."},
		Text{"Essai envoyé à %s adresses.", "Test sent to %s addresses."}}
	SendTriedKept = Count{Text{"Essai pour %s adresse dans la boîte d’envoi. Rien n’est parti\u00a0: aucun serveur de courriel n’est configuré.",
		"Test for %s address in the outbox. Nothing was sent: no mail server is set up."},
		Text{"Essai pour %s adresses dans la boîte d’envoi. Rien n’est parti\u00a0: aucun serveur de courriel n’est configuré.",
			"Test for %s addresses in the outbox. Nothing was sent: no mail server is set up."}}
	SendTryFailed   = Text{"L’essai n’a pas pu être envoyé à toutes les adresses", "The test couldn’t be sent to every address"}
	SendTryAccepted = Text{"Accepté", "Accepted"}
	SendTryRefused  = Text{"Refusé", "Rejected"}
	SendCount       = Text{"Pour confirmer, tapez le nombre de personnes : %s", "To confirm, type the number of people: %s"}
	SendCountWrong  = Text{"Tapez %s, le nombre de personnes qui recevraient le message.",
		"Type %s, the number of people who would receive the message."}
	SendLate = Text{"Envoyer même si l’événement a commencé", "Send even though the event has started"}
	SendDo   = Count{Text{"Envoyer l’invitation à %s personne", "Send the invitation to %s person"},
		Text{"Envoyer l’invitation à %s personnes", "Send the invitation to %s people"}}
	SendRemindDo = Count{Text{"Envoyer le rappel à %s personne", "Send the reminder to %s person"},
		Text{"Envoyer le rappel à %s personnes", "Send the reminder to %s people"}}
	SendStarted = Count{Text{"L’envoi à %s personne est lancé.", "Sending to %s person."},
		Text{"L’envoi à %s personnes est lancé.", "Sending to %s people."}}
	SendBrief        = Text{"Cette campagne", "This campaign"} // what is about to be sent
	SendBriefTo      = Text{"À", "To"}
	SendBriefSubject = Text{"Objet", "Subject"}
	SendBriefWhen    = Text{"Quand", "When"}
	SendBriefNow     = Text{"Dès que vous confirmez", "As soon as you confirm"}
	SendBriefLater   = Text{"À l’heure choisie", "At the time you choose"}
	SendNotSetUp     = Text{"Envoi non configuré", "Sending isn’t set up"}
	SendBlocked      = Text{"Aucun envoi possible pour l’instant", "Nothing can be sent yet"}
	SendTestEmpty    = Text{"La liste d’invités est vide. Vous pouvez quand même faire un essai.", "The audience is empty. You can still send a test."}
	SendLocked       = Text{"Après l’étape «\u00a0%s\u00a0»", "After “%s”"}
	SendLastOf       = Text{"%s du %s", "%s, %s"} // Invitation, 13 nov.
	SendAgain        = Text{"Nouvelle campagne à toute la liste", "New campaign to the whole audience"}
	SendRemindN      = Count{Text{"Envoyer un rappel à %s personne", "Send a reminder to %s person"},
		Text{"Envoyer un rappel à %s personnes", "Send a reminder to %s people"}}
	SendAdded = Count{Text{"Envoyer seulement à %s personne ajoutée depuis", "Send only to %s person added since"},
		Text{"Envoyer seulement aux %s personnes ajoutées depuis", "Send only to the %s people added since"}}
	SendAddedNobody = Text{"aucun ajout à la liste depuis", "no one added since"}
	SendWhenAsk     = Text{"Quand envoyer?", "When to send it"}
	SendAtOnce      = Text{"Maintenant", "Now"}
	SendLater       = Text{"Plus tard", "Later"}
	SendLaterDo     = Text{"Planifier l’envoi", "Schedule"}
	SendStartsAt    = Text{"Date et heure de début", "Start date and time"}
	SendFreezeAsk   = Text{"Liste d’invités et texte", "Audience and text"}
	SendFreezeNot   = Text{"Tels qu’ils seront à ce moment-là", "As they will be at that time"}
	SendFreeze      = Text{"Tels qu’ils sont maintenant", "As they are now"}

	SendStartsAtHint = Text{"Heure de l’entreprise : %s.", "Company time: %s."}
	SendQuietHint    = Text{"Heures calmes : de %s à %s. Une campagne prévue entre ces heures partira quand elles prendront fin.",
		"Quiet hours: %s to %s. A campaign scheduled during quiet hours is sent when they end."}
	SendQuietNow   = Text{"Les heures calmes ont commencé : les messages partiront à %s", "Quiet hours have begun: messages will go out at %s"}
	SendActiveNote = Text{"Une campagne de cet événement est en cours ou suspendue : celle-ci peut seulement être planifiée.",
		"A campaign for this event is in progress or paused, so this one can only be scheduled."}
	SendPlanned      = Text{"Campagne planifiée : %s.", "Campaign scheduled: %s."}
	SendPlannedTitle = Text{"Prochains envois", "Scheduled campaigns"}
	SendPlannedEdit  = Text{"Modifier", "Change"}
	SendSeeActive    = Text{"Voir la campagne en cours", "View current campaign"}
	SendNobody       = Text{"Personne à relancer", "No one to remind"}
	SendNobodyText   = Text{"Toutes les personnes qui ont reçu l’invitation ont répondu ou se sont désabonnées.",
		"Everyone who received the invitation has replied or unsubscribed."}

	SendWhole      = Text{"Voir le courriel en entier", "View the whole email"}
	SendNotOpened  = Text{"N’ont ni ouvert ni répondu", "Didn’t open or reply"}
	SendNotClicked = Text{"Ont ouvert, sans cliquer ni répondre", "Opened, didn’t click or reply"}
	SendNotReplied = Text{"Ont cliqué sans répondre", "Clicked, didn’t reply"}
	SendWho        = Text{"Destinataires", "Recipients"}
	SendSample     = Text{"Par exemple : %s", "For example: %s"}

	// The checklist.
	SendAudience     = Text{"Destinataires", "Recipients"}
	SendAudienceSome = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	SendAudienceIn   = Text{"%s en français, %s en anglais", "%s in French, %s in English"}
	SendAudienceLeft = Count{Text{"%s adresse exclue : désabonnée ou introuvable", "%s address excluded: unsubscribed or bounced"},
		Text{"%s adresses exclues : désabonnées ou introuvables", "%s addresses excluded: unsubscribed or bounced"}}
	SendAudienceNone = Text{"La liste d’invités est vide.", "The audience is empty."}
	SendAddedNone    = Text{"Personne n’a été ajouté à la liste d’invités depuis l’envoi.", "No one has been added to the audience since the invitations went out."}
	SendAudienceGone = Count{Text{"%s client exclu : son compte a été résilié après son ajout",
		"%s customer excluded: their account was cancelled after they were added"},
		Text{"%s clients exclus : leurs comptes ont été résiliés après leur ajout",
			"%s customers excluded: their accounts were cancelled after they were added"}}
	SendAudienceTwice = Count{Text{"%s doublon : le même client figure aussi sous une adresse ajoutée plus tard",
		"%s duplicate: the same customer is also listed with an address added later"},
		Text{"%s doublons : les mêmes clients figurent aussi sous une adresse ajoutée plus tard",
			"%s duplicates: the same customers are also listed with an address added later"}}
	SendAudienceNoReminders = Count{Text{"%s adresse exclue : la personne ne veut pas de rappels",
		"%s address excluded: the person doesn’t want reminders"},
		Text{"%s adresses exclues : ces personnes ne veulent pas de rappels",
			"%s addresses excluded: these people don’t want reminders"}}
	SendAudienceOut = Text{"Aucune personne de la liste ne peut recevoir le message.",
		"No one in the audience can receive the message."}
	SendAudienceEdit  = Text{"Modifier la liste", "Change the audience"}
	SendAudienceBuild = Text{"Préparer la liste", "Build the audience"}
	SendLook          = Text{"Apparence", "Appearance"}
	SendLookFestive   = Text{"Invitation festive", "Festive invitation"}
	SendLookTemplate  = Text{"Modèle «\u00a0%s\u00a0»", "Template “%s”"}
	SendLookBlocks    = Text{"Invitation composée de blocs", "Invitation built with blocks"}
	SendLookBroken    = Text{"Le courriel ne peut pas être généré : %s", "The email can’t be generated: %s"}
	SendLookChange    = Text{"Modifier l’événement", "Edit the event"}
	SendTest          = Text{"Essai", "Test"}
	SendWeight        = Text{"Taille", "Size"}
	SendWeightIs      = Text{"%s en français, %s en anglais", "%s in French, %s in English"}
	SendWeightSame    = Text{"%s par message", "%s per message"}
	SendWeightFiles   = Count{Text{"dont %s pièce jointe", "including %s attachment"},
		Text{"dont %s pièces jointes", "including %s attachments"}}
	SendWeightAll   = Text{"%s au total", "%s in total"}
	SendWeightHeavy = Text{"Beaucoup de boîtes courriel refusent plus de 10 Mo. Allégez les pièces jointes.",
		"Many mailboxes reject messages over 10 MB. Use smaller attachments."}
	SendWay       = Text{"Acheminement", "Delivery"}
	SendWayNoun   = Text{"canal d’envoi", "email channel"}
	SendToFix     = Text{"À régler\u00a0: %s", "Missing: %s"}
	SendToCheck   = Text{"À vérifier\u00a0: %s", "To check: %s"}
	SendWayOutbox = Text{"Aucun canal d’envoi n’est configuré\u00a0: les messages restent dans la boîte d’envoi et personne ne les reçoit.",
		"No email channel is set up: messages stay in the outbox and no one receives them."}
	SendWaySetUp = Text{"Configurer un canal", "Set up a channel"}
	SendKeep     = Count{Text{"Déposer %s message dans la boîte d’envoi", "Put %s message in the outbox"},
		Text{"Déposer %s messages dans la boîte d’envoi", "Put %s messages in the outbox"}}
	SendWayIs        = Text{"%s, expéditeur\u00a0: %s", "%s, from %s"}
	SendWayUntracked = Text{"Sans suivi : on ne connaîtra ni les ouvertures ni les clics.",
		"Not tracked: opens and clicks won’t be recorded."}
	SendWaySee     = Text{"Voir les canaux", "View channels"}
	SendWayAsk     = Text{"Demandez à %s de configurer un canal.", "Ask %s to set up a channel."}
	SendBothAsk    = Text{"Demandez à %s de régler ces deux points.", "Ask %s to take care of both."}
	SendPostalAsk  = Text{"Demandez à %s d’indiquer l’adresse postale.", "Ask %s to add the mailing address."}
	SendPostal     = Text{"Adresse postale", "Mailing address"}
	SendPostalNone = Text{"Aucune adresse postale n’est configurée. La loi canadienne antipourriel en exige une dans chaque message.",
		"No mailing address is set up. Canada’s anti-spam law requires one in every message."}
	SendPostalSet  = Text{"Indiquer l’adresse postale", "Add the mailing address"}
	SendOutbox     = Text{"Déposer quand même les messages dans la boîte d’envoi", "Put the messages in the outbox anyway"}
	SendWhen       = Text{"Date", "Date"}
	SendWhenIn     = Text{"L’événement a lieu dans %s", "The event is in %s"}
	SendWhenClosed = Text{"La période de réponse est terminée : les invités ne pourraient plus répondre.",
		"RSVPs are closed: guests wouldn’t be able to reply."}
	SendWhenDraft = Text{"L’événement est un brouillon : le lien du courriel ne mènerait nulle part.",
		"The event is a draft: the link in the email wouldn’t work."}
	SendBefore     = Text{"Campagne précédente", "Previous campaign"}
	SendBeforeText = Text{"Une invitation a déjà été envoyée %s. Une nouvelle campagne irait à toute la liste. Pour les personnes " +
		"qui n’ont pas répondu, envoyez plutôt un rappel.",
		"An invitation already went out %s. Another campaign would go to the whole audience. To reach those who haven’t replied, " +
			"send a reminder instead."}
	SendBeforeActive   = Text{"Une campagne est en cours ou suspendue.", "A campaign is in progress or paused."}
	SendBeforeRemind   = Text{"Envoyer un rappel", "Send a reminder"}
	SendCheckOK        = Text{"Prêt", "Ready"}
	SendCheckLook      = Text{"À vérifier", "Needs review"}
	SendCheckStop      = Text{"Bloque l’envoi", "Blocks sending"}
	SendCheckKnow      = Text{"Bon à savoir", "Good to know"}
	SendRefusedChanged = Count{
		Text{"La liste a changé entre-temps : le message irait maintenant à %s personne. Vérifiez, puis confirmez de nouveau.",
			"The audience has changed: the message would now go to %s person. Check it, then confirm again."},
		Text{"La liste a changé entre-temps : le message irait maintenant à %s personnes. Vérifiez, puis confirmez de nouveau.",
			"The audience has changed: the message would now go to %s people. Check it, then confirm again."}}
	SendRefusedOthers = Count{
		Text{"Les destinataires ont changé entre-temps, mais pas leur nombre (%s). Vérifiez la liste, puis confirmez de nouveau.",
			"The recipients have changed, but not their number (%s). Check the audience, then confirm again."},
		Text{"Les destinataires ont changé entre-temps, mais pas leur nombre (%s). Vérifiez la liste, puis confirmez de nouveau.",
			"The recipients have changed, but not their number (%s). Check the audience, then confirm again."}}
	SendRefusedActive = Text{"Quelqu’un d’autre vient de lancer une campagne pour cet événement. Rien n’est parti d’ici.",
		"Someone else just started a campaign for this event. Nothing was sent from here."}
	SendRefusedNobody = Text{"Il n’y a plus personne à qui envoyer le message.", "There’s no one left to send to."}
)

// ChannelNames are the names of the channels for users, by mail.Channel.Name.
var ChannelNames = map[string]Text{
	"smtp":    {"Serveur SMTP", "SMTP server"},
	"mailjet": {"Mailjet", "Mailjet"},
	"gmail":   {"Gmail", "Gmail"},
	"graph":   {"Microsoft 365", "Microsoft 365"},
	"outbox":  {"Boîte d’envoi", "Outbox"},
}

// The four steps of a send, and what staff confirm before it.
var (
	SendChecksDone    = Count{Text{"%s vérification réussie", "%s check passed"}, Text{"%s vérifications réussies", "%s checks passed"}}
	SendMessage       = Text{"Message", "Message"}
	SendToDo          = Text{"À faire", "To do"}
	SendWhenLate      = Text{"L’événement a déjà commencé.", "The event has already started."}
	SendTestDone      = Text{"Essai de ce message envoyé %s", "This message was tested %s"}
	SendBothLanguages = Text{"Français et anglais", "French and English"}
	SendTestMissing   = Text{"Ce message n’a pas encore été mis à l’essai.", "This message hasn’t been tested yet."}
	SendTestOther     = Text{"Le dernier essai (%s) portait sur un autre message ou une version précédente.",
		"The last test (%s) was of another message or an earlier version."}
	SendTestNobody     = Text{"Personne ne le recevra dans cette langue.", "No one will receive it in this language."}
	SendAcks           = Text{"À confirmer avant l’envoi", "Confirm before sending"}
	SendAckMissing     = Text{"Cochez cette case pour confirmer.", "Check this box to confirm."}
	SendNoEnglish      = Text{"Texte en anglais", "English text"}
	SendEnglishReaders = Count{Text{"%s personne lit l’anglais.", "%s person reads English."},
		Text{"%s personnes lisent l’anglais.", "%s people read English."}}
	SendNoEnglishOf = Text{"Texte anglais manquant : %s. La version française sera envoyée.",
		"Missing English text: %s. The French text will be sent."}
	SendNoEnglishBlocks   = Text{"une partie des blocs de l’invitation", "some of the invitation’s blocks"}
	SendNoEnglishTemplate = Text{"le modèle du courriel", "the email template"}
	SendWriteEnglish      = Text{"Écrire le texte anglais", "Write the English text"}
	SendAckFrench         = Text{"Envoyer le texte français aux personnes qui lisent l’anglais", "Send the French text to people who read English"}
	SendAckDraft          = Text{"Envoyer même si l’événement est un brouillon", "Send even though the event is a draft"}
	SendAckClosed         = Text{"Envoyer même si la période de réponse est terminée", "Send even though RSVPs are closed"}
	SendAckHeavy          = Text{"Envoyer des messages de plus de 10\u00a0Mo", "Send messages larger than 10 MB"}
	SendAckOutbox         = Text{"Garder les messages dans la boîte d’envoi, sans les envoyer à personne",
		"Keep the messages in the outbox without sending them to anyone"}
	SendAckUntested = Text{"Envoyer sans essai en %s", "Send without a test in %s"}
	SendAckAgain    = Text{"Écrire de nouveau à toute la liste (dernier envoi %s)", "Write to the whole audience again (last sent %s)"}
	SendGate        = Text{"Le bouton s’active quand tout est confirmé et que le nombre est juste.",
		"The button becomes available once everything is confirmed and the number matches."}
)

package i18n

// The page from which invitations and reminders are sent.
var (
	SendTab         = Text{"Envoi", "Send"}
	SendTitle       = Text{"Envoi — %s", "Send — %s"}
	SendRemindTitle = Text{"Rappel — %s", "Reminder — %s"}
	SendRemindLead  = Text{"À qui a reçu l’invitation et n’a pas encore répondu",
		"To those who got the invitation and have not answered yet"}
	SendChecks       = Text{"Avant d’envoyer", "Before you send"}
	SendHow          = Text{"Comment", "How"}
	SendChannel      = Text{"Canal", "Channel"}
	SendBulk         = Text{"Envoi en nombre, suivi", "Bulk mail, tracked"}
	SendMailbox      = Text{"Boîte aux lettres d’une personne, sans suivi", "A person’s mailbox, untracked"}
	SendFrom         = Text{"Expéditeur", "Sender"}
	SendSubject      = Text{"Objet", "Subject"}
	SendSubjectHint  = Text{"Vide : celui de l’invitation, dans chaque langue.", "Empty: the invitation’s own, in each language."}
	SendApply        = Text{"Mettre à jour", "Update"}
	SendPreview      = Text{"Ce que les invités recevront", "What guests will receive"}
	SendPreviewFrame = Text{"Aperçu du courriel en %s", "Preview of the e-mail in %s"}
	SendOpenPreview  = Text{"Ouvrir l’aperçu en %s dans un nouvel onglet", "Open the preview in %s in a new tab"}
	SendTry          = Text{"Un essai d’abord", "A test first"}
	SendTryText      = Text{"Le vrai courriel, avec ses pièces jointes. Ses liens ne sont à personne et rien n’est compté.",
		"The real e-mail, with its attachments. Its links are nobody’s and nothing is counted."}
	SendTryTo     = Text{"Adresses", "Addresses"}
	SendTryToHint = Text{"Dix au plus, une par ligne.", "Ten at most, one a line."}
	SendTryLang   = Text{"Langue", "Language"}
	SendFrench    = Text{"Français", "French"}
	SendEnglish   = Text{"Anglais", "English"}
	SendTryDo     = Text{"Envoyer l’essai", "Send the test"}
	SendTried     = Count{Text{"Essai envoyé à %s adresse.", "Test sent to %s address."},
		Text{"Essai envoyé à %s adresses.", "Test sent to %s addresses."}}
	SendTryFailed   = Text{"L’essai n’est pas parti partout", "The test did not reach everyone"}
	SendTryAccepted = Text{"Accepté", "Accepted"}
	SendTryRefused  = Text{"Refusé", "Refused"}
	SendNow         = Text{"Envoyer", "Send"}
	SendNowText     = Text{"Chaque personne reçoit un seul message, même si l’envoi est interrompu. Vous pourrez le " +
		"suspendre, mais pas reprendre ce qui est parti.",
		"Each person gets one message, whatever interrupts the send. You can pause it, but not take back what has gone out."}
	SendCount      = Text{"Pour confirmer, tapez le nombre de personnes : %s", "To confirm, type the number of people: %s"}
	SendCountWrong = Text{"Tapez %s : c’est le nombre de personnes qui recevraient le message.",
		"Type %s: that is how many people would get the message."}
	SendLate        = Text{"L’événement a commencé : envoyer quand même", "The event has begun: send all the same"}
	SendLateMissing = Text{"Cochez cette case pour envoyer quand même.", "Tick this box to send all the same."}
	SendDo          = Count{Text{"Envoyer l’invitation à %s personne", "Send the invitation to %s person"},
		Text{"Envoyer l’invitation à %s personnes", "Send the invitation to %s people"}}
	SendRemindDo = Count{Text{"Envoyer le rappel à %s personne", "Send the reminder to %s person"},
		Text{"Envoyer le rappel à %s personnes", "Send the reminder to %s people"}}
	SendStarted = Count{Text{"L’envoi à %s personne commence.", "The send to %s person begins."},
		Text{"L’envoi à %s personnes commence.", "The send to %s people begins."}}
	SendBlocked       = Text{"Rien ne peut partir pour l’instant", "Nothing can be sent yet"}
	SendBlockedText   = Text{"Réglez d’abord ce qui est marqué en rouge ci-dessus.", "First settle what is marked in red above."}
	SendBlockedActive = Text{"Un envoi de cet événement est en cours ou suspendu. Le suivant attend sa fin.",
		"A send of this event is under way or paused. The next one waits for its end."}
	SendSeeActive  = Text{"Voir l’envoi en cours", "See the send under way"}
	SendNobody     = Text{"Personne à qui rappeler", "Nobody to remind"}
	SendNobodyText = Text{"Tous ceux qui ont reçu l’invitation ont répondu, ou ne veulent plus de courriels.",
		"All who got the invitation have answered, or want no more e-mail."}

	SendNotOpened  = Text{"N’ont pas ouvert", "Did not open"}
	SendNotClicked = Text{"Ont ouvert sans cliquer", "Opened, did not click"}
	SendNotReplied = Text{"Ont cliqué sans s’inscrire", "Clicked, did not register"}
	SendWho        = Text{"À qui", "To whom"}
	SendSample     = Text{"Par exemple : %s", "For example: %s"}

	// The checks.
	SendAudience     = Text{"Destinataires", "Recipients"}
	SendAudienceSome = Count{Text{"%s personne", "%s person"}, Text{"%s personnes", "%s people"}}
	SendAudienceIn   = Text{"%s en français, %s en anglais", "%s in French, %s in English"}
	SendAudienceLeft = Count{Text{"%s adresse laissée de côté : elle ne veut plus de courriels, ou n’existe plus",
		"%s address left out: it wants no more e-mail, or is gone"},
		Text{"%s adresses laissées de côté : elles ne veulent plus de courriels, ou n’existent plus",
			"%s addresses left out: they want no more e-mail, or are gone"}}
	SendAudienceNone = Text{"La liste principale est vide.", "The main list is empty."}
	SendAudienceGone = Count{Text{"%s client laissé de côté : son compte a été résilié depuis que les filtres l’ont choisi",
		"%s customer left out: the account was cancelled since the filters chose it"},
		Text{"%s clients laissés de côté : leurs comptes ont été résiliés depuis que les filtres les ont choisis",
			"%s customers left out: their accounts were cancelled since the filters chose them"}}
	SendAudienceTwice = Count{Text{"%s entrée en double : le même client y est sous une autre adresse, ajoutée après",
		"%s duplicate: the same customer is listed with another address that was added later"},
		Text{"%s entrées en double : les mêmes clients y sont sous une autre adresse, ajoutée après",
			"%s duplicates: the same customers are listed with another address that was added later"}}
	SendAudienceOut   = Text{"Personne sur la liste ne peut recevoir le message.", "Nobody on the list may get the message."}
	SendAudienceBuild = Text{"Bâtir la liste", "Build the list"}
	SendLook          = Text{"Apparence", "Look"}
	SendLookFestive   = Text{"L’invitation festive", "The festive invitation"}
	SendLookTemplate  = Text{"Le modèle %s", "The template %s"}
	SendLookBroken    = Text{"Le courriel ne peut pas être composé : %s", "The e-mail cannot be written: %s"}
	SendLookChange    = Text{"Modifier l’événement", "Edit the event"}
	SendTest          = Text{"Essai", "Test"}
	SendTestAt        = Text{"Essai en %s envoyé %s", "Test in %s sent %s"}
	SendTestNone      = Text{"Aucun essai encore. Envoyez-vous le courriel avant tout le monde.",
		"No test yet. Send yourself the e-mail before everyone else."}
	SendTestOld = Text{"L’événement a changé depuis l’essai. Refaites-en un.",
		"The event has changed since the test. Make another one."}
	SendTestDo      = Text{"Faire un essai", "Make a test"}
	SendWeight      = Text{"Poids", "Size"}
	SendWeightIs    = Text{"%s en français, %s en anglais", "%s in French, %s in English"}
	SendWeightSame  = Text{"%s par message", "%s a message"}
	SendWeightFiles = Count{Text{"dont %s pièce jointe", "%s attachment included"},
		Text{"dont %s pièces jointes", "%s attachments included"}}
	SendWeightAll   = Text{"%s au total", "%s in all"}
	SendWeightHeavy = Text{"Beaucoup de boîtes refusent au-delà de 10 Mo. Allégez les pièces jointes.",
		"Many mailboxes refuse more than 10 MB. Make the attachments lighter."}
	SendWay       = Text{"Canal", "Channel"}
	SendWayOutbox = Text{"Aucun canal n’est configuré : les messages restent dans la boîte de sortie et personne ne les reçoit.",
		"No channel is configured: messages stay in the outbox and nobody receives them."}
	SendWayIs        = Text{"%s, de %s", "%s, from %s"}
	SendWayUntracked = Text{"Sans suivi : ouvertures et clics ne seront pas connus.", "Untracked: opens and clicks will not be known."}
	SendWaySee       = Text{"Voir les canaux", "See the channels"}
	SendPostal       = Text{"Adresse postale", "Postal address"}
	SendPostalNone   = Text{"Aucune adresse postale n’est configurée. La loi canadienne antipourriel l’exige dans chaque message.",
		"No postal address is configured. Canada’s anti-spam law asks for one in each message."}
	SendWhen        = Text{"Date", "Date"}
	SendWhenIn      = Text{"L’événement a lieu dans %s", "The event is in %s"}
	SendWhenStarted = Text{"L’événement a déjà commencé. Une case est à cocher pour envoyer quand même.",
		"The event has begun already. A box must be ticked to send all the same."}
	SendWhenClosed = Text{"Les réponses sont fermées : les invités ne pourraient plus répondre.",
		"Answers are closed: guests could no longer answer."}
	SendWhenDraft = Text{"L’événement est un brouillon : le lien du courriel ne mènerait nulle part.",
		"The event is a draft: the link in the e-mail would lead nowhere."}
	SendBefore     = Text{"Envoi précédent", "Earlier send"}
	SendBeforeText = Text{"Une invitation est déjà partie %s. Un nouvel envoi va à toute la liste; pour qui n’a pas " +
		"répondu, envoyez plutôt un rappel.",
		"An invitation went out %s already. Another send goes to the whole list; for those who have not answered, send a reminder instead."}
	SendBeforeActive   = Text{"Un envoi est en cours ou suspendu.", "A send is under way or paused."}
	SendBeforeRemind   = Text{"Envoyer un rappel", "Send a reminder"}
	SendCheckOK        = Text{"Prêt", "Ready"}
	SendCheckLook      = Text{"À voir", "To check"}
	SendCheckStop      = Text{"Bloque l’envoi", "Stops the send"}
	SendCheckKnow      = Text{"Bon à savoir", "Good to know"}
	SendRefusedChanged = Text{"La liste a changé entre-temps : %s personnes recevraient maintenant le message. Vérifiez, puis " +
		"confirmez de nouveau.", "The list has changed meanwhile: %s people would get the message now. Check, then confirm again."}
	SendRefusedActive = Text{"Quelqu’un d’autre vient de lancer un envoi de cet événement. Rien n’est parti d’ici.",
		"Somebody else has just started a send of this event. Nothing went out from here."}
	SendRefusedNobody = Text{"Il n’y a plus personne à qui envoyer.", "There is nobody left to send to."}
)

// ChannelNames are what channels are called, by their own names.
var ChannelNames = map[string]Text{
	"smtp":    {"Relais SMTP", "SMTP relay"},
	"mailjet": {"Mailjet", "Mailjet"},
	"gmail":   {"Gmail", "Gmail"},
	"graph":   {"Microsoft 365", "Microsoft 365"},
	"outbox":  {"Boîte de sortie", "Outbox"},
}

package i18n

// Refusal says what happened and what to do next.
type Refusal struct{ Title, Next Text }

// Refusals are what a page says when it cannot be shown, by status.
var Refusals = map[int]Refusal{
	400: {Text{"La demande n’est pas complète", "The request is incomplete"},
		Text{"Revenez en arrière, vérifiez ce qui a été saisi et essayez de nouveau.", "Go back, check what was entered and try again."}},
	403: {Text{"Cette page ne vous est pas ouverte", "This page is not open to you"},
		Text{"Votre rôle ne le permet pas. Demandez à la personne qui administre Presence si vous en avez besoin.",
			"Your role does not allow it. Ask whoever administers Presence if you need it."}},
	404: {Text{"Il n’y a rien à cette adresse", "There is nothing at this address"},
		Text{"L’adresse a peut-être changé, ou ce qu’elle montrait a été archivé.",
			"The address may have changed, or what it showed may have been archived."}},
	405: {Text{"Cette adresse ne s’ouvre pas ainsi", "This address cannot be opened this way"},
		Text{"Revenez à l’accueil et suivez le chemin habituel.", "Go back to Today and take the usual way."}},
	409: {Text{"Ce n’est plus possible dans l’état actuel", "The present state no longer allows it"},
		Text{"Quelqu’un l’a peut-être modifié entre-temps. Rechargez la page pour voir où en sont les choses.",
			"Someone may have changed it meanwhile. Reload the page to see where things stand."}},
	412: {Text{"Quelqu’un a modifié cette fiche entre-temps", "Someone has changed this record meanwhile"},
		Text{"Rechargez la page, puis refaites votre modification.", "Reload the page, then make your change again."}},
	413: {Text{"C’est trop volumineux", "That is too large"}, Text{"Envoyez-en moins à la fois.", "Send less at a time."}},
	429: {Text{"Trop de tentatives", "Too many attempts"},
		Text{"Attendez un moment, puis essayez de nouveau.", "Wait a moment, then try again."}},
	500: {Text{"Quelque chose s’est mal passé de notre côté", "Something went wrong on our side"},
		Text{"Rien n’a été enregistré. Essayez de nouveau; si cela se répète, donnez le numéro ci-dessous à la personne qui administre Presence.",
			"Nothing was saved. Try again; if it happens again, give the number below to whoever administers Presence."}},
	503: {Text{"Presence n’est pas disponible pour l’instant", "Presence is unavailable right now"},
		Text{"Ce qui était déjà enregistré n’est pas perdu. Réessayez dans quelques secondes.",
			"Anything already saved is safe. Try again in a few seconds."}},
}

// Starting is what a browser reads while the program starts.
var Starting = Refusal{Text{"Presence démarre", "Presence is starting"},
	Text{"Attendez quelques secondes, puis rechargez la page.", "Wait a few seconds, then reload the page."}}

// RefusalCodes say it more exactly where the code is known.
var RefusalCodes = map[string]Refusal{
	"timesheet_approved": {Text{"Cette feuille de temps est approuvée", "This timesheet is approved"},
		Text{"Elle est verrouillée. Pour la modifier, la personne qui l’a approuvée doit d’abord retirer son approbation.",
			"It is locked. To change it, whoever approved it must withdraw the approval first."}},
	"cross_origin": {Text{"Cette demande vient d’un autre site", "This request comes from another site"},
		Text{"Par sécurité, elle a été refusée. Ouvrez Presence directement et refaites-la.",
			"It was refused for your safety. Open Presence itself and do it again."}},

	"unknown_state": {Text{"Cette connexion n’est plus valable", "This sign-in is no longer good"},
		Text{"Elle a déjà servi, elle a pris plus de dix minutes, ou elle a commencé dans un autre navigateur. Recommencez : il " +
			"suffit d’un clic.", "It was used already, took over ten minutes, or began in another browser. Begin again: one click is enough."}},
	"access_denied": {Text{"La connexion a été annulée", "The sign-in was cancelled"},
		Text{"Rien n’a été ouvert. Recommencez quand vous voulez, ou entrez avec un mot de passe.",
			"Nothing was opened. Begin again whenever you like, or use a password."}},
	"sign_in_refused": {Text{"La connexion n’a pas abouti", "The sign-in did not succeed"},
		Text{"La réponse du compte d’entreprise n’a pas pu être vérifiée. Recommencez; si cela se répète, parlez-en à la personne " +
			"qui administre Presence.",
			"The answer of the company account could not be verified. Begin again; if it happens again, tell whoever administers Presence."}},
	"email_unverified": {Text{"Votre courriel n’est pas encore confirmé", "Your e-mail is not confirmed yet"},
		Text{"Confirmez-le d’abord dans le compte d’entreprise, puis recommencez.",
			"Confirm it in the company account first, then begin again."}},
	"no_access": {Text{"Ce compte n’ouvre pas Presence", "This account does not open Presence"},
		Text{"La personne qui administre Presence doit d’abord vous y inscrire avec le courriel de ce compte. Demandez-le-lui.",
			"Whoever administers Presence must first add you with this account’s e-mail. Please ask them."}},
	"provider_unavailable": {Text{"Le compte d’entreprise ne répond pas", "The company account is not answering"},
		Text{"Réessayez dans un instant, ou entrez avec un mot de passe.", "Try again in a moment, or use a password."}},
}

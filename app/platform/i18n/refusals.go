package i18n

// Refusal is the text of an error page: what happened, and what to do next.
type Refusal struct{ Title, Next Text }

// Refusals are the texts of error pages, by status.
var Refusals = map[int]Refusal{
	400: {Text{"La requête est incomplète", "The request is incomplete"},
		Text{"Revenez en arrière, vérifiez votre saisie et réessayez.", "Go back, check what you entered and try again."}},
	403: {Text{"Vous n’avez pas accès à cette page", "You don’t have access to this page"},
		Text{"Votre rôle ne le permet pas. Au besoin, demandez l’accès à la personne qui administre Presence.",
			"Your role doesn’t allow it. If you need access, ask your Presence administrator."}},
	404: {Text{"Page introuvable", "Page not found"},
		Text{"L’adresse a peut-être changé, ou le contenu a été archivé.",
			"The address may have changed, or the content may have been archived."}},
	405: {Text{"Cette adresse ne s’ouvre pas directement", "This address can’t be opened directly"},
		Text{"Retournez à la page Aujourd’hui.", "Go back to Today."}},
	409: {Text{"Cette action n’est plus possible", "This action is no longer possible"},
		Text{"Quelqu’un a peut-être fait une modification entre-temps. Rechargez la page pour voir l’état actuel.",
			"Someone may have made a change in the meantime. Reload the page to see the current version."}},
	412: {Text{"Quelqu’un a modifié ce dossier entre-temps", "Someone else changed this record"},
		Text{"Rechargez la page, puis refaites votre modification.", "Reload the page, then make your change again."}},
	413: {Text{"Le contenu envoyé est trop volumineux", "That’s too large"},
		Text{"Envoyez-en moins à la fois.", "Try sending less at a time."}},
	429: {Text{"Trop de tentatives", "Too many attempts"},
		Text{"Attendez un moment, puis réessayez.", "Wait a moment, then try again."}},
	500: {Text{"Une erreur est survenue de notre côté", "Something went wrong on our side"},
		Text{"Vérifiez si votre changement a été enregistré, puis réessayez. Si l’erreur persiste, donnez le numéro ci-dessous à la " +
			"personne qui administre Presence.",
			"Check whether your change was saved, then try again. If it keeps happening, give the number below to your Presence administrator."}},
	503: {Text{"Presence n’est pas disponible pour l’instant", "Presence is unavailable right now"},
		Text{"Ce qui était déjà enregistré n’est pas perdu. Réessayez dans quelques secondes.",
			"Anything already saved is safe. Try again in a few seconds."}},
}

// Starting is the text of the page that is served while the program starts.
var Starting = Refusal{Text{"Presence démarre", "Presence is starting"},
	Text{"Attendez quelques secondes, puis rechargez la page.", "Wait a few seconds, then reload the page."}}

// RefusalCodes are more specific texts, by error code.
var RefusalCodes = map[string]Refusal{
	"kiosk_void":      {KioskVoid, KioskVoidText},
	"kiosk_link_void": {KioskNoLink, KioskLinkText},
	"check_in_link_void": {Text{"Ce lien d’accueil n’est plus valide", "This check-in link is no longer valid"},
		Text{"Il a été révoqué, ou l’événement est terminé. Demandez-en un nouveau à la personne qui vous l’a envoyé.",
			"It was revoked, or the event is over. Ask the person who sent it for a new one."}},
	"timesheet_approved": {Text{"Cette feuille de temps est approuvée", "This timesheet is approved"},
		Text{"Elle est verrouillée. Demandez d’abord à votre superviseur de retirer l’approbation.",
			"It’s locked. Ask your supervisor to remove the approval first."}},
	"too_many_changes": {Text{"Trop de changements", "Too many changes"},
		Text{"Vous en avez fait beaucoup en peu de temps. Réessayez dans un moment.", "You’ve made many in a short time. Try again in a moment."}},
	"cross_origin": {Text{"Cette requête vient d’un autre site", "This request came from another site"},
		Text{"Elle a été bloquée par sécurité. Ouvrez Presence directement et réessayez.",
			"It was blocked for your security. Open Presence directly and try again."}},

	"unknown_state": {Text{"Cette connexion a expiré", "This sign-in has expired"},
		Text{"Elle a déjà servi, elle a pris plus de 10\u00a0minutes ou elle a commencé dans un autre navigateur. Connectez-vous de nouveau.",
			"It was already used, took more than 10 minutes, or started in another browser. Sign in again."}},
	"access_denied": {Text{"Connexion annulée", "Sign-in cancelled"},
		Text{"Réessayez quand vous voulez ou utilisez un mot de passe.", "Try again whenever you’re ready, or use a password."}},
	"sign_in_refused": {Text{"La connexion a échoué", "Sign-in failed"},
		Text{"La réponse du compte d’entreprise n’a pas pu être vérifiée. Réessayez. Si l’erreur persiste, parlez-en à la personne " +
			"qui administre Presence.",
			"We couldn’t verify the response from your company account. Try again. If it keeps happening, tell your Presence " +
				"administrator."}},
	"email_unverified": {Text{"Votre courriel n’est pas encore confirmé", "Your email isn’t confirmed yet"},
		Text{"Confirmez-le d’abord dans votre compte d’entreprise, puis réessayez.",
			"Confirm it in your company account first, then try again."}},
	"no_access": {Text{"Ce compte n’a pas accès à Presence", "This account doesn’t have access to Presence"},
		Text{"La personne qui administre Presence doit d’abord vous ajouter avec le courriel de ce compte.",
			"Your Presence administrator needs to add you with this account’s email first."}},
	"provider_unavailable": {Text{"Le service de connexion de l’entreprise ne répond pas", "Company sign-in isn’t responding"},
		Text{"Réessayez dans un instant ou utilisez un mot de passe.", "Try again in a moment, or use a password."}},
}

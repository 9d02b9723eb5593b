package i18n

// Connected applications.
var (
	AppsIntro    = Text{"Les applications auxquelles un programme accède en votre nom.", "The applications that a program uses on your behalf."}
	AppsIntroAll = Text{"Les applications auxquelles un programme accède au nom de quelqu’un. Les jetons ne sont jamais affichés.",
		"The applications that a program uses on someone’s behalf. Tokens are never shown."}
	AppsCount = Count{Text{"%s application connectée", "%s connected application"},
		Text{"%s applications connectées", "%s connected applications"}}
	AppsSearch    = Text{"Filtrer par personne ou application", "Filter by person or application"}
	AppsPerson    = Text{"Personne", "Person"}
	AppsAddress   = Text{"Application", "Application"}
	AppsSince     = Text{"Connectée le", "Connected on"}
	AppsUntil     = Text{"Valide jusqu’au", "Valid until"}
	AppsAccess    = Text{"Accès : %s", "Access: %s"}
	AppsRenewal   = Text{"Renouvellement : %s", "Renewal: %s"}
	AppsNoEnd     = Text{"sans date de fin", "no end date"}
	AppsScopes    = Text{"Autorisations", "Permissions"}
	AppsNoScopes  = Text{"Aucune autorisation précisée", "No permissions listed"}
	AppsRenewable = Text{"Expiré, renouvelable", "Expired, renewable"}
	AppsExpired   = Text{"Expiré", "Expired"}
	AppsNone      = Text{"Aucune application connectée", "No connected applications"}
	AppsNoneText  = Text{"Une application figure ici dès qu’un programme a enregistré, au moyen de l’API, votre accès à celle-ci.",
		"An application appears here once a program has stored your access to it through the API."}
	AppsNoneAllText = Text{"Une application figure ici dès qu’un programme a enregistré, au moyen de l’API, l’accès de quelqu’un à celle-ci.",
		"An application appears here once a program has stored someone’s access to it through the API."}
	AppsDocs       = Text{"Voir l’API", "View the API"}
	AppsEnd        = Text{"Déconnecter…", "Disconnect…"}
	AppsEndOf      = Text{"Déconnecter %s", "Disconnect %s"}
	AppsEndOfOther = Text{"Déconnecter %s pour %s", "Disconnect %s for %s"}
	AppsAsk        = Text{"Déconnecter cette application?", "Disconnect this application?"}
	AppsAskText    = Text{"Ses jetons seront effacés, et les programmes n’y auront plus accès en votre nom. Cette action est irréversible.",
		"Its tokens will be erased, and programs will no longer have access to it on your behalf. This can’t be undone."}
	AppsAskTextAll = Text{"Ses jetons seront effacés, et les programmes n’y auront plus accès au nom de cette personne. " +
		"Cette action est irréversible.",
		"Its tokens will be erased, and programs will no longer have access to it on this person’s behalf. This can’t be undone."}
	AppsEndDo = Text{"Déconnecter", "Disconnect"}
	AppsEnded = Text{"Application déconnectée : %s", "Application disconnected: %s"}
)

// ScopeNames are the names of scopes that many applications have in common.
var ScopeNames = map[string]Text{
	"openid": {"connexion", "sign-in"}, "profile": {"profil", "profile"}, "email": {"adresse de courriel", "email address"},
	"address": {"adresse", "address"}, "phone": {"numéro de téléphone", "phone number"},
	"offline_access": {"accès hors ligne", "offline access"},
}

package i18n

// Texts of signing in.
var (
	SignInCompany = Text{"Connexion à %s", "Sign in to %s"}
	ImportedTitle = Text{"Après l’importation, connectez-vous de nouveau", "Sign in again after the import"}
	ImportedText  = Text{"Utilisez l’adresse de la personne que vous avez choisie et le mot de passe que vous aviez dans cette installation.",
		"Use the email address of the person you chose and the password you had in this installation."}
	SignInIntro  = Text{"Vos heures, votre équipe, la paie : tout au même endroit.", "Your hours, your team, payroll: all in one place."}
	Email        = Text{"Courriel", "Email"}
	Password     = Text{"Mot de passe", "Password"}
	PasswordHint = Text{"Au moins 10\u00a0caractères. Une phrase facile à retenir vaut mieux que des symboles.",
		"At least 10 characters. A phrase you’ll remember is better than symbols."}
	FullName      = Text{"Nom complet", "Full name"}
	SignedInAs    = Text{"Une session est déjà ouverte : %s", "You’re already signed in as %s"}
	ContinueAs    = Text{"Continuer", "Continue"}
	SignInRefused = Text{"Connexion impossible", "We couldn’t sign you in"}
	WrongPassword = Text{"Courriel ou mot de passe incorrect. Vérifiez-les et réessayez.",
		"Incorrect email or password. Check both and try again."}
	TooManyTries   = Text{"Trop de tentatives. Réessayez dans %s.", "Too many attempts. Try again in %s."}
	NotPassword    = Text{"Entrez votre courriel et votre mot de passe.", "Enter your email and password."}
	SignInAlso     = Text{"Ou avec un mot de passe", "Or with a password"}
	SignInOwn      = Text{"Utiliser votre propre compte", "Use your own account"}
	SignOn         = Text{"Se connecter avec le compte d’entreprise", "Sign in with your company account"}
	SignOnDown     = Text{"Le service de connexion de l’entreprise ne répond pas", "Company sign-in isn’t responding"}
	SignOnDownText = Text{"La connexion avec le compte d’entreprise est indisponible pour le moment. Réessayez dans un instant ou " +
		"utilisez un mot de passe.",
		"You can’t sign in with your company account right now. Try again in a moment, or use a password."}
	TryAgain     = Text{"Réessayer", "Try again"}
	ArrivedTitle = Text{"Connexion réussie", "You’re signed in"}
	ArrivedText  = Text{"Bonjour, %s. La page suivante s’ouvrira automatiquement.", "Hello, %s. The next page will open automatically."}
	DemoTitle    = Text{"Essayez la démo", "Try the demo"}
	DemoIntro    = Text{"Choisissez une personne pour vous connecter en un clic. L’entreprise et ses données sont fictives.",
		"Pick a person to sign in with one click. The company and its data are fictional."}
	DemoSignInAs = Text{"Se connecter en tant que", "Sign in as"}
	FirstTitle   = Text{"Bienvenue dans Presence", "Welcome to Presence"}
	FirstIntro   = Text{"Créez le compte d’administration. Ce lien ne sert qu’une fois.",
		"Create the administrator account. This link works only once."}
	FirstSubmit      = Text{"Créer le compte et se connecter", "Create account and sign in"}
	ChooseTitle      = Text{"Choisissez votre mot de passe", "Choose your password"}
	ChooseIntro      = Text{"%s, ce lien ne sert qu’une fois.", "%s, this link works only once."}
	ChooseSubmit     = Text{"Enregistrer et se connecter", "Save and sign in"}
	FirstVoid        = Text{"Ce lien n’est plus valide", "This link is no longer valid"}
	PasswordLinkVoid = Text{"Il a déjà servi, il a expiré ou un autre l’a remplacé. Demandez-en un nouveau sur la page de connexion " +
		"(« Mot de passe oublié? ») ou à la personne qui administre Presence.",
		"It has already been used, has expired or was replaced by another. Get a new one from the sign-in page (“Forgot your password?”) " +
			"or from your Presence administrator."}
	FirstVoidText = Text{"Il a déjà servi, il date de plus de 24\u00a0heures ou un compte d’administration existe déjà. S’il n’y en a " +
		"pas encore, redémarrez le serveur : il affichera un nouveau lien.",
		"It has already been used, it’s more than 24 hours old, or an administrator already exists. If there’s no administrator yet, " +
			"restart the server to get a new link."}
	SecondsCounted = Count{Text{"%s\u00a0seconde", "%s second"}, Text{"%s\u00a0secondes", "%s seconds"}}
	MinutesCounted = Count{Text{"%s\u00a0minute", "%s minute"}, Text{"%s\u00a0minutes", "%s minutes"}}
	HoursCounted   = Count{Text{"%s\u00a0heure", "%s hour"}, Text{"%s\u00a0heures", "%s hours"}}
)

// Texts of a forgotten password.
var (
	ForgotLink  = Text{"Mot de passe oublié?", "Forgot your password?"}
	ForgotTitle = Text{"Mot de passe oublié", "Forgot your password?"}
	ForgotIntro = Text{"Entrez l’adresse de courriel de votre compte. Nous y enverrons un lien pour choisir un nouveau mot de passe.",
		"Enter your account’s email address. We’ll send you a link to choose a new password."}
	ForgotSubmit = Text{"Envoyer le lien", "Send the link"}
	ForgotSent   = Text{"Vérifiez vos courriels", "Check your email"}
	ForgotSentT  = Text{"Si cette adresse est celle d’un compte avec mot de passe, un message est en route. Le lien qu’il contient est valide une heure.",
		"If that address belongs to an account with a password, a message is on its way. The link in it is valid for one hour."}
	ForgotNone = Text{"Rien reçu? Regardez dans vos pourriels, vérifiez l’adresse et réessayez, ou écrivez à la personne qui " +
		"administre Presence.", "Nothing yet? Check your junk or spam folder, make sure the address is right and try again, or ask your Presence " +
		"administrator."}
	ForgotSignOn = Text{"Si vous utilisez le compte d’entreprise, vous n’avez pas de mot de passe ici : connectez-vous avec ce compte.",
		"If you use your company account, you don’t have a password here. Sign in with that account."}
	ForgotNoMail = Text{"L’envoi de courriels n’est pas configuré. La personne qui administre Presence peut vous donner un lien pour " +
		"choisir un nouveau mot de passe.",
		"Email isn’t set up. Your Presence administrator can give you a link to choose a new password."}
	ForgotRefused = Text{"Envoi impossible", "We couldn’t send the link"}
	BackToSignIn  = Text{"Retour à la connexion", "Back to sign-in"}
)

// Texts of the messages with a link to choose a password.
var (
	InviteSubject = Text{"Choisissez votre mot de passe pour Presence", "Choose your password for Presence"}
	InviteTitle   = Text{"Votre compte Presence est prêt", "Your Presence account is ready"}
	InviteFrom    = Text{"%s vous invite à utiliser Presence.", "%s has invited you to Presence."}
	InviteFromOf  = Text{"%s (%s) vous invite à utiliser Presence.", "%s (%s) has invited you to Presence."} // name, company
	InviteText    = Text{"Votre compte est créé. Choisissez un mot de passe, puis connectez-vous avec l’adresse %s.",
		"Your account is set up. Choose a password, then sign in with %s."}
	ResetSubject    = Text{"Choisissez un nouveau mot de passe pour Presence", "Choose a new password for Presence"}
	ResetTitle      = Text{"Choisissez un nouveau mot de passe", "Choose a new password"}
	InviteAgainText = Text{"Vous pouvez choisir un nouveau mot de passe pour le compte %s.",
		"You can choose a new password for the account %s."}
	InviteValid = Text{"Ce lien ne sert qu’une fois et reste valide 72\u00a0heures. Il est personnel : merci de ne pas le transférer.",
		"This link works only once and is valid for 72 hours. It’s just for you, so please don’t forward it."}
	ForgottenLetter = Text{"Quelqu’un a demandé un nouveau mot de passe pour le compte %s. Si c’est vous, choisissez-le ici.",
		"Someone asked for a new password for the account %s. If it was you, choose one here."}
	ForgottenValid = Text{"Ce lien ne sert qu’une fois et expire au bout d’une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe " +
		"reste le même.", "This link works only once and expires after an hour. If you didn’t ask for it, ignore this email: your password stays the same."}
	LetterCopy = Text{"Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :",
		"If the button doesn’t work, copy this address into your browser:"}
	LetterWhy = Text{"Vous recevez ce courriel parce que vous avez un compte Presence (%s).",
		"You’re receiving this email because you have a Presence account (%s)."}
)

// Texts of how a person signs in, on the pages of accounts and of employees.
var (
	AccessTitle        = Text{"Connexion à Presence", "Signing in"}
	AccessLast         = Text{"Dernière connexion", "Last sign-in"}
	AccessNoneRecorded = Text{"Aucune enregistrée", "None recorded"}
	AccessInvitation   = Text{"Invitation", "Invitation"}
	AccessBoth         = Text{"Mot de passe et compte d’entreprise", "Password and company account"}
	AccessCompany      = Text{"Compte d’entreprise", "Company account"}
	AccessSince        = Text{"%s, depuis le %s", "%s, since %s"}
	AccessPasskey      = Text{"Clé d’accès", "Passkey"}
	AccessNotYet       = Text{"Pas encore de mot de passe", "No password yet"}
	AccessNone         = Text{"Aucune", "None"}
	AccessQueued       = Text{"Envoi en cours depuis le %s.", "Sending since %s."}
	AccessSent         = Text{"Envoyée le %s.", "Sent on %s."}
	AccessRefused      = Text{"Refusée par le serveur de courriel le %s.", "Rejected by the mail server on %s."}
	AccessExpired      = Text{"Celle du %s n’a pas pu être envoyée à temps.", "The email from %s couldn’t be sent in time."}
	AccessUnconfirmed  = Text{"Envoyée le %s, sans confirmation du serveur de courriel.", "Sent on %s, unconfirmed by the mail server."}
	AccessCancelled    = Text{"Celle du %s a été annulée avant l’envoi.", "The email from %s was cancelled before it was sent."}
	AccessLinkMade     = Text{"Lien créé le %s.", "Link created on %s."}
	AccessValidUntil   = Text{"Valide jusqu’au %s.", "Valid until %s."}
	AccessInvite       = Text{"Inviter", "Invite"}
	AccessInviteAgain  = Text{"Inviter de nouveau", "Invite again"}
	AccessSendLink     = Text{"Envoyer un lien de mot de passe", "Send a password link"}
	AccessByMail       = Text{"La personne reçoit par courriel un lien pour choisir son mot de passe. Ce lien ne sert qu’une fois et " +
		"reste valide 72\u00a0heures.",
		"The person gets an email with a link to choose a password. The link works only once and is valid for 72 hours."}
	AccessNoMail = Text{"L’envoi de courriels n’est pas configuré\u00a0: copiez le lien et remettez-le à la personne. Il ne sert qu’une fois " +
		"et reste valide 72\u00a0heures.",
		"Email isn’t set up: copy the link and give it to the person. It works only once and is valid for 72 hours."}
	AccessAdminCopies = Text{"L’envoi de courriels n’est pas configuré. Une personne qui administre Presence peut créer un lien.",
		"Email isn’t set up. A Presence administrator can create a link."}
	AccessInvited = Text{"Invitation en route vers %s.", "Invitation on its way to %s."}
	AccessTick    = Text{"Envoyer une invitation par courriel", "Send an invitation by email"}
)

// Texts of a list of people: since when they can sign in, or when they were invited.
var (
	SignInListUninvited = Text{"Aucune invitation", "Not invited"}
	SignInListInvited   = Text{"Invitation du %s", "Invited on %s"}
	SignInListExpired   = Text{"Invitation du %s, lien expiré", "Invited on %s, link expired"}
	SignInListRefused   = Text{"Invitation du %s, non remise", "Invited on %s, not delivered"}
	SignInListAgain     = Text{"Envoyer de nouveau", "Resend"}
	SignInListInviteOf  = Text{"Inviter %s", "Invite %s"}
	SignInListAgainOf   = Text{"Envoyer de nouveau l’invitation à %s", "Resend the invitation to %s"}
	SignInListTick      = Text{"Sélectionner %s", "Select %s"}
	SignInListTickAll   = Text{"Sélectionner toutes les personnes de cette page qui peuvent être invitées",
		"Select everyone on this page who can be invited"}
	SignInListSelected = Text{"Inviter la sélection", "Invite selected"}
	SignInListTicked   = Text{"Inviter la sélection (%s)", "Invite selected (%s)"}
	SignInListNone     = Text{"Ces personnes peuvent déjà se connecter, ou leur accès a pris fin.",
		"These people can sign in already, or their access has ended."}
	SignInListNobody = Text{"Sélectionnez d’abord au moins une personne.", "Select at least one person first."}
)

// Texts of inviting everyone at once.
var (
	InviteFilter  = Text{"Connexion", "Sign-in"}
	InviteAny     = Text{"Tout le personnel", "Everyone"}
	InviteNotYet  = Text{"Ne peut pas encore se connecter", "Can’t sign in yet"}
	InviteAllText = Text{"Chaque personne reçoit par courriel un lien pour choisir son mot de passe. Celles dont l’invitation est encore " +
		"valide ne sont pas invitées de nouveau.",
		"Each person gets an email with a link to choose a password. Those whose invitation is still valid aren’t invited again."}
	InviteAllDo  = Text{"Inviter tout le monde", "Invite everyone"}
	InviteAllWho = Count{Text{"%s personne ne peut pas encore se connecter", "%s person can’t sign in yet"},
		Text{"%s personnes ne peuvent pas encore se connecter", "%s people can’t sign in yet"}}
	InviteAllDone = Count{Text{"%s invitation en route, valide 72\u00a0heures.", "%s invitation on its way, valid for 72 hours."},
		Text{"%s invitations en route, valides 72\u00a0heures.", "%s invitations on their way, valid for 72 hours."}}
	InviteAllMore = Text{"Il reste des personnes à inviter. Cliquez de nouveau sur «\u00a0Inviter tout le monde\u00a0».",
		"There are more people to invite. Select “Invite everyone” again."}
	InviteNoMail    = Text{"L’envoi de courriels n’est pas configuré.", "Email isn’t set up."}
	InviteSetUpMail = Text{"Configurer l’envoi de courriels", "Set up email"}
	InviteLinksText = Text{"Vous pouvez créer un lien par personne, à imprimer et à remettre. Chaque lien ne sert qu’une fois et reste " +
		"valide 72\u00a0heures.",
		"You can create a link for each person, to print and hand out. Each link works only once and is valid for 72 hours."}
	InviteLinksPlain = Text{"Les liens des superviseurs et des autres rôles sont créés par une personne qui administre Presence.",
		"Links for supervisors and other roles are created by a Presence administrator."}
	InviteLinksAgain = Text{"Remplacer aussi les invitations encore valides", "Also replace invitations that are still valid"}
	InviteLinksDo    = Text{"Créer des liens à remettre", "Create links to hand out"}
	InviteLinksNone  = Text{"Aucun lien créé : les invitations sont encore valides, ou les liens doivent être créés par une personne qui administre Presence.",
		"No links created: the invitations are still valid, or the links must be created by a Presence administrator."}
	InviteAllNone = Text{"Toutes les personnes ont déjà une invitation valide.", "Everyone already has a valid invitation."}
)

// Texts of the links that are handed to people.
var (
	SlipsTitle = Count{Text{"%s lien à remettre", "%s link to hand out"}, Text{"%s liens à remettre", "%s links to hand out"}}
	SlipsOnce  = Text{"Imprimez cette page ou téléchargez le fichier maintenant", "Print this page or download the file now"}
	SlipsNote  = Text{"Vous ne pourrez plus revoir ces liens. Remettez chacun uniquement à la personne nommée\u00a0: il donne accès à son compte.",
		"You won’t be able to see these links again. Give each one only to the person named: it gives access to their account."}
	SlipsMore     = Text{"D’autres personnes n’ont pas encore de lien.", "Some people don’t have a link yet."}
	SlipsNext     = Text{"Créer les liens suivants", "Create the next links"}
	SlipsFile     = Text{"Télécharger (CSV)", "Download (CSV)"}
	SlipsFileName = Text{"liens", "links"}
	SlipsLink     = Text{"Lien", "Link"}
	SlipsUntil    = Text{"Valide jusqu’au", "Valid until"}
	SlipScan      = Text{"Balayez le code avec l’appareil photo de votre téléphone, ou ouvrez cette adresse\u00a0:",
		"Scan the code with your phone’s camera, or open this address:"}
	SlipSignIn = Text{"Ensuite, connectez-vous avec l’adresse %s.", "Then sign in with %s."}
	SlipValid  = Text{"Le lien ne sert qu’une fois, jusqu’au %s. Il est personnel.", "The link works once, until %s. It’s just for you."}
	SlipCode   = Text{"Code QR du lien", "QR code for the link"}
)

// RoleNames are the names of the roles of C11.
var RoleNames = map[string]Text{
	"admin":      {"Administration", "Administrator"},
	"payroll":    {"Paie", "Payroll"},
	"supervisor": {"Supervision", "Supervisor"},
	"events":     {"Événements", "Events"},
	"employee":   {"Employé", "Employee"},
}

// RoleWork describes for users of the demo what each role does.
var RoleWork = map[string]Text{
	"admin":      {"Voit et configure tout", "Sees and manages everything"},
	"payroll":    {"Vérifie la période et exporte la paie", "Reviews the period and exports payroll"},
	"supervisor": {"Approuve les heures de son équipe", "Approves their team’s hours"},
	"events":     {"Organise les événements et les invitations", "Plans events and invitations"},
	"employee":   {"Saisit ses heures", "Enters their own hours"},
}

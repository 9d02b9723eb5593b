package i18n

// Texts of signing in.
var (
	SignInCompany = Text{"Connexion à %s", "Sign in to %s"}
	SignInIntro   = Text{"Vos heures, votre équipe, la paie : tout au même endroit.", "Your hours, your team, payroll: all in one place."}
	Email         = Text{"Courriel", "Email"}
	Password      = Text{"Mot de passe", "Password"}
	PasswordHint  = Text{"Au moins 10 caractères. Une phrase facile à retenir vaut mieux que des symboles.",
		"At least 10 characters. A phrase you’ll remember is better than symbols."}
	FullName      = Text{"Nom complet", "Full name"}
	SignedInAs    = Text{"Une session est déjà ouverte : %s", "You’re already signed in as %s"}
	ContinueAs    = Text{"Continuer", "Continue"}
	SignInRefused = Text{"Connexion impossible", "We couldn’t sign you in"}
	WrongPassword = Text{"Courriel ou mot de passe incorrect. Vérifiez-les et réessayez.",
		"Incorrect email or password. Check both and try again."}
	TooManyTries = Text{"Trop de tentatives. Réessayez dans %s.", "Too many attempts. Try again in %s."}
	NotPassword  = Text{"Entrez votre courriel et votre mot de passe.", "Enter your email and password."}
	SignInHelp   = Text{"Mot de passe oublié ? La personne qui administre Presence peut le réinitialiser.",
		"Forgot your password? Your Presence administrator can reset it."}
	SignInAlso     = Text{"Ou avec un mot de passe", "Or with a password"}
	SignInOwn      = Text{"Avec votre propre compte", "With your own account"}
	SignOn         = Text{"Se connecter avec le compte d’entreprise", "Sign in with your company account"}
	SignOnDown     = Text{"Le service de connexion de l’entreprise ne répond pas", "Company sign-in isn’t responding"}
	SignOnDownText = Text{"La connexion avec le compte d’entreprise est indisponible pour le moment. Réessayez dans un instant ou " +
		"utilisez un mot de passe.",
		"You can’t sign in with your company account right now. Try again in a moment, or use a password."}
	TryAgain     = Text{"Réessayer", "Try again"}
	ArrivedTitle = Text{"Connexion réussie", "You’re signed in"}
	ArrivedText  = Text{"Bonjour %s. La page suivante s’ouvrira automatiquement.", "Hello, %s. The next page will open automatically."}
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
	PasswordLinkVoid = Text{"Il a déjà servi, il date de plus de 72\u00a0heures ou un autre l’a remplacé. Demandez-en un nouveau à la personne " +
		"qui administre Presence.", "It has already been used, is more than 72 hours old, or was replaced by another. Ask your administrator " +
		"for a new one."}
	FirstVoidText = Text{"Il a déjà servi, il date de plus de 24 heures ou un compte d’administration existe déjà. S’il n’y en a " +
		"pas encore, redémarrez le serveur : il affichera un nouveau lien.",
		"It has already been used, it’s more than 24 hours old, or an administrator already exists. If there’s no administrator yet, " +
			"restart the server to get a new link."}
	SecondsCounted = Count{Text{"%s seconde", "%s second"}, Text{"%s secondes", "%s seconds"}}
	MinutesCounted = Count{Text{"%s minute", "%s minute"}, Text{"%s minutes", "%s minutes"}}
)

// RoleNames are the names of the roles of C11.
var RoleNames = map[string]Text{
	"admin":      {"Administration", "Administrator"},
	"payroll":    {"Paie", "Payroll"},
	"supervisor": {"Supervision", "Supervisor"},
	"events":     {"Événements", "Events"},
	"employee":   {"Personnel", "Employee"},
}

// RoleWork describes for users of the demo what each role does.
var RoleWork = map[string]Text{
	"admin":      {"Voit et configure tout", "Sees and manages everything"},
	"payroll":    {"Vérifie la période et exporte la paie", "Reviews the period and exports payroll"},
	"supervisor": {"Approuve les heures de son équipe", "Approves their team’s hours"},
	"events":     {"Organise les événements et les invitations", "Plans events and invitations"},
	"employee":   {"Saisit ses heures", "Enters their hours"},
}

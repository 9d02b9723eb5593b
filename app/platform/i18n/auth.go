package i18n

// Texts of signing in.
var (
	SignInIntro  = Text{"Vos heures, votre équipe, la paie : tout au même endroit.", "Your hours, your team, payroll: all in one place."}
	Email        = Text{"Courriel", "E-mail"}
	Password     = Text{"Mot de passe", "Password"}
	PasswordHint = Text{"Au moins 10 caractères. Une phrase que vous retenez vaut mieux que des symboles.",
		"At least 10 characters. A sentence you remember beats symbols."}
	FullName      = Text{"Nom complet", "Full name"}
	SignedInAs    = Text{"Vous êtes déjà connecté : %s", "You are already signed in: %s"}
	ContinueAs    = Text{"Continuer", "Continue"}
	SignInRefused = Text{"Connexion impossible", "Could not sign you in"}
	WrongPassword = Text{"Le courriel ou le mot de passe ne convient pas. Vérifiez les deux et réessayez.",
		"The e-mail or the password is not right. Check both and try again."}
	TooManyTries = Text{"Trop de tentatives. Réessayez dans %s.", "Too many attempts. Try again in %s."}
	NotPassword  = Text{"Remplissez le courriel et le mot de passe.", "Fill in the e-mail and the password."}
	SignInHelp   = Text{"Mot de passe oublié ? L’administrateur de votre entreprise peut vous en donner un nouveau.",
		"Forgot your password? Your company’s administrator can give you a new one."}
	SignInAlso     = Text{"Ou avec un mot de passe", "Or with a password"}
	SignInOwn      = Text{"Avec votre propre compte", "With your own account"}
	SignOn         = Text{"Entrer avec le compte d’entreprise", "Use your company account"}
	SignOnDown     = Text{"Le compte d’entreprise ne répond pas", "The company account is not answering"}
	SignOnDownText = Text{"Le service qui vous reconnaît ne répond pas en ce moment. Réessayez dans un instant, ou entrez avec " +
		"un mot de passe.", "The service that recognises you is not answering just now. Try again in a moment, or use a password."}
	TryAgain     = Text{"Réessayer", "Try again"}
	ArrivedTitle = Text{"Vous êtes connecté", "You are signed in"}
	ArrivedText  = Text{"Bonjour %s. La page suivante s’ouvre d’elle-même.", "Hello %s. The next page opens by itself."}
	DemoTitle    = Text{"Entrez dans la démonstration", "Step into the demo"}
	DemoIntro    = Text{"Choisissez une personne : un clic suffit. L’entreprise et ses données sont fictives.",
		"Choose a person: one click is enough. The company and its data are made up."}
	DemoSignInAs = Text{"Entrer comme", "Sign in as"}
	FirstTitle   = Text{"Bienvenue dans Presence", "Welcome to Presence"}
	FirstIntro   = Text{"Créez le compte de l’administrateur. Ce lien ne sert qu’une fois.",
		"Create the administrator’s account. This link works once."}
	FirstSubmit   = Text{"Créer le compte et entrer", "Create the account and sign in"}
	FirstVoid     = Text{"Ce lien n’est plus valable", "This link is no longer good"}
	FirstVoidText = Text{"Il a déjà servi, il a plus de 24 heures, ou un administrateur existe déjà. S’il n’y en a pas encore, " +
		"redémarrez le serveur : il affichera un nouveau lien.",
		"It was used, is over 24 hours old, or there is an administrator already. If there is none yet, restart the server: it " +
			"prints a new link."}
	SecondsCounted = Count{Text{"%s seconde", "%s second"}, Text{"%s secondes", "%s seconds"}}
	MinutesCounted = Count{Text{"%s minute", "%s minute"}, Text{"%s minutes", "%s minutes"}}
)

// RoleNames are the roles of C11 in words.
var RoleNames = map[string]Text{
	"admin":      {"Administration", "Administrator"},
	"payroll":    {"Paie", "Payroll"},
	"supervisor": {"Supervision", "Supervisor"},
	"events":     {"Événements", "Events"},
	"employee":   {"Employé", "Employee"},
}

// RoleWork is what each of them does here, for somebody who tries the demo.
var RoleWork = map[string]Text{
	"admin":      {"Voit tout et règle tout", "Sees and runs everything"},
	"payroll":    {"Vérifie la période et exporte la paie", "Checks the period and exports payroll"},
	"supervisor": {"Approuve les heures de son équipe", "Approves the crew’s hours"},
	"events":     {"Prépare événements et invitations", "Prepares events and invitations"},
	"employee":   {"Saisit ses deux semaines", "Records two weeks of time"},
}

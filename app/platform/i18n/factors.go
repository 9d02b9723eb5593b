package i18n

// Texts of the second step of signing in, and of reauthentication.
var (
	FactorTitle = Text{"Confirmez votre identité", "Confirm it’s you"}
	FactorIntro = Text{"Votre mot de passe est correct. Il reste une étape.", "Your password is correct. One step to go."}
	FactorCode  = Text{"Code", "Code"}
	FactorHint  = Text{"Les 6\u00a0chiffres de votre application, ou l’un de vos codes de secours.",
		"The 6 digits from your app, or one of your recovery codes."}
	FactorHelpAdmin = Text{"Vous avez perdu votre téléphone et vos codes de secours? Une autre personne qui administre Presence peut réinitialiser votre " +
		"double authentification. S’il n’y en a pas, exécutez cette commande sur le serveur\u00a0:",
		"Lost your phone and your recovery codes? Another Presence administrator can reset your two-factor authentication. If there isn’t one, run this on the server:"}
	FactorHelp = Text{"Vous avez perdu votre téléphone et vos codes de secours? La personne qui administre Presence peut réinitialiser " +
		"votre double authentification.", "Lost your phone and your recovery codes? Your Presence administrator can reset your two-factor " +
		"authentication."}
	FactorOver = Text{"Recommencer", "Start over"}
	WrongCode  = Text{"Ce code est incorrect ou a déjà servi. Entrez le prochain code de l’application, ou un autre code de secours.",
		"This code is incorrect or was already used. Enter the next code from your app, or another recovery code."}
	PasskeyUse    = Text{"Utiliser une clé d’accès", "Use a passkey"}
	PasskeyWrong  = Text{"Cette clé d’accès n’a pas pu être vérifiée. Réessayez.", "We couldn’t verify this passkey. Try again."}
	PasskeyFailed = Text{"La clé d’accès n’a pas été utilisée. Réessayez, ou continuez autrement.",
		"The passkey wasn’t used. Try again, or continue another way."}
	ReauthTitle = Text{"Confirmez votre identité", "Confirm it’s you"}
	ReauthIntro = Text{"Cette action est protégée. Un seul des moyens ci-dessous suffit, et la confirmation vaut pour 10\u00a0minutes.",
		"This action is protected. Any one of these is enough, and you won’t be asked again for 10\u00a0minutes."}
	ReauthWrong   = Text{"Mot de passe incorrect.", "Incorrect password."}
	ReauthMissing = Text{"Entrez votre mot de passe ou un code.", "Enter your password or a code."}
	ReauthGoOn    = Text{"Confirmer et continuer", "Confirm and continue"}
)

// My account: security.
var (
	Security       = Text{"Sécurité", "Security"}
	SecurityEnrol  = Text{"Ajoutez un second facteur pour continuer", "Add a second factor to continue"}
	SecurityEnrolT = Text{"Votre rôle l’exige. Ajoutez une clé d’accès ou configurez les codes à usage unique. Vous aurez ensuite accès au reste de Presence.",
		"Your role requires it. Add a passkey or set up one-time codes. You’ll then have access to the rest of Presence."}
	SecurityDone = Text{"Votre second facteur est configuré.", "Your second factor is set up."}
	SecurityGoOn = Text{"Continuer vers Presence", "Continue to Presence"}

	PasskeysTitle = Text{"Clés d’accès", "Passkeys"}
	PasskeysIntro = Text{"Une clé d’accès remplace le mot de passe et le code : votre empreinte, votre visage ou le NIP de votre appareil suffit.",
		"A passkey replaces your password and code: your fingerprint, face or device PIN is all you need."}
	PasskeysNot = Text{"Les clés d’accès ne sont pas offertes à cette adresse : il faut HTTPS et un nom de domaine.",
		"Passkeys aren’t available at this address: they need HTTPS and a domain name."}
	PasskeysScript = Text{"Pour ajouter une clé d’accès, activez JavaScript.", "To add a passkey, turn on JavaScript."}
	PasskeyName    = Text{"Nom", "Name"}
	PasskeyNameFor = Text{"Nom de la clé d’accès « %s »", "Name of the passkey “%s”"}
	PasskeyMade    = Text{"Ajoutée", "Added"}
	PasskeyUsed    = Text{"Dernière utilisation", "Last used"}
	PasskeyUnused  = Text{"Jamais utilisée", "Never used"}
	PasskeyNew     = Text{"Nom de la nouvelle clé d’accès", "Name of the new passkey"}
	PasskeyAdd     = Text{"Ajouter une clé d’accès", "Add a passkey"}
	PasskeyRename  = Text{"Renommer", "Rename"}
	PasskeyRenameF = Text{"Renommer « %s »", "Rename “%s”"}
	PasskeyRemove  = Text{"Retirer", "Remove"}
	PasskeyRemoveF = Text{"Retirer « %s »", "Remove “%s”"}
	PasskeyAdded   = Text{"Clé d’accès ajoutée.", "Passkey added."}
	PasskeyRenamed = Text{"Clé d’accès renommée.", "Passkey renamed."}
	PasskeyRemoved = Text{"Clé d’accès retirée.", "Passkey removed."}

	CodesTitle = Text{"Codes à usage unique", "One-time codes"}
	CodesIntro = Text{"Une application sur votre téléphone affiche un code à 6\u00a0chiffres, à entrer après le mot de passe.",
		"An app on your phone shows a 6-digit code to enter after your password."}
	CodesOn     = Text{"Configurés", "Set up"}
	CodesSince  = Text{"Depuis", "Since"}
	CodesUnused = Text{"Jamais utilisés", "Never used"}
	CodesSet    = Text{"Configurer", "Set up"}
	CodesAgain  = Text{"Changer d’application", "Change app"}
	CodesStop   = Text{"Ne plus utiliser", "Stop using"}
	CodesAdded  = Text{"Codes à usage unique configurés.", "One-time codes set up."}
	CodesGone   = Text{"Les codes à usage unique ne sont plus demandés.", "You’ll no longer be asked for one-time codes."}
	CodesSetUp  = Text{"Configurer les codes à usage unique", "Set up one-time codes"}
	CodesScan   = Text{"1. Balayez ce code QR avec votre application d’authentification", "1. Scan this QR code with your authenticator app"}
	CodesQR     = Text{"Code QR de la clé", "QR code for the key"}
	CodesKey    = Text{"Ou entrez cette clé à la main :", "Or enter this key by hand:"}
	CodesCopy   = Text{"Copier la clé", "Copy key"}
	CodesEnter  = Text{"2. Entrez le code que l’application affiche", "2. Enter the code the app shows"}
	CodesCode   = Text{"Code à 6\u00a0chiffres", "6-digit code"}
	CodesVerify = Text{"Vérifier et enregistrer", "Verify and save"}
	CodesBefore = Text{"L’application utilisée jusqu’ici sera remplacée.", "The app you’ve been using will be replaced."}

	RecoveryTitle = Text{"Codes de secours", "Recovery codes"}
	RecoveryIntro = Text{"Chacun peut remplacer une fois un code ou une clé d’accès, par exemple si vous perdez votre téléphone.",
		"Each one can replace a code or a passkey once, for example if you lose your phone."}
	RecoveryLeft = Count{Text{"Il en reste %s sur 10.", "%s of 10 left."}, Text{"Il en reste %s sur 10.", "%s of 10 left."}}
	RecoveryOut  = Text{"Il n’en reste aucun. Créez-en de nouveaux.", "None left. Create new ones."}
	RecoveryMake = Text{"Créer de nouveaux codes", "Create new codes"}
	RecoveryVoid = Text{"Les codes précédents ne fonctionneront plus.", "The previous codes will stop working."}
	RecoveryNow  = Text{"Notez vos codes de secours maintenant", "Save your recovery codes now"}
	RecoveryOnce = Text{"Vous ne pourrez plus les revoir. Gardez-les ailleurs que sur votre téléphone. Chacun sert une seule fois.",
		"You won’t be able to see them again. Keep them somewhere other than your phone. Each one works once."}
	RecoveryDone = Text{"Je les ai notés", "I’ve saved them"}
)

// The settings of the administrator about second factors.
var (
	FactorRoles      = Text{"Double authentification", "Two-factor authentication"}
	FactorRolesMore  = Text{"Choisissez les rôles pour lesquels une clé d’accès ou des codes à usage unique sont obligatoires.", "Choose the roles that must have a passkey or one-time codes."}
	FactorRolesOpen  = Text{"Choisir les rôles", "Choose roles"}
	FactorRolesIntro = Text{"Les personnes qui ont un rôle coché doivent avoir une clé d’accès ou des codes à usage unique. Celles qui n’en ont pas " +
		"devront en configurer à leur prochaine connexion. Les connexions avec le compte d’entreprise ne sont pas visées.",
		"People in the checked roles must have a passkey or one-time codes. Those who don’t will have to set one up the next time they sign in. " +
			"Sign-ins with a company account aren’t affected."}
	FactorRolesSaved = Text{"Réglage enregistré.", "Setting saved."}

	PersonFactors  = Text{"Double authentification", "Two-factor authentication"}
	PersonFactorsT = Text{"Si cette personne a perdu son téléphone et ses codes de secours, réinitialisez sa double authentification. Ses clés d’accès et " +
		"ses codes seront retirés, ses sessions et ses jetons prendront fin immédiatement, et elle en sera avisée.",
		"If this person has lost their phone and recovery codes, reset their two-factor authentication. Their passkeys and codes are " +
			"removed, their sessions and tokens end immediately, and they’re notified."}
	PersonFactorsReset = Text{"Réinitialiser", "Reset"}
	PersonFactorsDone  = Text{"Double authentification réinitialisée.", "Two-factor authentication reset."}
	PersonNoFactor     = Text{"Aucune", "None"}
	PersonPasskeys     = Count{Text{"%s clé d’accès", "%s passkey"}, Text{"%s clés d’accès", "%s passkeys"}}
	PersonCodes        = Text{"codes à usage unique", "one-time codes"}

	NoteFactorsReset = Text{"%s a réinitialisé votre double authentification", "%s reset your two-factor authentication"}
	NoteFactorsNext  = Text{"Si vous ne l’avez pas demandé, prévenez la personne qui administre Presence.",
		"If you didn’t ask for this, tell your Presence administrator."}
)

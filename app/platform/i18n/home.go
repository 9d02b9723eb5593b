package i18n

// Texts of the start page.
var (
	Hello       = Text{"Bonjour, %s", "Hello, %s"}
	HelloNobody = Text{"Bonjour", "Hello"}

	TodayLeave     = Count{Text{"%s demande de congé", "%s leave request"}, Text{"%s demandes de congé", "%s leave requests"}}
	TodayElsewhere = Count{Text{"%s feuille d’une autre période", "%s timesheet from another period"},
		Text{"%s feuilles d’autres périodes", "%s timesheets from other periods"}}
	TodayQueue       = Text{"Voir les approbations", "View approvals"}
	TodayAllDone     = Text{"Tout est approuvé pour la période %s", "Everything is approved for period %s"}
	TodaySeePeriod   = Text{"Voir la période", "View period"}
	TodayPeriod      = Text{"Période %s · %s", "Period %s · %s"}
	TodayNothing     = Text{"Vous êtes à jour", "You’re all caught up"}
	TodayNothingText = Text{"Ce qui demande votre attention s’affichera ici.", "Anything that needs your attention will show up here."}
	MySheet          = Text{"Ma feuille de temps", "My timesheet"}
	MySheetOpen      = Text{"Ouvrir ma feuille", "Open my timesheet"}
	MySheetStart     = Text{"Saisir mes heures", "Enter my hours"}
	MySheetHours     = Text{"jusqu’ici", "so far"}
	MySheetNoHours   = Text{"Aucune heure saisie", "No hours yet"}
	MySheetNone      = Text{"Non commencée", "Not started"}
	MySheetOnTrack   = Text{"Il ne manque aucun jour jusqu’ici.", "No missing days so far."}
	MySheetTodayLeft = Text{"Tout est saisi jusqu’à hier. Il reste à saisir la journée d’aujourd’hui.",
		"No missing days through yesterday. You haven’t entered today’s hours yet."}
	MySheetLastDay = Text{"Dernier jour · tout est en ordre", "Last day · everything is in order"}
	MySheetLeave   = Text{"%s de congé approuvé", "%s of approved leave"}
	MySheetOverdue = Text{"Votre feuille de temps de la période %s n’est pas soumise",
		"Your timesheet for period %s hasn’t been submitted"}
	MySheetOverdueTxt = Text{"La période s’est terminée le %s. Ces heures ne pourront être payées qu’une fois la feuille soumise.",
		"The period ended on %s. These hours can’t be paid until you submit the timesheet."}
	MySheetFinish = Text{"Terminer ma feuille", "Finish my timesheet"}
)

// Texts of the lists of tasks on the start page.
var (
	TaskCheck = Count{Text{"%s feuille de temps à vérifier", "%s timesheet needs review"},
		Text{"%s feuilles de temps à vérifier", "%s timesheets need review"}}
	TaskCheckDo = Text{"Vérifier", "Review"}
	TaskCheckOf = Text{"Vérifier les feuilles de la période %s", "Review timesheets for period %s"}
	TaskReady   = Count{Text{"%s feuille de temps prête", "%s timesheet is ready"},
		Text{"%s feuilles de temps prêtes", "%s timesheets are ready"}}
	TaskApprove    = Count{Text{"Approuver", "Approve"}, Text{"Approuver les %s", "Approve all %s"}}
	TaskApproveAll = Count{Text{"Approuver %s feuille de temps prête", "Approve %s ready timesheet"},
		Text{"Approuver les %s feuilles de temps prêtes", "Approve all %s ready timesheets"}}
	TaskIdle = Count{Text{"Aucune heure saisie : %s personne", "%s person hasn’t entered any hours"},
		Text{"Aucune heure saisie : %s personnes", "%s people haven’t entered any hours"}}
	TaskRemindIdle = Count{Text{"Relancer la personne qui n’a rien saisi", "Remind the person who hasn’t entered any hours"},
		Text{"Relancer les %s personnes qui n’ont rien saisi", "Remind the %s people who haven’t entered any hours"}}
	TaskWaiting      = Text{"en attente %s", "pending %s"} // since when
	TaskEnded        = Text{"terminée %s", "ended %s"}
	TaskPayLate      = Count{Text{"%s\u00a0jour de retard", "%s day late"}, Text{"%s\u00a0jours de retard", "%s days late"}}
	TaskRemindOf     = Text{"%s pour la période %s", "%s for period %s"}
	TaskSee          = Text{"Voir", "View"}
	TaskSeeIdle      = Text{"Voir qui n’a rien saisi pour la période %s", "See who hasn’t entered hours for period %s"}
	TaskSeeMissing   = Text{"Voir ce qui manque", "See what’s missing"}
	TaskSeeMissingOf = Text{"Voir ce qui manque à la période %s", "See what’s missing in period %s"}
	TaskSeeTeams     = Text{"Voir les équipes", "View teams"}
	TaskSeeOpen      = Text{"Voir la période %s", "View period %s"}
	TaskDecide       = Text{"Répondre", "Review"}
	TaskDecideLeave  = Count{Text{"Répondre à %s demande de congé", "Review %s leave request"},
		Text{"Répondre à %s demandes de congé", "Review %s leave requests"}}
	TaskLastDay  = Text{"dernier jour", "last day"}
	TaskDaysLeft = Count{Text{"%s jour restant", "%s day left"}, Text{"%s jours restants", "%s days left"}}
	TaskNoLeave  = Text{"aucun congé aujourd’hui", "no one on leave"}
	TaskNoneAway = Text{"Personne n’est en congé aujourd’hui.", "No one is on leave today."}
	TodayNoLeave = Text{"Aucun congé à venir", "No leave coming up"}
	TaskAway     = Text{"En congé aujourd’hui", "On leave today"}

	TaskExport     = Text{"La période %s est approuvée", "Period %s is approved"}
	TaskExportPart = Text{"La période %s est terminée, mais pas encore approuvée", "Period %s has ended but isn’t fully approved"}
	TaskExportDo   = Text{"Exporter", "Export"}
	TaskApproved   = Text{"Feuilles approuvées : %s sur %s", "Timesheets approved: %s of %s"}
	TaskOpen       = Count{Text{"%s feuille de temps n’est pas encore soumise", "%s timesheet hasn’t been submitted yet"},
		Text{"%s feuilles de temps ne sont pas encore soumises", "%s timesheets haven’t been submitted yet"}}
	TaskBySupervisor = Text{"Par superviseur", "By supervisor"}
	TaskNobody       = Text{"Sans superviseur", "No supervisor"}

	TaskNoList         = Text{"%s\u00a0: liste d’invités vide", "%s: no audience yet"}
	TaskNoListOf       = Text{"Préparer la liste d’invités\u00a0: %s", "Build the audience for %s"}
	TaskUnsent         = Text{"%s : invitations pas encore envoyées", "%s: invitations not sent"}
	TaskAudience       = Text{"Liste d’invités\u00a0: %s", "Audience: %s"}
	TaskAudienceUnsent = Text{"Liste d’invités\u00a0: %s · rien d’envoyé", "Audience: %s · not sent"}
	TaskAddresses      = Count{Text{"%s adresse dans la liste d’invités", "%s address in the audience"},
		Text{"%s adresses dans la liste d’invités", "%s addresses in the audience"}}
	TaskSend      = Text{"Préparer l’envoi", "Prepare the invitation"}
	TaskSendOf    = Text{"Préparer l’envoi des invitations : %s", "Prepare invitation: %s"}
	TaskResponses = Count{Text{"%s réponse à vérifier", "%s response to review"},
		Text{"%s réponses à vérifier", "%s responses to review"}}
	TaskResponsesOf   = Text{"Vérifier les réponses : %s", "Review the responses to %s"}
	TaskRegistrations = Text{"Voir les inscriptions", "View registrations"}
	TaskEvents        = Text{"À faire pour les événements", "To do for events"}
	TaskNext          = Text{"Prochains événements", "Upcoming events"}
	TaskLater         = Text{"Ensuite", "After that"}
	TaskIn            = Count{Text{"dans %s\u00a0jour", "in %s day"}, Text{"dans %s\u00a0jours", "in %s days"}}
	TaskToday         = Text{"aujourd’hui", "today"}
	TaskUnderWay      = Text{"en cours", "in progress"}
)

// Texts of the own timesheet on the start page.
var (
	MySheetDays     = Text{"Les 14\u00a0jours de la période", "The 14 days of the period"}
	MySheetDay      = Text{"Saisir les heures du %s", "Enter hours for %s"}
	MySheetToday    = Text{"Saisir les heures d’aujourd’hui", "Enter today’s hours"}
	MySheetComplete = Text{"Compléter la semaine %d", "Complete week %d"}
	MySheetOnLeave  = Text{"congé", "leave"}
	MySheetAsked    = Text{"congé en attente", "leave pending"}
	MySheetMissing  = Text{"aucune heure", "no hours"}
	MySheetDue      = Text{"à saisir", "to enter"}
	MySheetOff      = Text{"fin de semaine", "weekend"}
	MySheetAhead    = Text{"à venir", "upcoming"}
)

// Texts of the steps of a new installation on the start page.
var (
	SetupTitle = Text{"Configurer Presence", "Set up Presence"}
	SetupLeft  = Count{Text{"Il reste %s étape.", "%s step left."}, Text{"Il reste %s étapes.", "%s steps left."}}
	SetupDone  = Text{"Fait", "Done"}
	SetupDo    = Text{"Configurer", "Set up"}

	SetupPeople     = Text{"Ajouter les employés", "Add employees"}
	SetupPeopleText = Text{"Chaque personne qui saisit des heures a besoin d’un dossier d’employé.",
		"Everyone who enters hours needs an employee record."}
	SetupSupervisors     = Text{"Désigner les superviseurs", "Choose supervisors"}
	SetupSupervisorsText = Text{"Chaque personne a un superviseur, qui approuve ses heures et ses congés.",
		"Each person has a supervisor, who approves their hours and leave."}
	SetupSupervisorsDo = Text{"Ouvrir l’organigramme", "Open the org chart"}
	SetupPeriod        = Text{"Approuver la première période de paie", "Approve the first pay period"}
	SetupHours         = Text{"Heures et paie", "Hours and payroll"}
	SetupEvents        = Text{"Messages et événements", "Messages and events"}
	SetupPeriodLater   = Text{"Après la saisie des premières heures", "Once hours have been entered"}
	SetupPeriodText    = Text{"La page de la période montre les heures de chaque personne et ce qui manque.", "The period’s page shows everyone’s hours and what’s missing."}
	SetupPeriodDo      = Text{"Voir la période", "View period"}
	SetupCodes         = Text{"Créer les codes de paie", "Create pay codes"}
	SetupCodesText     = Text{"Les heures, les dépenses et les congés sont payés selon un code.",
		"Hours, expenses and leave are paid under a code."}
	SetupCodesDo    = Text{"Ouvrir les codes de paie", "Open pay codes"}
	SetupPostalDo   = Text{"Indiquer l’adresse", "Add the address"}
	SetupExamples   = Text{"Voir les exemples", "View examples"}
	SetupMail       = Text{"Configurer l’envoi de courriels", "Set up email"}
	SetupMailText   = Text{"D’ici là, les messages restent dans la boîte d’envoi.", "Until then, messages stay in the outbox."}
	SetupPostal     = Text{"Indiquer l’adresse postale", "Add the mailing address"}
	SetupPostalText = Text{"Elle figure au bas de chaque invitation, comme la loi l’exige.",
		"The law requires it in the footer of every invitation."}
	SetupDirectory     = Text{"Connecter le répertoire des clients", "Connect the customer directory"}
	SetupDirectoryText = Text{"Il sert à préparer les listes d’invités et à reconnaître les personnes qui répondent.",
		"Use it to build audiences and to recognize who replies."}
	SetupEvent     = Text{"Créer le premier événement", "Create the first event"}
	SetupEventText = Text{"Partez d’un exemple ou d’une page vierge.", "Start from an example or from a blank page."}
)

// TodayToExport counts the approved periods that payroll has not exported.
var TodayToExport = Count{Text{"%s période à exporter", "%s period to export"}, Text{"%s périodes à exporter", "%s periods to export"}}

// TaskLately is the number of registrations of the next event within a week.
var TaskLately = Count{Text{"%s inscription au cours des 7\u00a0derniers jours", "%s registration in the last 7 days"},
	Text{"%s inscriptions au cours des 7\u00a0derniers jours", "%s registrations in the last 7 days"}}

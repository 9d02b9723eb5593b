// Package gallery renders every component of the design system on a few pages, for tests and for developers. The
// program does not link it.
package gallery

import (
	"presence/app/platform/i18n"
	"presence/views/layout"
	"presence/views/ui"

	"github.com/a-h/templ"
)

// Pages returns the gallery's pages by name.
func Pages(l i18n.Lang, theme string) map[string]templ.Component {
	f := layout.Frame{
		Lang: l, Theme: theme, Path: "/staff/gallery?q=1",
		Viewer: layout.Viewer{SignedIn: true, Name: "Marie-Claude Roy", Email: "marie-claude.roy@example.com",
			Role: t(l, "Superviseure", "Supervisor"), KeepsTime: true, SeesPeriods: true},
	}
	told := f
	told.Toasts = []ui.Toast{{Text: t(l, "34 feuilles approuvées, 6 laissées de côté.", "34 sheets approved, 6 left aside."), Undo: "#undo",
		Hidden: []ui.Hidden{{Name: "ids", Value: "1,2"}}}}
	guest := f
	guest.Viewer = layout.Viewer{}
	return map[string]templ.Component{
		"overview": Overview(told),
		"forms":    Forms(f),
		"pickers":  Pickers(f),
		"messages": Messages(f),
		"charts":   Charts(f),
		"signin":   SignIn(guest),
		"error": layout.ErrorPage(guest, layout.Problem{Status: 404, Title: t(l, "Cette page n’existe pas", "There is no such page"),
			Text: t(l, "Le lien est peut-être ancien, ou la feuille appartient à une autre équipe.",
				"The link may be old, or the sheet belongs to another crew."), RequestID: "01JD3Q9ZK4"}),
	}
}

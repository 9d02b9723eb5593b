package help

import (
	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"

	views "presence/views/help"
)

// listPage returns all guides, or what a search for text finds; the guides too if it finds nothing.
func listPage(by auth.Actor, guides []Guide, text string) views.Index {
	p := views.Index{Query: text, Search: searchField(by.Language, text)}
	p.Search.Search.Target = "#help"
	if text != "" {
		for _, x := range search(guides, text) {
			p.Found = append(p.Found, views.Found{Title: x.Task.Title, Guide: x.Guide.Title, Line: x.Line,
				Href: paths.HelpTask(x.Guide.Name, x.Task.ID)})
		}
		if len(p.Found) > 0 {
			return p
		}
	}
	for i, g := range guides {
		p.Guides = append(p.Guides, views.Card{Title: g.Title, Lead: g.Lead, Href: paths.HelpGuide(g.Name), First: i == 0, Own: g.Own,
			Tasks: links(g)})
	}
	return p
}

func searchField(l i18n.Lang, text string) ui.Filters {
	return ui.Filters{Action: paths.Help(), Search: &ui.Search{Value: text, Label: l.T(i18n.HelpSearch)}}
}

// guidePage returns one guide, beside links to the others.
func guidePage(by auth.Actor, guides []Guide, g Guide) views.Guide {
	p := views.Guide{Title: g.Title, Lead: g.Lead, Search: searchField(by.Language, ""), Links: links(g)}
	for _, x := range guides {
		p.Tabs = append(p.Tabs, ui.Tab{Label: x.Title, Href: paths.HelpGuide(x.Name), Current: x.Name == g.Name})
	}
	for _, t := range g.Tasks {
		task := views.Task{ID: t.ID, Title: t.Title, Steps: t.HTML}
		for _, x := range t.Pictures {
			task.Pictures = append(task.Pictures, views.Picture{Src: paths.HelpPicture(x.Name, x.Hash), Alt: x.Alt, Width: x.Width,
				Height: x.Height})
		}
		p.Tasks = append(p.Tasks, task)
	}
	return p
}

// links returns the links to the tasks of a guide, by group.
func links(g Guide) (list []views.Group) {
	for _, t := range g.Tasks {
		if len(list) == 0 || list[len(list)-1].Title != t.Group {
			list = append(list, views.Group{Title: t.Group})
		}
		last := &list[len(list)-1]
		last.Links = append(last.Links, views.Link{Title: t.Title, Href: paths.HelpTask(g.Name, t.ID)})
	}
	return list
}

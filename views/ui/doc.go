// Package ui is the design system: small typed components that every page is made of. A page never writes a class of
// its own where a component exists, and never a style attribute (the Content-Security-Policy refuses them).
//
// A page of a feature, in templ:
//
//	templ Crew(f layout.Frame, p CrewPage) {
//		@layout.Staff(f, layout.Page{Title: f.Lang.T(i18n.Crew), Section: layout.Periods, Period: &p.Period}) {
//			@ui.Stats() {
//				@ui.StatTile(ui.Stat{Label: f.Lang.T(i18n.Approved), Value: p.Done, Note: p.Of})
//			}
//			@ui.Table(ui.TableProps{Lang: f.Lang, Label: f.Lang.T(i18n.Crew), Cols: p.Cols, Cards: true}) {
//				for _, r := range p.Rows {
//					<tr>
//						@ui.RowHead(r.Name, r.Href)
//						@ui.Num(f.Lang.T(i18n.Hours), r.Hours)
//						@ui.Cell(f.Lang.T(i18n.State)) {
//							@ui.StateBadge(f.Lang, r.State)
//						}
//					</tr>
//				}
//			}
//			<form method="post" action={ r.Save } class="form" data-guard>
//				@ui.FormErrors(f.Lang, p.Faults)
//				@ui.Input(ui.Field{Name: "first_name", Label: f.Lang.T(i18n.FirstName), Value: p.First,
//					Error: p.Faults.Of("first_name"), Required: true})
//				@ui.Actions() {
//					@ui.Button(ui.Btn{Label: f.Lang.T(i18n.Save), Kind: ui.Primary})
//				}
//			</form>
//		}
//	}
//
// Layout classes that pages may use: stack (column), row (wrapping line), split (line with its last child at the end),
// columns (as many equal columns as fit), form (fields in one column), fields (fields side by side where they fit), card,
// muted, small, strong, push (goes to the end of its row), num (tabular figures, end-aligned in tables), nowrap,
// visually-hidden, js-only, no-print, print-only.
//
// Rules that only one feature needs are in assets/css/<feature>.css, imported by app.css into the layout layer. Colours and
// sizes come from tokens.css. After a change: go run ./cmd/assets. To see every component, light and dark, in both
// languages: GALLERY=folder go test ./views/ui/gallery writes the pages there.
//
// What the script does, by data attributes: data-search on the field that / focuses; data-queue on a container whose
// data-row elements (tabindex="-1") j and k focus, Enter opens (data-link inside) and a approves (data-approve
// inside); with data-follow each focused element is shown beside the list, and the one shown is marked data-open;
// data-tick on the checkboxes of rows that are decided together; data-guard on a form asks before leaving with unsaved
// changes; data-dialog="id" on a link opens a <dialog>;
// data-autosubmit on a field sends its form on change; data-filter="selector" on a field narrows rows by their text.
// Without JavaScript the same markup is plain links and form posts.
package ui

// Package activities renders the page of the activities, and the report of what was worked and spent for customers and under activities.
package activities

import "presence/views/ui"

// Page is the activities, and the form of one of them when it is open.
type Page struct {
	Add  string // the page with the form of a new activity
	Rows []Row
	Form *Form
}

// Row is one activity.
type Row struct{ Code, Name, Href, Edit string }

// Form is a new activity, or one being changed.
type Form struct {
	Title   string
	Action  string
	Hidden  []ui.Hidden
	Fields  []ui.Field
	Faults  ui.Faults
	Archive string // URL that archives it; empty: it is new
}

// ReportPage is the report, or the shifts and expenses of one of its lines.
type ReportPage struct {
	Title    string // of a line; empty: the report
	Subtitle string
	Tabs     []ui.Tab
	Crumbs   []ui.Crumb
	Form     ReportForm
	Groups   []ui.Segment
	Head     string // what the lines stand for
	Costs    bool   // costs are shown
	Rows     []ReportRow
	Rest     *ReportRow // what names neither a customer nor an activity; nil: nothing
	Total    ReportRow
	Lines    []JobRow
	Pages    *ui.Pages
	Files    []FileLink
}

// ReportForm chooses the days.
type ReportForm struct {
	Action   string
	Keep     []ui.Hidden
	From, To ui.Field
	Faults   ui.Faults
}

// ReportRow is a line of the report.
type ReportRow struct{ Name, Href, Note, Hours, Cost, Expenses string }

// JobRow is a shift or an expense.
type JobRow struct{ Day, Name, Href, Note, Hours, Expenses string }

// FileLink leads to a file.
type FileLink struct{ Label, Href string }

// CostPage is the hourly costs of an employee.
type CostPage struct {
	Title  string
	Crumbs []ui.Crumb
	Rows   []CostRow
	Action string
	Cancel string
	Fields []ui.Field
	Faults ui.Faults
}

// CostRow is what an hour costs from a day on.
type CostRow struct{ From, Amount string }

// Package leavebalances renders the balances of leave: of everyone, the ledger of one employee, and the rules.
package leavebalances

import "presence/views/ui"

// Everyone is the balances of many employees on a day.
type Everyone struct {
	Payroll bool // the viewer sees the tabs of payroll
	CSV     string
	Rules   string // the page of the rules; empty: the viewer does not change them
	None    bool   // there are no rules
	Form    Filter
	On      string   // "Balances on Nov 20, 2026"
	Choose  string   // that a kind of leave has to be chosen to see what the balances are made of; empty: there is one kind
	Cols    []ui.Col // the name, and the kinds of leave or the figures of one
	Rows    []Row
	Pages   *ui.Pages
}

// Filter chooses the day and the employees.
type Filter struct {
	Action string
	Faults ui.Faults
	Fields []ui.Field
	Clear  string // shows everyone again; empty: everyone is shown
}

// Row is the balances of one employee: what is left of several kinds of leave, or the figures of one.
type Row struct {
	Name, Href string
	Kinds      []Left
	Figures    *Figures
}

// Left is what is left of one kind of leave, in days.
type Left struct {
	Kind  string
	Days  string // empty: the employee has no balance of the kind, or it is not shown
	Asked string // what was requested and is not decided, which is not deducted
	Below bool   // it is below zero
}

// Figures are the columns of a balance, in days.
type Figures struct {
	Kind, Carried, Opening, Earned, Adjusted, Taken, Expired, Asked, Left string
	Below                                                                 bool   // Left is below zero
	Paid                                                                  string // "2 of them paid"; empty: no difference is made
}

// Ledger is the ledger of one employee.
type Ledger struct {
	Payroll  bool // the page is among those of payroll, as the balances of everyone are
	Title    string
	Crumbs   []ui.Crumb
	On       string
	Balances []Figures
	Entries  []Entry
	Form     *Form // nil: the viewer enters nothing
}

// Entry is one line of the ledger.
type Entry struct {
	Day, Kind, What, Days string
	Why                   string
	Href                  string // of the leave; empty: none
}

// Form is the form of a new entry, or of a rule.
type Form struct {
	Title  string
	Action string
	Hidden []ui.Hidden
	Faults ui.Faults
	Fields []ui.Field
	Note   string
	Preset string // the page with the form filled in; empty: there is none
}

// Rules are the rules of all kinds of leave.
type Rules struct {
	Rows []Rule
	Form *Form
}

// Rule is the rule of one kind of leave in words.
type Rule struct {
	Kind, Earns, Keeps, From string
	Href, Edit               string
}

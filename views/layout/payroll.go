package layout

import (
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
)

// PayrollTabs returns the tabs of payroll; each leads to a page of another feature. The tab with the address here is the
// current one. What is set up once stands in a menu, behind what payroll reads every period.
func PayrollTabs(l i18n.Lang, here string) []ui.Tab {
	setup := l.T(i18n.PaySetup)
	tabs := []ui.Tab{{Label: l.T(i18n.PayrollFiles), Href: paths.Payroll()}, {Label: l.T(i18n.HoursTitle), Href: paths.Hours(nil)},
		{Label: l.T(i18n.Balances), Href: paths.Balances(nil)}, {Label: l.T(i18n.JobReport), Href: paths.ActivityReport()},
		{Label: l.T(i18n.CustShort), Href: paths.Customers(), Group: setup},
		{Label: l.T(i18n.Codes), Href: paths.BankCodes(), Group: setup}, {Label: l.T(i18n.Presets), Href: paths.PayrollPresets(), Group: setup},
		{Label: l.T(i18n.Imp), Href: paths.Imports(), Group: setup}}
	for i := range tabs {
		tabs[i].Current = tabs[i].Href == here
	}
	return tabs
}

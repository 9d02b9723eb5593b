package app

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"presence/app/accounts/auth"
	"presence/app/accounts/configuration"
	"presence/app/accounts/settings"
	"presence/app/accounts/webhooks"
	"presence/app/hub/campaigns"
	"presence/app/hub/rsvp"
	"presence/app/platform/i18n"
	"presence/app/workforce/holidaypay"
	"presence/app/workforce/leaverequests"
	"presence/app/workforce/payroll"
	"presence/app/workforce/schedule"
	"presence/app/workforce/timesheets"
	"presence/db"
)

// recordNames names the records of the audit log, with one query for each kind. It knows the features, which the settings do not.
func (a *App) recordNames(ctx context.Context, by auth.Actor, records []settings.Record) (map[settings.Record]string, error) {
	ids := map[string][]string{}
	for _, r := range records {
		ids[r.Kind] = append(ids[r.Kind], r.ID)
	}
	names := map[settings.Record]string{}
	for kind, find := range a.nameFinders(ctx, by) {
		if len(ids[kind]) == 0 {
			continue
		}
		found, err := find(ids[kind])
		if err != nil {
			return nil, err
		}
		for id, name := range found {
			names[settings.Record{Kind: kind, ID: id}] = name
		}
	}
	return names, nil
}

// A nameFinder returns the names of records of one kind by their ids.
type nameFinder func(ids []string) (map[string]string, error)

// numbered returns the nameFinder of records whose ids are numbers.
func numbered(find func(ids []int64) (map[int64]string, error)) nameFinder {
	return func(ids []string) (map[string]string, error) {
		numbers := make([]int64, 0, len(ids))
		for _, id := range ids {
			if n, err := strconv.ParseInt(id, 10, 64); err == nil {
				numbers = append(numbers, n)
			}
		}
		found, err := find(numbers)
		names := make(map[string]string, len(found))
		for id, name := range found {
			names[strconv.FormatInt(id, 10)] = name
		}
		return names, err
	}
}

// nameAll returns names by ids from the records of a query; name returns the id and the name of one.
func nameAll[T any](list []T, err error, name func(T) (int64, string)) (map[int64]string, error) {
	names := make(map[int64]string, len(list))
	for _, x := range list {
		id, text := name(x)
		names[id] = text
	}
	return names, err
}

// nameFinders returns the nameFinder of each kind of record that has names.
func (a *App) nameFinders(ctx context.Context, by auth.Actor) map[string]nameFinder {
	titles := sync.OnceValues(func() (map[string]string, error) { return a.eventTitles(ctx, by.Language) })
	finders := map[string]nameFinder{
		"person":                   func(ids []string) (map[string]string, error) { return a.Auth.Names(ctx, ids) },
		"oauth_session":            func(ids []string) (map[string]string, error) { return a.OAuth.Applications(ctx, by, ids) },
		"notification_preferences": func(ids []string) (map[string]string, error) { return a.Auth.Names(ctx, ids) },
		"event_message":            func(ids []string) (map[string]string, error) { return messageNames(ids, titles) },
		"setting":                  func([]string) (map[string]string, error) { return configuration.SettingNames(by.Language), nil },
		"event":                    func([]string) (map[string]string, error) { return titles() },
		"audience":                 func([]string) (map[string]string, error) { return titles() },
		"event_blocks":             func([]string) (map[string]string, error) { return titles() },
		"campaign": numbered(func(ids []int64) (map[int64]string, error) {
			return a.campaignNames(ctx, ids, titles)
		}),
		"webhook":   numbered(func([]int64) (map[int64]string, error) { return a.webhookNames(ctx) }),
		"kiosk":     numbered(func(ids []int64) (map[int64]string, error) { return a.kiosks.Names(ctx, ids) }),
		"door_link": numbered(func(ids []int64) (map[int64]string, error) { return a.door.LinkNames(ctx, ids) }),
		"rsvp": numbered(func(ids []int64) (map[int64]string, error) {
			return a.registrationNames(ctx, by.Language, ids, titles)
		}),
		"waiting_party": numbered(func(ids []int64) (map[int64]string, error) {
			return a.partyNames(ctx, by.Language, ids, titles)
		}),
	}
	a.addWorkforceNames(ctx, by, finders)
	return finders
}

// messageNames names the messages before and after events, whose ids begin with that of the event, by its title.
func messageNames(ids []string, titles func() (map[string]string, error)) (map[string]string, error) {
	title, err := titles()
	names := map[string]string{}
	for _, id := range ids {
		event, _, _ := strings.Cut(id, "/")
		names[id] = title[event]
	}
	return names, err
}

// webhookNames returns the names of the endpoints of webhooks, of which there are few.
func (a *App) webhookNames(ctx context.Context) (map[int64]string, error) {
	list, err := a.Webhooks.Endpoints(ctx)
	return nameAll(list, err, func(e webhooks.Endpoint) (int64, string) { return e.ID, e.Name() })
}

// addWorkforceNames adds the kinds of record of hours, expenses, leave and payroll.
func (a *App) addWorkforceNames(ctx context.Context, by auth.Actor, finders map[string]nameFinder) {
	l := by.Language
	line := func(n timesheets.Named) (int64, string) { return n.ID, l.F(i18n.LogNameWith, n.Employee, l.Day(n.Day)) }
	finders["pay_period"] = func(ids []string) (map[string]string, error) { return a.periodNames(l, ids), nil }
	finders["employee"] = numbered(func(ids []int64) (map[int64]string, error) { return a.Employees.Names(ctx, by, ids) })
	finders["badge"] = finders["employee"]
	finders["hourly_cost"] = finders["employee"]
	finders["usual_week"] = finders["employee"]
	finders["holiday_pay"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.HolidayPay.ByIDs(ctx, by, ids)
		return nameAll(list, err, func(p holidaypay.Pay) (int64, string) { return p.ID, l.F(i18n.LogNameWith, p.Employee, l.Day(p.Day)) })
	})
	finders[schedule.PublishedKind] = finders["employee"]
	finders[schedule.Kind] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.schedule.Named(ctx, by, ids)
		return nameAll(list, err, line)
	})
	finders["customer"] = numbered(func(ids []int64) (map[int64]string, error) { return a.customers.Names(ctx, ids) })
	finders["bank_code"] = numbered(func(ids []int64) (map[int64]string, error) { return a.bankCodes.Codes(ctx, ids) })
	finders["activity"] = numbered(func(ids []int64) (map[int64]string, error) { return a.activities.Codes(ctx, ids) })
	finders["payroll_preset"] = numbered(func(ids []int64) (map[int64]string, error) { return a.Payroll.PresetNames(ctx, by, ids) })
	finders["clocking"] = numbered(func(ids []int64) (map[int64]string, error) { return a.Clockings.Names(ctx, by, ids) })
	finders["clock_stamp"] = numbered(func(ids []int64) (map[int64]string, error) { return a.Clockings.StampNames(ctx, by, ids) })
	finders["shift"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.Shifts.Named(ctx, by, ids)
		return nameAll(list, err, line)
	})
	finders["expense"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.Expenses.Named(ctx, by, ids)
		return nameAll(list, err, line)
	})
	finders["timesheet"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.Timesheets.Named(ctx, by, ids)
		return nameAll(list, err, func(n timesheets.Named) (int64, string) { return n.ID, a.sheetName(l, n) })
	})
	finders["leave_request"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.Leave.ByIDs(ctx, by, ids)
		return nameAll(list, err, func(r leaverequests.LeaveRequest) (int64, string) {
			first, last := r.Days(a.config.Zone)
			return r.ID, l.F(i18n.LogNameWith, r.EmployeeName, daysText(l, first, last))
		})
	})
	finders["payroll_export"] = numbered(func(ids []int64) (map[int64]string, error) {
		list, err := a.Payroll.ExportsByID(ctx, by, ids)
		return nameAll(list, err, func(e payroll.Export) (int64, string) {
			return e.ID, l.F(i18n.LogNameWith, l.Int(e.Number), l.Range(e.Period.Start, e.Period.End))
		})
	})
}

// daysText returns one day, or a range of days.
func daysText(l i18n.Lang, first, last db.Day) string {
	if first == last {
		return l.Day(first)
	}
	return l.Range(first, last)
}

// sheetName names a timesheet by its employee and the days of its period, if it belongs to one.
func (a *App) sheetName(l i18n.Lang, n timesheets.Named) string {
	if n.Day.IsZero() {
		return n.Employee
	}
	p := a.PayPeriods.Calendar().At(n.Day)
	return l.F(i18n.LogNameWith, n.Employee, l.Range(p.Start, p.End))
}

// periodNames names pay periods, which the log knows as 2026-25, by their days.
func (a *App) periodNames(l i18n.Lang, ids []string) map[string]string {
	names := map[string]string{}
	for _, id := range ids {
		year, number, _ := strings.Cut(id, "-")
		y, yearErr := strconv.Atoi(year)
		n, err := strconv.Atoi(number)
		if p, ok := a.PayPeriods.Calendar().Number(y, n); ok && yearErr == nil && err == nil {
			names[id] = l.Range(p.Start, p.End)
		}
	}
	return names
}

// campaignNames names campaigns by the titles of their events; those of deleted events have no name.
func (a *App) campaignNames(ctx context.Context, ids []int64, titles func() (map[string]string, error)) (map[int64]string, error) {
	title, err := titles()
	if err != nil {
		return nil, err
	}
	list, err := a.Campaigns.ByIDs(ctx, ids)
	return nameAll(list, err, func(c campaigns.Campaign) (int64, string) { return c.ID, title[c.EventID] })
}

// registrationNames names registrations by their guests and the titles of their events.
func (a *App) registrationNames(ctx context.Context, l i18n.Lang, ids []int64, titles func() (map[string]string, error)) (
	map[int64]string, error,
) {
	title, err := titles()
	if err != nil {
		return nil, err
	}
	list, err := a.RSVP.ByIDs(ctx, ids)
	return nameAll(list, err, func(r rsvp.RSVP) (int64, string) {
		return r.ID, l.F(i18n.LogNameWith, r.Name, title[r.EventID])
	})
}

// partyNames returns names for parties of waiting lists, by their ids: the guest's name and the title of the event.
func (a *App) partyNames(ctx context.Context, l i18n.Lang, ids []int64, titles func() (map[string]string, error)) (
	map[int64]string, error,
) {
	title, err := titles()
	if err != nil {
		return nil, err
	}
	list, err := a.RSVP.PartiesByIDs(ctx, ids)
	return nameAll(list, err, func(p rsvp.Party) (int64, string) {
		return p.ID, l.F(i18n.LogNameWith, p.Name, title[p.EventID])
	})
}

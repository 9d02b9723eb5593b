package hours

import "presence/app/platform/tablewriter"

// write writes the lines as a table, with the columns of the page. It closes rows, or abandons them when it fails.
func write(rows tablewriter.Rows, group grouping, list []line) error {
	heads := map[grouping][]string{byPerson: {"employee_id", "employee_name"}, byTeam: {"supervisor_id", "supervisor_name"},
		byWeek: {"week"}, byMonth: {"month"}, byCode: {"bank_code", "type"}}[group]
	for _, head := range append(heads, "regular_hours", "evening_hours", "emergency_hours", "overtime_hours", "total_hours") {
		rows.Text(head)
	}
	err := rows.EndRow()
	for _, l := range list {
		if err != nil {
			break
		}
		switch {
		case group == byWeek || group == byMonth:
			rows.Day(l.day)
		case group == byCode:
			rows.Text(l.name)
			rows.Text(l.kind)
		case l.id == 0:
			rows.Empty()
			rows.Empty()
		default:
			rows.Int(l.id)
			rows.Text(l.name)
		}
		for _, minutes := range []int64{l.hours.Regular, l.hours.Evening, l.hours.Emergency, l.hours.Overtime, l.hours.Total()} {
			rows.Hours(minutes)
		}
		err = rows.EndRow()
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

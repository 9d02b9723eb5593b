package activities

// The statements of the report.
var (
	ReportQuery      = reportQuery
	WeeksQuery       = weeksQuery
	JobSumsQuery     = jobSumsQuery
	SpentOnNoneQuery = spentOnNoneQuery
)

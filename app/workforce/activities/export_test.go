package activities

// ReportQuery is the statement of the report.
var ReportQuery = reportQuery

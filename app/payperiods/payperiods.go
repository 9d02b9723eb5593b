// Package payperiods is the pay calendar and what is read and decided along it: the hours of everyone in a period, the
// overview that a supervisor and payroll look at, the approval of a whole period, and the lines that payroll exports.
package payperiods

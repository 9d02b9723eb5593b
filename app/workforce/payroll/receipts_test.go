package payroll

import (
	"slices"
	"testing"

	"presence/app/platform/i18n"
	"presence/app/workforce/payperiods"
	"presence/db"
)

func TestNameReceipts(t *testing.T) {
	calendar, err := payperiods.NewCalendar(db.MustDay("2025-12-14"))
	if err != nil {
		t.Fatal(err)
	}
	p := calendar.At(db.MustDay("2026-11-17"))
	line := func(employee int64, first, last string, cents, receipt int64, pdf bool) receiptLine {
		return receiptLine{Period: p, Employee: payperiods.Employee{ID: employee}, FirstName: first, LastName: last, Day: db.MustDay("2026-11-17"),
			Cents: cents, Type: "meal", ReceiptID: receipt, PDF: pdf}
	}
	lines := []receiptLine{
		line(7, "Élodie", "Lœwen-Bélanger", 4850, 1, false),
		line(7, "Élodie", "Lœwen-Bélanger", 4850, 2, true),
		line(7, "Élodie", "Lœwen-Bélanger", 100_005, 3, false),
		line(7, "Élodie", "Lœwen-Bélanger", 4850, 0, false),
		line(8, "Elodie", "Loewen Belanger", 4850, 4, false),
		line(9, "../..", "李", 5, 5, false),
	}
	nameReceipts(i18n.FR, lines)
	var got []string
	for _, x := range lines {
		got = append(got, x.path)
	}
	want := []string{
		"2026-25/Loewen-Belanger-Elodie/2026-11-17_48.50_Repas_1.jpg",
		"2026-25/Loewen-Belanger-Elodie/2026-11-17_48.50_Repas_2.pdf",
		"2026-25/Loewen-Belanger-Elodie/2026-11-17_1000.05_Repas_1.jpg",
		"",
		"2026-25/Loewen-Belanger-Elodie-8/2026-11-17_48.50_Repas_1.jpg",
		"2026-25/X/2026-11-17_0.05_Repas_1.jpg",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

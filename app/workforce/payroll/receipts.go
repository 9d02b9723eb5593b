package payroll

import (
	"archive/zip"
	"context"
	"fmt"
	"io"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/tablewriter"
	"presence/app/workforce/payperiods"
	"presence/db"
)

// The receipts that belong to an export: those of the expenses that its lines add up, as they are now. They are a ZIP with a folder for
// each pay period and person, and a list of the expenses.

// receiptLine is an expense with one of its receipts, or without one.
type receiptLine struct {
	Period      payperiods.Period
	Employee    payperiods.Employee
	LastName    string
	FirstName   string
	ExpenseID   int64
	Day         db.Day
	Cents       int64
	GST, QST    int64 // cents
	BankCode    string
	Type        string
	Description string
	ReceiptID   int64 // 0: it has none
	SHA256      string
	PDF         bool
	At          db.Instant

	path string // in the ZIP; empty: no receipt
}

// receiptsDisposition returns the Content-Disposition of the ZIP, whose name begins as that of the file does.
func (e Export) receiptsDisposition() string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": "presence-" + e.Period.Name() + "-export-" +
		strconv.FormatInt(e.Number, 10) + "-receipts.zip"})
}

// Receipts returns an export, and what writes its receipts as a ZIP. Each of them is read by itself, so that neither memory nor the
// database is held while a slow client takes them.
func (s *Service) Receipts(ctx context.Context, by auth.Actor, id int64) (e Export, write func(io.Writer) error, err error) {
	if err := requirePayroll(by); err != nil {
		return e, nil, err
	}
	var lines []receiptLine
	err = s.db.Read(ctx, func(ctx context.Context, q db.Queryer) error {
		if e, err = s.byID(ctx, q, id); err != nil {
			return err
		}
		entries, err := s.linesOf(ctx, q, id)
		if err != nil {
			return err
		}
		lines, err = s.receiptLines(ctx, q, entries)
		return err
	})
	if err != nil {
		return e, nil, err
	}
	nameReceipts(by.Language, lines)
	return e, func(w io.Writer) error { return s.writeReceipts(ctx, w, e, lines) }, nil
}

// receiptLines returns the expenses of the people and periods of which the entries have amounts, by period, name and day.
func (s *Service) receiptLines(ctx context.Context, q db.Queryer, entries []Entry) (lines []receiptLine, err error) {
	people := map[payperiods.Period][]int64{}
	var order []payperiods.Period
	for _, e := range entries {
		if e.Line.Part != payperiods.Spent {
			continue
		}
		if people[e.Period] == nil {
			order = append(order, e.Period)
		}
		people[e.Period] = append(people[e.Period], e.Line.Employee.ID)
	}
	for _, p := range order {
		more, err := receiptsOf(ctx, q, p, people[p])
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// nameReceipts gives each receipt a path that says whose it is, when and how much was spent, and on what, in the language of the reader:
// 2026-25/Tremblay-Marie/2026-11-12_48.50_Repas_1.jpg.
func nameReceipts(l i18n.Lang, lines []receiptLine) {
	folders := map[string]int64{} // whose each is
	taken := map[string]int{}
	for i := range lines {
		x := &lines[i]
		if x.ReceiptID == 0 {
			continue
		}
		folder := x.Period.Name() + "/" + plainName(x.LastName+" "+x.FirstName)
		if owner, known := folders[strings.ToLower(folder)]; known && owner != x.Employee.ID { // two people of one name
			folder += "-" + strconv.FormatInt(x.Employee.ID, 10)
		}
		folders[strings.ToLower(folder)] = x.Employee.ID
		name := fmt.Sprintf("%s/%s_%d.%02d_%s", folder, x.Day, x.Cents/100, x.Cents%100, plainName(l.KindName(x.Type)))
		taken[name]++
		ending := ".jpg"
		if x.PDF {
			ending = ".pdf"
		}
		x.path = name + "_" + strconv.Itoa(taken[name]) + ending
	}
}

// plainName writes a name with letters and digits of ASCII alone, its words joined by hyphens, as every system can save it.
func plainName(name string) string {
	var words []string
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" -'’_.,/\\", r) }) {
		letters := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, contact.Fold(word))
		if letters != "" {
			words = append(words, strings.ToUpper(letters[:1])+letters[1:])
		}
	}
	if len(words) == 0 {
		return "X"
	}
	return strings.Join(words, "-")
}

// writeReceipts writes the ZIP: the list, and the files as they are stored, which are compressed already.
func (s *Service) writeReceipts(ctx context.Context, w io.Writer, e Export, lines []receiptLine) error {
	z := zip.NewWriter(w)
	list, err := z.CreateHeader(&zip.FileHeader{Name: "index.csv", Method: zip.Deflate, Modified: e.At.Time().In(time.UTC)})
	if err == nil {
		err = writeReceiptList(list, e, lines)
	}
	for i := 0; err == nil && i < len(lines); i++ {
		err = s.writeReceipt(ctx, z, lines[i])
	}
	if err != nil {
		return err
	}
	return z.Close()
}

func (s *Service) writeReceipt(ctx context.Context, z *zip.Writer, x receiptLine) error {
	if x.ReceiptID == 0 {
		return nil
	}
	data, err := receiptData(ctx, s.db, x.ReceiptID)
	if err != nil {
		return err
	}
	f, err := z.CreateHeader(&zip.FileHeader{Name: x.path, Method: zip.Store, Modified: x.At.Time().In(time.UTC)})
	if err == nil {
		_, err = f.Write(data)
	}
	return err
}

// writeReceiptList writes the list of the expenses, in the format of the export if that is a CSV.
func writeReceiptList(w io.Writer, e Export, lines []receiptLine) error {
	o := e.Options.csv()
	o.Format = tablewriter.CSV
	rows, err := tablewriter.New(w, o)
	if err != nil {
		return err
	}
	for _, name := range []string{"period", "external_payroll_id", "employee_name", "date", "type", "bank_code", "description",
		"amount", "gst", "qst", "file", "sha256"} {
		rows.Text(name)
	}
	err = rows.EndRow()
	for i := 0; err == nil && i < len(lines); i++ {
		x := lines[i]
		rows.Text(x.Period.Name())
		rows.Int(x.Employee.ExternalPayrollID)
		rows.Text(x.Employee.Name)
		rows.Day(x.Day)
		rows.Text(x.Type)
		rows.Text(x.BankCode)
		rows.Text(x.Description)
		if i > 0 && lines[i-1].ExpenseID == x.ExpenseID { // columns are added up
			for range 3 {
				rows.Empty()
			}
		} else {
			rows.Cents(x.Cents)
			rows.Cents(x.GST)
			rows.Cents(x.QST)
		}
		rows.Text(x.path)
		rows.Text(x.SHA256)
		err = rows.EndRow()
	}
	if err != nil {
		rows.Abandon()
		return err
	}
	return rows.Close()
}

// spent reports whether an export has lines of expenses, to which receipts may belong.
func spent(entries []Entry) bool {
	return slices.ContainsFunc(entries, func(e Entry) bool { return e.Line.Part == payperiods.Spent })
}

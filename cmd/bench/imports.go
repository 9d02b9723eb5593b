package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// Sizes of the files that are imported.
const (
	importedPeople  = 10_000
	importedShifts  = 20_000
	uploadedClients = 300_000
)

// importEmployees measures the import of 10,000 new people: uploading, checking and saving.
func (b *bench) importEmployees() (row, error) {
	l, err := b.emptyLab("import-employees")
	if err != nil {
		return row{}, err
	}
	defer l.close()
	return b.importFile(l, "employees", peopleFile(), importedPeople, 10*time.Second)
}

// importShifts measures the import of 20,000 shifts of 1,000 people, in two pay periods.
func (b *bench) importShifts() (row, error) {
	l, err := b.emptyLab("import-shifts")
	if err != nil {
		return row{}, err
	}
	defer l.close()
	code := `{"type":"regular","categorie":"shift","modifier":1,"bank_code":"REG"}`
	if _, err := l.send(b.ctx, http.MethodPost, "/bank-codes", "application/json", strings.NewReader(code)); err != nil {
		return row{}, err
	}
	if _, err := b.importFile(l, "employees", peopleFile(), importedPeople, time.Minute); err != nil {
		return row{}, err
	}
	var file bytes.Buffer
	file.WriteString("employee,date,start_time,end_time,bank_code\n")
	day := time.Date(2026, time.January, 4, 0, 0, 0, 0, time.UTC)
	for n := range importedShifts {
		fmt.Fprintf(&file, "%d,%s,08:00,16:00,REG\n", 500_000+n%1000, day.AddDate(0, 0, n/1000).Format(time.DateOnly))
	}
	return b.importFile(l, "shifts", &file, importedShifts, 10*time.Second)
}

// uploadDirectory measures a file of 300,000 customers that becomes the directory: uploading, and publishing it with the search index.
func (b *bench) uploadDirectory() (row, error) {
	l, err := b.emptyLab("upload-directory")
	if err != nil {
		return row{}, err
	}
	defer l.close()
	var file bytes.Buffer
	file.WriteString("customer_id,name,email,phone,city,language\n")
	for n := range uploadedClients {
		fmt.Fprintf(&file, "C-%06d,%s %s,client%d@example.com,418 %03d-%04d,Québec,fr\n", n, directoryFirst[n%17], surname(n/3), n,
			200+n/10000%700, n%10000)
	}
	if err := l.forget(); err != nil {
		return row{}, err
	}
	start := time.Now()
	at, err := l.send(b.ctx, http.MethodPost, "/directory/uploads", "text/csv", &file)
	if err != nil {
		return row{}, err
	}
	path := fmt.Sprint("/directory/uploads/", at.ID)
	if _, err := l.send(b.ctx, http.MethodPost, path+"/publish", "application/json", strings.NewReader("{}")); err != nil {
		return row{}, err
	}
	at, err = l.await(b.ctx, path, func(x importState) bool { return x.Sync.Status != "running" })
	if err == nil && at.Sync.Added != uploadedClients {
		err = fmt.Errorf("%+v", at)
	}
	return b.imported(l, time.Since(start), uploadedClients, time.Minute, err)
}

// peopleFile is a file of new people, each with a supervisor in the line above.
func peopleFile() io.Reader {
	var file bytes.Buffer
	file.WriteString("external_payroll_id,company_code,first_name,last_name,email,phone_number,first_work_day,supervisor\n")
	for n := range importedPeople {
		above := ""
		if n > 0 {
			above = fmt.Sprint(500_000 + (n-1)/10)
		}
		fmt.Fprintf(&file, "%d,7,Élise,Tremblay %d,person%d@example.com,514 555-%04d,2020-01-06,%s\n", 500_000+n, n, n, n%10_000, above)
	}
	return &file
}

// importFile uploads a file, waits until it is checked, and saves it.
func (b *bench) importFile(l *lab, kind string, file io.Reader, lines int, limit time.Duration) (row, error) {
	if err := l.forget(); err != nil {
		return row{}, err
	}
	start := time.Now()
	at, err := l.send(b.ctx, http.MethodPost, "/imports?kind="+kind, "text/csv", file)
	if err != nil {
		return row{}, err
	}
	path := fmt.Sprint("/imports/", at.ID)
	if at, err = l.await(b.ctx, path, func(x importState) bool { return x.Status != "checking" }); err != nil || at.Count.New != lines {
		return row{}, fmt.Errorf("%+v: %w", at, err)
	}
	if _, err := l.send(b.ctx, http.MethodPost, path+"/apply", "application/json", strings.NewReader("{}")); err != nil {
		return row{}, err
	}
	at, err = l.await(b.ctx, path, func(x importState) bool { return x.Status != "applying" })
	if err == nil && at.Status != "applied" {
		err = fmt.Errorf("%+v", at)
	}
	return b.imported(l, time.Since(start), lines, limit, err)
}

// imported returns the row of an import.
func (b *bench) imported(l *lab, span time.Duration, lines int, limit time.Duration, err error) (row, error) {
	if err != nil {
		return row{}, err
	}
	_, peak, err := l.memory()
	return row{p50: ms(span), rate: perSecond(float64(lines) / span.Seconds()), memory: fmt.Sprintf("peak %.0f MB", peak),
		target: fmt.Sprintf("≤ %.0f s, < 300 MB", limit.Seconds()), checks: checks{atMost(span, limit), below(peak, 300)}}, err
}

// emptyLab starts the product on an empty folder.
func (b *bench) emptyLab(name string) (*lab, error) {
	dir := b.in(name)
	if _, err := b.command(dir, "", "migrate"); err != nil {
		return nil, err
	}
	return b.attach(dir)
}

// importState is what the figures need of an import or of an uploaded file.
type importState struct {
	ID     int    `json:"id"`
	Status string `json:"status"`
	Count  struct {
		New int `json:"new"`
	} `json:"count"`
	Sync struct {
		Status string `json:"status"`
		Added  int    `json:"added"`
	} `json:"sync"`
}

// send sends a request as the administrator, and reads the answer, which must be a success.
func (l *lab) send(ctx context.Context, method, path, media string, body io.Reader) (at importState, err error) {
	request, err := http.NewRequestWithContext(ctx, method, "http://"+l.addr+path, body)
	if err != nil {
		return at, err
	}
	if body != nil {
		request.Header.Set("Content-Type", media)
	}
	name, value, _ := strings.Cut(strings.TrimSpace(l.bearer), ": ")
	request.Header.Set(name, value)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return at, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s: %.300s", method, path, answer.Status, text)
	}
	if err != nil {
		return at, err
	}
	err = json.Unmarshal(text, &at)
	return at, err
}

// await asks every 20 ms until done.
func (l *lab) await(ctx context.Context, path string, done func(importState) bool) (at importState, err error) {
	for {
		if at, err = l.send(ctx, http.MethodGet, path, "", nil); err != nil || done(at) {
			return at, err
		}
		select {
		case <-ctx.Done():
			return at, ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

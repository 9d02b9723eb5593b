package app_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"presence/app/apptest"
)

var (
	shellBlock = regexp.MustCompile("(?s)```sh\n(.*?)```")
	curlVerb   = regexp.MustCompile(`-X (\w+)`)
	curlURL    = regexp.MustCompile(`"\$BASE(/[^"]*)"`)
	curlData   = regexp.MustCompile(`(?s)--json '(.*)'\s*$`)
	curlHeader = regexp.MustCompile(`-H ["']([\w-]+): (.+?)["'](?:\s|$)`)
)

// TestAPIPage runs every command of docs/api.md, in its order, as an administrator, and wants the status that stands
// above it. All resources of the document for clients must be walked through.
func TestAPIPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	a := apptest.New(t)
	admin := a.As("admin")
	names := strings.NewReplacer("'$SHEET'", "{employee.timesheet}", "$SHEET", "{employee.timesheet}", "$SHIFT", "{employee.shift}",
		"$EXPENSE", "{employee.expense}",
		"$LEAVE", "{employee.leave}", "'$EMPLOYEE'", "{employee}", "$EMPLOYEE", "{employee}", "$COLLEAGUE", "{colleague}", "$SUPERVISOR",
		"{supervisor}",
		"'$REGULAR'", "{regular}", "'$MEALS'", "{per-diem}",
		"'$VACATION'", "{vacation}", "$CUSTOMER", "{customer}", "$IMPORT", "{import}", "'$USER_ID'", "{admin.user}")
	ran, walked, sent := 0, map[string]bool{}, struct{ ID int64 }{}
	for _, block := range shellBlock.FindAllStringSubmatch(string(page), -1) {
		for _, text := range commands(block[1]) {
			ran++
			campaign := strconv.FormatInt(sent.ID, 10) // the one that the page has begun
			text = strings.NewReplacer("'$CAMPAIGN'", campaign, "$CAMPAIGN", campaign).Replace(text)
			status, line, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
			want, err := strconv.Atoi(status)
			if err != nil {
				t.Fatalf("no status above a command: %s", text)
			}
			method, path, body := "GET", curlURL.FindStringSubmatch(line), any(nil)
			if verb := curlVerb.FindStringSubmatch(line); verb != nil {
				method = verb[1]
			}
			if path == nil {
				t.Fatalf("no address in %s", line)
			}
			if data := curlData.FindStringSubmatch(line); data != nil {
				body = names.Replace(data[1])
			}
			var headers []string
			for _, h := range curlHeader.FindAllStringSubmatch(strings.Split(line, " --json ")[0], -1) {
				if h[1] != "Authorization" {
					headers = append(headers, h[1], h[2])
				}
			}
			walked[family(path[1])] = true
			answer := admin.On(t).Do(method, names.Replace(path[1]), body, headers...).Want(want)
			if strings.HasSuffix(path[1], "/send") {
				answer.JSON(&sent)
			}
		}
	}
	if ran < 30 {
		t.Errorf("only %d commands were found", ran)
	}
	for line := range strings.Lines(strings.TrimSpace(documented)) {
		home, _, _ := strings.Cut(family(strings.Fields(line)[1]), "?")
		if !walked[home] && home != "" && home != "health" {
			t.Errorf("docs/api.md does not walk through %s", home)
		}
	}
}

// commands are those of a block, each with the line of its status above it.
func commands(block string) (list []string) {
	for part := range strings.SplitSeq("\n"+block, "\n# ") {
		if strings.Contains(part, "curl ") {
			list = append(list, "# "+strings.TrimSpace(part))
		}
	}
	return list
}

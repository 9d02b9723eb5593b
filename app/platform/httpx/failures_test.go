package httpx

import (
	"fmt"
	"testing"
	"time"

	"presence/app/platform/errs"
)

// TestFailures keeps the last fifty, and returns them by kind and route, the newest first.
func TestFailures(t *testing.T) {
	var f Failures
	for n := range maxFailures + 10 {
		f.add(Failure{At: time.Unix(int64(n), 0), ID: fmt.Sprint(n), Method: "GET", Route: []string{"/a", "/b"}[n%2], Kind: errs.KindInternal})
	}
	f.add(Failure{At: time.Unix(1, 0), ID: "other", Method: "GET", Route: "/a", Kind: errs.KindUnavailable})
	groups, total := f.Groups(), 0
	for _, g := range groups {
		total += len(g.List)
	}
	if total != maxFailures || len(groups) != 3 {
		t.Fatalf("%d failures in %d groups", total, len(groups))
	}
	if g := groups[0]; g.Route != "/b" || g.List[0].ID != "59" || g.List[len(g.List)-1].ID != "11" {
		t.Errorf("the first group is %+v", g)
	}
	if g := groups[2]; g.Kind != errs.KindUnavailable || g.List[0].ID != "other" {
		t.Errorf("the last group is %+v", g)
	}
	(*Failures)(nil).add(Failure{})
}

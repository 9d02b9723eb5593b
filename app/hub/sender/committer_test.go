package sender

import (
	"fmt"
	"slices"
	"testing"

	"presence/app/hub/campaigns"
)

func TestShare(t *testing.T) {
	recipients := func(n int64) (list []campaigns.Recipient) {
		for id := range n {
			list = append(list, campaigns.Recipient{ID: id + 1})
		}
		return list
	}
	for _, x := range []struct {
		name   string
		claims []int
		found  int64
		want   string // the ids that each connection gets
	}{
		{"in turns, when there are fewer than are wanted", []int{2, 2, 2}, 4, "[[1 4] [2] [3]]"},
		{"to each as many as it wants", []int{1, 0, 3}, 4, "[[1] [] [2 3 4]]"},
		{"nothing", []int{2, 2}, 0, "[[] []]"},
	} {
		t.Run(x.name, func(t *testing.T) {
			var batch []*commitRequest
			for i, n := range x.claims {
				batch = append(batch, &commitRequest{claims: n, mark: int64(i) * 10})
			}
			results := share(batch, map[int64]bool{10: true}, recipients(x.found), commitResult{limited: true, stopped: true})
			got := make([][]int64, len(results))
			for i, r := range results {
				for _, c := range r.claimed {
					got[i] = append(got[i], c.ID)
				}
				if !r.stopped || r.marked != (i == 1) {
					t.Errorf("connection %d: %+v", i, r)
				}
			}
			if fmt.Sprint(got) != x.want {
				t.Errorf("got %v, want %s", got, x.want)
			}
		})
	}
}

func TestCommitter_plan(t *testing.T) {
	refused := func(n int) (list []outcome) {
		for id := range n {
			list = append(list, outcome{id: int64(id + 1), kind: outcomeRefused})
		}
		return list
	}
	t.Run("joins what the connections ask for", func(t *testing.T) {
		s, _ := (&committer{}).plan([]*commitRequest{{outcomes: refused(2), claims: 2}, {mark: 9, claims: 1}, {outcomes: []outcome{{id: 7}}}}, false)
		if s.claims != 3 || len(s.outcomes) != 3 || !slices.Equal(s.marks, []int64{9}) || s.pause != nil {
			t.Errorf("%+v", s)
		}
		if !slices.Equal(s.recipients(), []int64{9, 1, 2, 7}) {
			t.Errorf("it locks %v", s.recipients())
		}
	})
	t.Run("pauses when many are refused, and begins to count anew", func(t *testing.T) {
		s, window := (&committer{}).plan([]*commitRequest{{outcomes: refused(60)}, {mark: 9, claims: 1}}, false)
		if s.pause == nil || s.pause.reason != campaigns.ManyFailures || len(s.marks) > 0 || s.claims > 0 {
			t.Errorf("%+v", s)
		}
		if again, _ := (&committer{window: window}).plan([]*commitRequest{{}}, false); again.pause != nil {
			t.Errorf("it pauses again: %+v", again.pause)
		}
	})
	t.Run("counts nothing before the commit", func(t *testing.T) {
		c := &committer{}
		if _, window := c.plan([]*commitRequest{{outcomes: refused(20)}}, false); c.window.n != 0 || window.n != 20 {
			t.Errorf("%d are counted, and %d will be", c.window.n, window.n)
		}
	})
	t.Run("within quiet hours only saves outcomes", func(t *testing.T) {
		s, _ := (&committer{}).plan([]*commitRequest{{outcomes: refused(2), claims: 2}, {mark: 9, claims: 1}}, true)
		if len(s.outcomes) != 2 || s.claims != 0 || len(s.marks) > 0 || s.pause != nil {
			t.Errorf("%+v", s)
		}
	})
	t.Run("pauses for the reason that a connection gives", func(t *testing.T) {
		s, _ := (&committer{}).plan([]*commitRequest{{outcomes: refused(60), pause: &pause{reason: campaigns.RelayDown}}, {}}, false)
		if s.pause == nil || s.pause.reason != campaigns.RelayDown {
			t.Errorf("%+v", s.pause)
		}
	})
}

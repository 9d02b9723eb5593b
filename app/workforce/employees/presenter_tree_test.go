package employees

import (
	"testing"

	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	views "presence/views/workforce/employees"
)

func TestTree(t *testing.T) {
	d, all := presenter{lang: i18n.EN}, auth.Actor{Role: auth.Admin}
	people := func(n int, boss func(i int64) int64) (list []TreeNode) {
		for i := range int64(n) {
			list = append(list, TreeNode{NamedEmployee: NamedEmployee{i + 1, "P"}, SupervisorID: boss(i + 1)})
		}
		return list
	}
	t.Run("counts everyone below, and hangs whose supervisor is out of sight at the top", func(t *testing.T) {
		p, ok := d.tree(all, people(4, func(i int64) int64 { return map[int64]int64{1: 99, 2: 1, 3: 2, 4: 0}[i] }), treeQuery{})
		if !ok || len(p.Roots) != 2 || p.Roots[0].Count != "2" || len(p.Roots[0].Reports) != 1 || p.Roots[1].Count != "" {
			t.Errorf("%+v", p.Roots)
		}
	})
	t.Run("puts a crew that does not fit on a page of its own", func(t *testing.T) {
		places := people(maxTreeNodes+51, func(i int64) int64 {
			if i == 1 {
				return 0
			}
			if i <= 50 {
				return 1
			}
			return 2
		})
		p, _ := d.tree(all, places, treeQuery{})
		if n := drawn(p.Roots); n > maxTreeNodes || p.Roots[0].Reports[0].More == "" || p.Roots[0].Reports[0].Count != "301" {
			t.Errorf("%d people are drawn, %+v", n, p.Roots[0].Reports[0])
		}
		p, ok := d.tree(all, places, treeQuery{root: 2})
		if !ok || p.Of == "" || p.Cut == "" || drawn(p.Roots) != maxTreeNodes || p.Roots[0].Count != "301" {
			t.Errorf("of %q, cut %q, %d people are drawn", p.Of, p.Cut, drawn(p.Roots))
		}
	})
	t.Run("of a crew leaves a crew below it whole, on a page of its own", func(t *testing.T) {
		places := people(maxTreeNodes+50, func(i int64) int64 {
			switch {
			case i == 1:
				return 0
			case i <= 10:
				return 1
			default:
				return 2
			}
		})
		p, ok := d.tree(all, places, treeQuery{root: 1})
		if !ok || p.Cut != "" || drawn(p.Roots) != 10 || p.Roots[0].Reports[0].More == "" {
			t.Errorf("cut %q, %d people are drawn, the page of the crew below is %q", p.Cut, drawn(p.Roots), p.Roots[0].Reports[0].More)
		}
	})
	t.Run("is cut where nobody supervises anybody", func(t *testing.T) {
		if p, _ := d.tree(all, people(maxTreeNodes+1, func(int64) int64 { return 0 }), treeQuery{}); len(p.Roots) != maxTreeNodes || p.Cut == "" {
			t.Errorf("%d roots, %q", len(p.Roots), p.Cut)
		}
	})
	t.Run("has its crews closed, and open for whoever is searched", func(t *testing.T) {
		chain := people(5000, func(i int64) int64 { return i / 20 })
		chain[4321].Name = "Zoé Cloutier"
		p, _ := d.tree(all, chain, treeQuery{})
		if len(p.Roots) != 19 || p.Roots[0].Open || drawn(p.Roots) > maxTreeNodes {
			t.Errorf("%d roots, the first open: %v, %d people", len(p.Roots), p.Roots[0].Open, drawn(p.Roots))
		}
		p, _ = d.tree(all, chain, treeQuery{text: "clou zoe"})
		if p.Found != "1 person found" || drawn(p.Roots) != 3 || !p.Roots[0].Open || p.Roots[0].Reports[0].Reports[0].Name != "Zoé Cloutier" {
			t.Errorf("%s: %+v", p.Found, p.Roots)
		}
		if p, _ = d.tree(all, chain, treeQuery{text: "nobody"}); len(p.Roots) != 0 || p.Found != "0 people found" {
			t.Errorf("%s: %+v", p.Found, p.Roots)
		}
	})
	t.Run("of somebody out of sight is not there", func(t *testing.T) {
		if _, ok := d.tree(all, people(1, func(int64) int64 { return 0 }), treeQuery{root: 7}); ok {
			t.Error("a tree of nobody")
		}
	})
}

func drawn(list []views.Node) (n int) {
	for _, x := range list {
		n += 1 + drawn(x.Reports)
	}
	return n
}

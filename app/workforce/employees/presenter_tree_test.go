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
	t.Run("leaves a crew that does not fit to its own page, though it is that of the first person", func(t *testing.T) {
		crew := people(maxTreeNodes+2, func(i int64) int64 { return map[bool]int64{true: 1}[i > 1] })
		if p, _ := d.tree(all, crew, treeQuery{}); drawn(p.Roots) != 1 || p.Roots[0].More == "" {
			t.Errorf("%d people are drawn, the page of the crew is %q", drawn(p.Roots), p.Roots[0].More)
		}
	})
	t.Run("is whole where the most people that fit supervise no one", func(t *testing.T) {
		if p, _ := d.tree(all, people(maxTreeNodes, func(int64) int64 { return 0 }), treeQuery{}); len(p.Roots) != maxTreeNodes || p.Cut != "" {
			t.Errorf("%d roots, %q", len(p.Roots), p.Cut)
		}
	})
	t.Run("is open in a small company, and below the only person at the top with a team", func(t *testing.T) {
		two := func(i int64) int64 { return map[bool]int64{true: 1}[i > 2] }
		one := func(i int64) int64 {
			return map[bool]int64{true: i - 1}[i > 1 && i <= 3] + map[bool]int64{true: 1}[i > 3]
		}
		teams := func(i int64) int64 { return map[bool]int64{true: 1 + i%2}[i > 2] }
		for _, x := range []struct {
			name       string
			size       int
			boss       func(i int64) int64
			query      treeQuery
			top, below bool
		}{
			{"of the largest small company", smallCompany, two, treeQuery{}, true, true},
			{"of a larger one with two teams", smallCompany + 1, teams, treeQuery{}, false, false},
			{"of a larger one with one team and a person beside it", smallCompany + 1, two, treeQuery{}, true, false},
			{"of a larger one below one person", smallCompany + 1, one, treeQuery{}, true, false},
			{"of many who are found", smallCompany + 9, two, treeQuery{text: "p"}, true, true},
		} {
			t.Run(x.name, func(t *testing.T) {
				p, _ := d.tree(all, people(x.size, x.boss), x.query)
				if top, below := p.Roots[0].Open, p.Roots[0].Reports[0].Open; top != x.top || below != x.below {
					t.Errorf("the first is open: %v, the first below: %v", top, below)
				}
			})
		}
	})
	t.Run("finds a payroll number by its beginning", func(t *testing.T) {
		list := people(3, func(int64) int64 { return 0 })
		list[1].Payroll = 7001
		for query, want := range map[string]string{"70": "1 person found", "7001": "1 person found", "001": "0 people found"} {
			if p, _ := d.tree(all, list, treeQuery{text: query}); p.Found != want {
				t.Errorf("%s: %s", query, p.Found)
			}
		}
	})
	t.Run("names the role, the supervisor as such, or the residence", func(t *testing.T) {
		list := people(5, func(i int64) int64 { return map[int64]int64{5: 1}[i] })
		for i, role := range []auth.Role{auth.Employee, auth.Payroll, auth.Employee, "unknown", auth.Employee} {
			list[i].Role, list[i].Residence = role, "Sorel"
		}
		p, _ := d.tree(all, list, treeQuery{})
		for i, want := range []string{i18n.EN.T(i18n.RoleNames["supervisor"]), i18n.EN.T(i18n.RoleNames["payroll"]), "Sorel", "Sorel"} {
			if got := p.Roots[i].Note; got != want {
				t.Errorf("number %d reads %q, want %q", i+1, got, want)
			}
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

package employees

import (
	"slices"
	"strings"

	"presence/app/accounts/auth"
	"presence/app/platform/contact"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	"presence/views/ui"
	views "presence/views/workforce/employees"
)

// maxTreeNodes is the maximum number of employees on one page of the tree. Crews that do not fit have a page of their own.
const maxTreeNodes = 300

// orgTree is the tree of supervisors and reports.
type orgTree struct {
	people  map[int64]TreeNode
	reports map[int64][]int64 // by supervisor, sorted by name
	shown   map[int64][]int64 // the part of reports that the page shows
	open    bool              // every crew is open
}

// newOrgTree builds the tree; roots are those whose supervisor is not among the nodes.
func newOrgTree(nodes []TreeNode) (f orgTree, roots []int64) {
	f = orgTree{people: make(map[int64]TreeNode, len(nodes)), reports: map[int64][]int64{}, shown: map[int64][]int64{}}
	for _, p := range nodes {
		f.people[p.ID] = p
	}
	for _, p := range nodes {
		if _, known := f.people[p.SupervisorID]; known {
			f.reports[p.SupervisorID] = append(f.reports[p.SupervisorID], p.ID)
		} else {
			roots = append(roots, p.ID)
		}
	}
	return f, roots
}

// selectVisible sets shown: it adds whole crews level by level, as long as they fit into maxTreeNodes. On the page of a single
// crew (crew), the first members of that crew are shown even if the whole crew does not fit.
func (f orgTree) selectVisible(roots []int64, crew bool) {
	room := maxTreeNodes - len(roots)
	for level := roots; len(level) > 0; {
		var next []int64
		for _, id := range level {
			list := f.reports[id]
			if crew && id == roots[0] {
				list = list[:min(len(list), room)]
			}
			if len(list) <= room {
				room -= len(list)
				f.shown[id] = list
				next = append(next, list...)
			}
		}
		level = next
	}
}

// countBelow counts everyone below an employee. The service prevents cycles, so the recursion ends.
func (f orgTree) countBelow(id int64) (n int) {
	for _, r := range f.reports[id] {
		n += 1 + f.countBelow(r)
	}
	return n
}

// find returns the people whose name has every word of the query, or whose payroll number begins with it, with everyone above them,
// and how many were found.
func find(nodes []TreeNode, f orgTree, query string) (kept []TreeNode, found int) {
	words, keep := strings.Fields(contact.Fold(query)), map[int64]bool{}
	for _, p := range nodes {
		name := contact.Fold(p.Name)
		missing := func(w string) bool { return !strings.Contains(name, w) }
		if slices.ContainsFunc(words, missing) && !strings.HasPrefix(number(p.Payroll), query) {
			continue
		}
		found++
		for above, known := p, true; known && !keep[above.ID]; above, known = f.people[above.SupervisorID] {
			keep[above.ID] = true
		}
	}
	for _, p := range nodes {
		if keep[p.ID] {
			kept = append(kept, p)
		}
	}
	return kept, found
}

// treeQuery holds the query parameters of the tree's page.
type treeQuery struct {
	root int64  // whose crew; 0: everyone
	text string // the name that is searched; empty: none
}

// tree returns the page of the whole tree, of the subtree of root, or of those who are searched with everyone above them; false when
// root is not visible to the actor.
func (d presenter) tree(by auth.Actor, nodes []TreeNode, q treeQuery) (views.Tree, bool) {
	p := views.Tree{Head: d.head(by, "tree")}
	p.Filter.Keep, p.Filter.Search.Value, p.Filter.Search.Target = []ui.Hidden{{Name: "view", Value: "tree"}}, q.text, "#tree"
	p.Count = d.lang.N(len(nodes), i18n.TeamCount)
	f, roots := newOrgTree(nodes)
	if q.text != "" {
		var found int
		nodes, found = find(nodes, f, q.text)
		f, roots = newOrgTree(nodes)
		f.open, p.Found = true, d.lang.N(found, i18n.TreeFound)
	}
	if q.root != 0 {
		top, known := f.people[q.root]
		if !known {
			return p, false
		}
		roots, p.Of, p.Whole = []int64{q.root}, d.lang.TeamOf(top.Name), paths.EmployeesTree(0)
	}
	f.open = f.open || len(nodes) <= smallCompany
	if len(roots) > maxTreeNodes {
		roots, p.Cut = roots[:maxTreeNodes], d.lang.T(i18n.TreeCut)
	}
	f.selectVisible(roots, q.root != 0)
	if q.root != 0 && len(f.shown[q.root]) < len(f.reports[q.root]) {
		p.Cut = d.lang.T(i18n.TreeCut)
	}
	tops := 0 // of crews
	for _, id := range roots {
		if len(f.reports[id]) > 0 {
			tops++
		}
	}
	for _, id := range roots {
		p.Roots = append(p.Roots, d.node(f, id, tops == 1))
	}
	return p, true
}

// smallCompany is the number of people up to which every crew is open.
const smallCompany = 20

// node returns an employee with the reports, open where it is the top of all crews.
func (d presenter) node(f orgTree, id int64, top bool) views.Node {
	x := f.people[id]
	n := views.Node{Name: x.Name, Href: paths.Employee(id), Open: top || f.open, Note: x.Residence}
	all := f.countBelow(id)
	if all > 0 {
		n.Note = d.lang.T(i18n.RoleNames["supervisor"])
	}
	if role, known := i18n.RoleNames[string(x.Role)]; known && x.Role != auth.Employee {
		n.Note = d.lang.T(role)
	}
	if all == 0 {
		return n
	}
	n.Count, n.Spoken = d.lang.Int(int64(all)), d.lang.N(all, i18n.TreeCount)
	if len(f.shown[id]) == 0 {
		n.More, n.MoreText = paths.EmployeesTree(id), d.lang.N(all, i18n.TreeMore)
		return n
	}
	for _, r := range f.shown[id] {
		n.Reports = append(n.Reports, d.node(f, r, false))
	}
	return n
}

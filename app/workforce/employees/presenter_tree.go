package employees

import (
	"presence/app/accounts/auth"
	"presence/app/platform/i18n"
	"presence/app/platform/paths"
	views "presence/views/workforce/employees"
)

// maxTreeNodes is how many people one page of the tree shows. Crews that do not fit are shown on a page of their own.
const maxTreeNodes = 300

// orgTree is the tree as it is walked.
type orgTree struct {
	people  map[int64]TreeNode
	reports map[int64][]int64 // by supervisor, in the order of names
	shown   map[int64][]int64 // those of them that stand on the page
}

// newOrgTree makes the forest; roots are those whose supervisor is out of sight.
func newOrgTree(places []TreeNode) (f orgTree, roots []int64) {
	f = orgTree{people: make(map[int64]TreeNode, len(places)), reports: map[int64][]int64{}, shown: map[int64][]int64{}}
	for _, p := range places {
		f.people[p.ID] = p
	}
	for _, p := range places {
		if _, known := f.people[p.SupervisorID]; known {
			f.reports[p.SupervisorID] = append(f.reports[p.SupervisorID], p.ID)
		} else {
			roots = append(roots, p.ID)
		}
	}
	return f, roots
}

// selectVisible chooses whose reports stand on the page: those nearest the top, as long as there is room. On the page of a single
// crew its first members do, even when there are more.
func (f orgTree) selectVisible(roots []int64, crew bool) {
	room := maxTreeNodes - len(roots)
	for level := roots; len(level) > 0; {
		var next []int64
		for _, id := range level {
			list := f.reports[id]
			if crew && id == roots[0] {
				list = list[:min(len(list), room)]
			}
			if len(list) > 0 && len(list) <= room {
				room -= len(list)
				f.shown[id] = list
				next = append(next, list...)
			}
		}
		level = next
	}
}

// countBelow counts everyone under an employee. The service lets no circle close, so the walk ends.
func (f orgTree) countBelow(id int64) (n int) {
	for _, r := range f.reports[id] {
		n += 1 + f.countBelow(r)
	}
	return n
}

// tree is the page of everyone, or of the crew of one; false when that one is out of sight.
func (d presenter) tree(by auth.Actor, places []TreeNode, root int64) (views.Tree, bool) {
	p := views.Tree{Head: d.head(by, "tree")}
	f, roots := newOrgTree(places)
	p.Count = d.lang.N(len(places), i18n.TeamCount)
	if root != 0 {
		top, known := f.people[root]
		if !known {
			return p, false
		}
		roots, p.Of, p.Whole = []int64{root}, d.lang.F(i18n.TreeOf, top.Name), paths.EmployeesTree(0)
	}
	if len(roots) > maxTreeNodes {
		roots, p.Cut = roots[:maxTreeNodes], d.lang.T(i18n.TreeCut)
	}
	f.selectVisible(roots, root != 0)
	if root != 0 && len(f.shown[root]) < len(f.reports[root]) {
		p.Cut = d.lang.T(i18n.TreeCut)
	}
	for _, id := range roots {
		p.Roots = append(p.Roots, d.node(f, id, 0))
	}
	return p, true
}

// node is an employee with the crew; the first two levels stand open.
func (d presenter) node(f orgTree, id int64, depth int) views.Node {
	n := views.Node{Name: f.people[id].Name, Href: paths.Employee(id), Open: depth < 2}
	all := f.countBelow(id)
	if all == 0 {
		return n
	}
	n.Count, n.Spoken = d.lang.Int(int64(all)), d.lang.N(all, i18n.TreeCount)
	if len(f.shown[id]) == 0 {
		n.More, n.MoreText = paths.EmployeesTree(id), d.lang.N(all, i18n.TreeMore)
		return n
	}
	for _, r := range f.shown[id] {
		n.Reports = append(n.Reports, d.node(f, r, depth+1))
	}
	return n
}

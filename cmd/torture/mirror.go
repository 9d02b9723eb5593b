package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"presence/app/platform/i18n"
)

// mirror is a directory of customers in another system, of which the product keeps a copy. Everybody moves from one
// version to the next, and one customer more is there.
type mirror struct {
	*site
	dir     string
	event   string // whose audience is looked for
	first   int    // customers of the first version
	version int
}

var towns = []string{"Amos", "Gaspé"}

func (m *mirror) town(version int) string   { return towns[version%2] }
func (m *mirror) customers(version int) int { return m.first + version }

// move writes the next version of the customers' file as another system does: under another name, and then renamed over the old
// one.
func (m *mirror) move() error {
	m.version++
	fresh := filepath.Join(m.dir, ".fresh")
	f, err := os.Create(fresh)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	for n := range m.customers(m.version) {
		fmt.Fprintf(w, `{"customer_id":"C-%d","name":"Élise Côté %d","emails":["c%d@customers.example"],"phones":["418 555-%04d"],"city":%q}`+
			"\n", n, n, n, n%10000, m.town(m.version))
	}
	return errors.Join(w.Flush(), f.Close(), os.Rename(fresh, filepath.Join(m.dir, "customers.ndjson")))
}

// living returns how many customers live in a town, with a single request.
func (m *mirror) living(town string) (int, error) {
	var p struct{ Count int }
	err := m.post("/events/"+m.event+"/audience", fmt.Sprintf(`{"mode":"filters","filters":{"city":%q}}`, town), &p)
	return p.Count, err
}

// halfMoved returns a description of the error if have of a version's all customers are there; "" for all and for none.
func halfMoved(have, all int) string {
	if have == 0 || have == all {
		return ""
	}
	return fmt.Sprintf("%d of %d customers of one version are there", have, all)
}

// look records a fault unless each of the last two versions is there completely or not at all, and reports whether the newest
// is there.
func (m *mirror) look(r *row) (newest bool, err error) {
	counts := [2]int{}
	for i, version := range []int{m.version - 1, m.version} {
		if counts[i], err = m.living(m.town(version)); err != nil {
			return false, err
		}
		if wrong := halfMoved(counts[i], m.customers(version)); wrong != "" {
			r.failf("%s", wrong)
		}
	}
	return counts[1] > 0, nil
}

// sync starts a run, as an operator does.
func (m *mirror) sync() *exec.Cmd {
	cmd := exec.CommandContext(m.ctx, m.binary, "directory", "sync")
	cmd.Env = m.env
	return cmd
}

// mustSync runs syncs until one succeeds. alone says that no other process syncs, so that the first must succeed.
func (m *mirror) mustSync(r *row, alone bool) error {
	return m.untilAsked("a sync to succeed", func() (bool, error) {
		out, err := m.sync().CombinedOutput()
		if err == nil {
			return true, nil
		}
		if underWay := i18n.EN.T(i18n.Fault("sync_running", "")); alone || !strings.Contains(string(out), underWay) {
			r.failf("the next sync: %s", out)
			return true, nil
		}
		return false, nil
	})
}

// mirror makes one of an installation that open opens, with the first version in it.
func (h *harness) mirror(r *row, open func(env ...string) (*site, error)) (*mirror, error) {
	m := &mirror{dir: filepath.Join(h.dir, h.name("customers")), first: h.few(20_000, 2_000)}
	if err := errors.Join(os.MkdirAll(m.dir, 0o700), m.move()); err != nil {
		return nil, err
	}
	var err error
	if m.site, err = open("DIRECTORY_URL=files:"+m.dir, "DIRECTORY_EVERY=168h"); err != nil {
		return nil, err
	}
	if m.event, err = m.newList(); err == nil {
		err = m.mustSync(r, false)
	}
	if err != nil {
		m.leave(r)
	}
	return m, err
}

// killedSyncs kills processes during a sync of the directory: the command, while the server goes on, and the server, which must
// continue after its restart.
func killedSyncs(h *harness, r *row) error {
	m, err := h.mirror(r, func(env ...string) (*site, error) { return h.open(h.binary, "", 1, steady, env...) })
	if err != nil {
		return err
	}
	defer m.leave(r)
	begin := time.Now()
	if err := errors.Join(m.move(), m.mustSync(r, true)); err != nil {
		return err
	}
	took := time.Since(begin)
	for n := 0; r.kills < h.few(24, 2) && r.fault == ""; n++ {
		r.guests += m.customers(m.version)
		if err := errors.Join(m.move(), m.killCommand(r, h.random.Int64N(int64(took)))); err != nil {
			return err
		}
		if n%2 == 1 {
			if err := m.killServer(r, h.random.Int64N(int64(took))); err != nil {
				return err
			}
		}
		if err := m.mustSync(r, n%2 == 0); err != nil {
			return err
		}
		if newest, err := m.look(r); err != nil || !newest {
			r.failf("after the next sync the old version is there still")
			return err
		}
	}
	return nil
}

// killCommand starts a sync and kills it after nanoseconds later. In the meantime it checks the directory repeatedly (look).
func (m *mirror) killCommand(r *row, after int64) error {
	cmd := m.sync()
	if err := cmd.Start(); err != nil {
		return err
	}
	defer time.AfterFunc(time.Duration(after), func() { _ = cmd.Process.Kill() }).Stop()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	r.kills++
	for {
		var failed error
		over := false
		select {
		case failed = <-ended:
			over = true
		default:
		}
		newest, err := m.look(r)
		if over && failed == nil && !newest {
			r.failf("a sync succeeded and the old version is there still")
		}
		if over || err != nil {
			return err
		}
	}
}

// killServer kills the server, starts it, and kills it again after nanoseconds later, while it continues the sync that was
// interrupted, if there was one.
func (m *mirror) killServer(r *row, after int64) error {
	n := m.nodes[0]
	for _, d := range []time.Duration{0, time.Duration(after)} {
		m.wait(d)
		n.kill()
		r.kills, r.checked = r.kills+1, r.checked+1
		if err := m.intact(); err != nil {
			r.failf("%v", err)
		}
		if err := errors.Join(n.start(), n.ready()); err != nil {
			return err
		}
	}
	_, err := m.look(r)
	return err
}

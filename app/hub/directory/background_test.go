package directory

import (
	"context"
	"errors"
	"strings"
	"testing"

	"presence/app/platform/background"
	"presence/db"
	"presence/db/dbtest"
)

// gated is a source that waits before its first record.
type gated struct {
	fixed
	reading chan struct{} // receives when the source is read
	open    chan struct{} // lets it go on
}

func newGated(customers int) *gated {
	return &gated{fixed: fixed{customers: testCustomers(customers)}, reading: make(chan struct{}, 1), open: make(chan struct{})}
}

func (g *gated) Each(ctx context.Context, since string, to RecordWriter) (Listing, error) {
	g.reading <- struct{}{}
	select {
	case <-g.open:
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		return Listing{}, err
	}
	return g.fixed.Each(ctx, since, to)
}

// A service is replaced by another one when the settings change.
func TestService_is_replaced_during_a_sync(t *testing.T) {
	for _, x := range []struct {
		name  string
		begin func(t *testing.T, ctx context.Context, s *Service)
	}{
		{"that is periodic", func(t *testing.T, ctx context.Context, s *Service) {
			s.SyncPeriodically(ctx, noFailure(t))
		}},
		{"that staff began", func(t *testing.T, ctx context.Context, s *Service) {
			if _, err := s.Start(ctx, clerk, SyncOptions{}); err != nil {
				t.Error(err)
			}
			<-ctx.Done()
		}},
	} {
		t.Run(x.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				work, source := background.NewGroup(), newGated(3)
				defer work.Close()
				c := Config{Source: source, Every: 15 * 60e9, Work: work}
				s := NewService(d, newClock().now, c)
				ctx, settingsChange := context.WithCancel(context.WithoutCancel(t.Context()))
				ended := make(chan struct{})
				go func() { defer close(ended); x.begin(t, ctx, s) }()
				<-source.reading
				settingsChange()
				close(source.open)
				<-ended
				next := NewService(d, newClock().now, c)
				next.Wait()
				if r, err := next.Latest(t.Context()); err != nil || r.State != "done" || r.Added != 3 {
					t.Errorf("%+v %v", r, err)
				}
			})
		})
	}
}

// A sync may be started in a transaction.
func TestService_Start_in_a_transaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		source := newGated(3)
		close(source.open)
		s, _ := serviceOf(d, source)
		defer s.Work.Close()
		undone := errors.New("undone")
		start := func(end func() error) error {
			return d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				if _, err := s.Start(ctx, clerk, SyncOptions{}); err != nil {
					return err
				}
				return end()
			})
		}
		t.Run("nothing begins when it is rolled back", func(t *testing.T) {
			if err := start(func() error { return undone }); !errors.Is(err, undone) {
				t.Fatal(err)
			}
			s.Wait()
			if r, err := s.Latest(t.Context()); r != nil || err != nil || len(source.reading) != 0 {
				t.Errorf("%+v %v, the source is read %d times", r, err, len(source.reading))
			}
		})
		t.Run("the sync begins when it is committed, and ends", func(t *testing.T) {
			err := start(func() error {
				s.Wait()
				if len(source.reading) != 0 {
					t.Error("it began before")
				}
				return nil
			})
			s.Wait()
			if r, late := s.Latest(t.Context()); err != nil || late != nil || r.State != "done" || r.Added != 3 {
				t.Errorf("%+v %v %v", r, err, late)
			}
		})
	})
}

func TestService_UndoUpload_in_a_transaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u := newUploads(t, d)
		x := u.receive(t, twoClients)
		u.publish(t, x.ID, false)
		const copies = "SELECT COUNT(*) FROM directory_customers"
		undone := errors.New("undone")
		undo := func(end error) error {
			return d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
				if err := u.UndoUpload(ctx, clerk, x.ID); err != nil {
					return err
				}
				return end
			})
		}
		t.Run("changes nothing when it is rolled back, and is possible again", func(t *testing.T) {
			for range 2 {
				if err := undo(undone); !errors.Is(err, undone) {
					t.Fatal(err)
				}
				if u.Wait(); !strings.Contains(u.customers(t), "Maude") || u.count(t, copies) != 2 {
					t.Errorf("%s, %d copies", u.customers(t), u.count(t, copies))
				}
			}
		})
		t.Run("deletes what was published when it is committed", func(t *testing.T) {
			if err := undo(nil); err != nil {
				t.Fatal(err)
			}
			if u.Wait(); u.customers(t) != "" || u.count(t, copies) != 0 {
				t.Errorf("%s, %d copies", u.customers(t), u.count(t, copies))
			}
		})
	})
}

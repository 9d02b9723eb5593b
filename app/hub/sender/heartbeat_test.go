package sender

import "testing"

func TestMembership_stalled_after_a_heartbeat_has_not_moved_for_long(t *testing.T) {
	const stalledAfter = 8
	m := &membership{peers: map[int64]peerHeartbeat{}, worker: &Worker{intervals: Intervals{}.withDefaults()}}
	looks := func(id, beat int64, times int) (last bool) {
		for range times {
			last = m.stalled(workerRow{id: id, beat: beat})
		}
		return last
	}
	if looks(1, 7, stalledAfter) {
		t.Error("a look too early: the first one has nothing to compare with")
	}
	if !looks(1, 7, 1) {
		t.Error("it has not moved for so many looks")
	}
	if looks(1, 8, stalledAfter) {
		t.Error("it has moved, and the looks are counted anew")
	}
	if looks(2, 8, stalledAfter) {
		t.Error("another worker has the looks of the first")
	}
	if !looks(1, 8, 1) {
		t.Error("it stands still again")
	}
	if looks(1, 7, stalledAfter) {
		t.Error("a heartbeat that differs has moved, whichever way")
	}
}

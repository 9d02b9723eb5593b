package load

import (
	"slices"
	"time"
)

// Result is the result of a run. Times and the rate count responses with the expected status only.
type Result struct {
	Count     int
	Wrong     int   // answers with another status, and broken connections
	Fault     error // the first of those
	Rate      float64
	P50, P95  time.Duration
	P99, Max  time.Duration
	MeanBytes int64 // of an answer's body
	took      []time.Duration
	spent     time.Duration
	bytes     int64
}

func sum(samples []sample, spent time.Duration) Result {
	r := Result{spent: spent}
	for _, s := range samples {
		r.took = append(r.took, s.took...)
		r.bytes += s.bytes
		r.Wrong += s.wrong
		if r.Fault == nil {
			r.Fault = s.fault
		}
	}
	return r.summed()
}

// Join makes one result of several runs of the same plan.
func Join(runs ...Result) Result {
	var all Result
	for _, r := range runs {
		all.took = append(all.took, r.took...)
		all.spent += r.spent
		all.bytes += r.bytes
		all.Wrong += r.Wrong
		if all.Fault == nil {
			all.Fault = r.Fault
		}
	}
	return all.summed()
}

func (r Result) summed() Result {
	r.Count = len(r.took)
	if r.Count == 0 {
		return r
	}
	slices.Sort(r.took)
	r.Rate = float64(r.Count) / r.spent.Seconds()
	r.P50, r.P95 = Percentile(r.took, 50), Percentile(r.took, 95)
	r.P99, r.Max = Percentile(r.took, 99), r.took[r.Count-1]
	r.MeanBytes = r.bytes / int64(r.Count)
	return r
}

// Percentile returns the smallest of the sorted times that p percent of them do not exceed (nearest rank); 0 of none.
func Percentile(sorted []time.Duration, p int) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}

// Spread returns the median and the maximum of times, which need not be sorted.
func Spread(times []time.Duration) (p50, worst time.Duration) {
	sorted := slices.Sorted(slices.Values(times))
	return Percentile(sorted, 50), Percentile(sorted, 100)
}

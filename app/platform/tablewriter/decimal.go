package tablewriter

import "strconv"

// tenThousandths converts minutes to 1/10,000 h, rounded to the nearest. This is precise enough that sums of rows are still
// correct to the minute.
func tenThousandths(minutes int64) int64 {
	if minutes < 0 {
		return -tenThousandths(-minutes)
	}
	return (minutes*10_000 + 30) / 60
}

// appendDecimal appends n units of 10^-places with the given decimal sign. It drops trailing zeros, but keeps at least keep
// decimals.
func appendDecimal(b []byte, n int64, places, keep int, sign byte) []byte {
	u := uint64(n)
	if n < 0 {
		b, u = append(b, '-'), -u
	}
	unit := uint64(1)
	for range places {
		unit *= 10
	}
	b = strconv.AppendUint(b, u/unit, 10)
	rest := u % unit
	for places > keep && rest%10 == 0 {
		rest, places = rest/10, places-1
	}
	if places == 0 {
		return b
	}
	b = append(b, sign)
	for at := places - 1; at >= 0; at-- {
		b = append(b, '0')
	}
	for at := len(b) - 1; rest > 0; at-- {
		b[at] = byte('0' + rest%10)
		rest /= 10
	}
	return b
}

// FormatDecimal formats n units of 10^-places with a point. It drops trailing zeros, but keeps at least keep decimals.
func FormatDecimal(n int64, places, keep int) string {
	return string(appendDecimal(nil, n, places, keep, '.'))
}

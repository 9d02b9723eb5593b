package payperiods

import "presence/app/workforce/bankcodes"

// IsMileage reports whether expenses of this bank code type are kilometres driven (W4).
func IsMileage(bankCodeType string) bool { return bankcodes.Fold(bankCodeType) == bankcodes.Mileage }

// Distance returns the distance of a mileage expense in hundredths of a kilometre, rounded to the nearest: its amount in cents
// divided by the modifier in 1/10,000 $ per kilometre (W4). It is computed for each expense, so that totals are sums of the
// lines shown. If the modifier is not positive, the distance is 0.
func Distance(cents, modifier int64) int64 {
	if modifier <= 0 {
		return 0
	}
	if cents < 0 {
		return -Distance(-cents, modifier)
	}
	return (cents*10_000 + modifier/2) / modifier
}

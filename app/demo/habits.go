package demo

// habit is the usual work pattern of an employee.
type habit uint8

// The habits of the company.
const (
	days   habit = iota // 8:00 to 16:30 with a break of half an hour: 40 h
	early               // 6:30 to 14:00: 37.5 h, and sometimes a call-out in the evening
	late                // 14:00 to 22:00, with evening pay
	nights              // 23:00 to 7:00
	half                // mornings
)

// habitOf returns a person's habit, the same on each start. The demo's employee works days.
func habitOf(crew, place int) habit {
	if crew == inOffice || place < 2 {
		return days
	}
	return [7]habit{early, days, late, days, early, nights, half}[(place+3*crew)%7]
}

// work is one shift of a day: from and to are minutes after its midnight; to exceeds 24 h when the shift ends on the next day.
type work struct {
	day      int // of the period, 0 to 13
	from, to int
	code     string
}

// spending is one expense of a day.
type spending struct {
	day   int
	cents int64
	code  string
	what  string
}

const hour = 60

// usual returns the shifts of one day for a habit.
func (h habit) usual(day int) []work {
	switch h {
	case early:
		return []work{{day, 6*hour + 30, 14 * hour, "regular"}}
	case late:
		return []work{{day, 14 * hour, 18 * hour, "regular"}, {day, 18 * hour, 22 * hour, "evening"}}
	case nights:
		return []work{{day, 23 * hour, 31 * hour, "evening"}}
	case half:
		return []work{{day, 8 * hour, 12*hour + 30, "regular"}}
	default:
		return []work{{day, 8 * hour, 12 * hour, "regular"}, {day, 12*hour + 30, 16*hour + 30, "regular"}}
	}
}

// fortnight returns the usual work and expenses of an employee in the nth period (0 is the oldest): the weekdays, a call in the
// evening, a drive, a meal. They vary by person and period, and are the same on each start.
func (p *person) fortnight(n int) (shifts []work, spent []spending) {
	turn := p.place*5 + p.crew*3 + n*7
	for day := range 14 {
		if day%7 == 0 || day%7 == 6 {
			continue
		}
		shifts = append(shifts, p.habit.usual(day)...)
	}
	if p.habit == early && turn%3 != 0 { // 37.5 h leave room below the threshold
		day := 1 + turn%5 + 7*(turn%2)
		shifts = append(shifts, work{day, 20 * hour, 22*hour + 30, "emergency"})
	}
	if turn%3 == 0 {
		for i, km := range []int64{18 + int64(turn%40), 64 + int64(turn%90)} {
			spent = append(spent, spending{2 + 7*i, km * 72, "mileage", [2]string{"Visite d’un chantier", "Livraison de matériel"}[i]})
		}
	}
	if turn%4 == 1 {
		spent = append(spent, spending{1 + turn%5, 1_150 + int64(turn*37%2_400), "expense",
			[3]string{"Stationnement", "Repas avec un client", "Gants et piles"}[turn%3]})
	}
	return shifts, spent
}

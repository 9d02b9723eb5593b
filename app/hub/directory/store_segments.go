package directory

import (
	"context"
	"math"

	"presence/db"
)

// segmentConditions select the customers of each kind of segment. They are spelled as in the partial indexes.
var segmentConditions = map[string]string{
	cityKind:        "c.city_folded = $4",
	Individuals:     "c.type = 'Individual'",
	Companies:       "c.type = 'Company'",
	HasSubscription: "c.subscribed",
	NoSubscription:  "NOT c.subscribed",
	Left:            "c.account_status = 'resiliated'",
}

// segmentPage is a part of a segment: at most limit customers below the row before; 0: from the top.
type segmentPage struct {
	where  string // empty: everybody
	city   string // of a city's segment, folded
	before int64
	limit  int
}

func bySegment(ctx context.Context, q db.Queryer, gen int64, p segmentPage) ([]Match, error) {
	if p.before == 0 {
		p.before = math.MaxInt64
	}
	where, args := "c.id < $2 AND c.from_gen <= $1 AND c.to_gen > $1", []any{gen, p.before, p.limit}
	if p.where != "" {
		where += " AND " + p.where
	}
	if p.city != "" {
		args = append(args, p.city)
	}
	return matches(ctx, q, where+" ORDER BY c.id DESC LIMIT CAST($3 AS BIGINT)", args...)
}

// countKinds returns the segments that are no cities and have customers.
func countKinds(ctx context.Context, q db.Queryer, gen int64) ([]Segment, error) {
	kinds := []Segment{{Kind: Individuals}, {Kind: Companies}, {Kind: HasSubscription}, {Kind: NoSubscription}, {Kind: Left}}
	columns, into := "", make([]any, len(kinds))
	for i, k := range kinds {
		if i > 0 {
			columns += ", "
		}
		columns += "COUNT(CASE WHEN " + segmentConditions[k.Kind] + " THEN 1 END)"
		into[i] = &kinds[i].Size
	}
	err := q.QueryRow(ctx, "SELECT "+columns+" FROM directory_customers c WHERE c.from_gen <= $1 AND c.to_gen > $1", gen).Scan(into...)
	if err != nil {
		return nil, err
	}
	list := []Segment{}
	for _, k := range kinds {
		if k.Size > 0 {
			list = append(list, k)
		}
	}
	return list, nil
}

// largestCities returns the cities with the most customers, which are counted when a generation is published.
func largestCities(ctx context.Context, q db.Queryer, limit int) ([]Segment, error) {
	scan := func(row db.Row) (s Segment, err error) {
		s.Kind = cityKind
		err = row.Scan(&s.City, &s.Size)
		return s, err
	}
	return db.Collect(scan)(q.Query(ctx,
		"SELECT city, customers FROM directory_cities ORDER BY customers DESC, city_folded LIMIT CAST($1 AS BIGINT)", limit))
}

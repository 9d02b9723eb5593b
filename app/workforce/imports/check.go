package imports

import (
	"context"
	"maps"
	"slices"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/db"
)

// checkSize is the number of lines that are checked, and saved, with one set of queries.
const checkSize = 1000

// check begins to check the lines in the background. record is called in the transaction that begins it.
func (s *Service) check(ctx context.Context, by auth.Actor, im Import, record func(ctx context.Context, tx *db.Tx) error) error {
	if im.State != Mapping && im.State != Checked {
		return errs.Conflict("import_moved_on", "The import is past this step.")
	}
	return s.start(ctx, im.ID, im.State, Checking, record, func(ctx context.Context, worker string) {
		if err := s.judge(ctx, by, im.ID, worker); err != nil {
			s.fail(ctx, im.ID, worker, Mapping, err)
		}
	})
}

// judge gives every line its verdict.
func (s *Service) judge(ctx context.Context, by auth.Actor, id int64, worker string) error {
	im, err := byID(ctx, s.db, id)
	if err != nil {
		return err
	}
	if err := s.decide(ctx, by, &im, worker); err != nil {
		return err
	}
	in, err := s.sources[im.Kind].open(by, im.layout())
	if err != nil {
		return err
	}
	err = eachChunk(ctx, s.db, id, nil, func(rows []Row) error {
		in.add(readable(rows))
		return nil
	})
	if err != nil {
		return err
	}
	done := int64(0)
	err = eachChunk(ctx, s.db, id, nil, func(rows []Row) error {
		done += int64(len(rows))
		return s.judgeRows(ctx, in, im, worker, rows, done)
	})
	if err != nil {
		return err
	}
	more, err := in.conclude(ctx, s.db)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, id, Checking, worker); err != nil {
			return err
		}
		if err := addFaults(ctx, tx, id, more); err != nil {
			return err
		}
		if err := saveCounts(ctx, tx, id); err != nil {
			return err
		}
		return rest(ctx, tx, id, worker, Checked, im.Problem)
	})
}

// decide decides what holds for all lines of a file: the order of day and month in its dates, and the company of new employees.
func (s *Service) decide(ctx context.Context, by auth.Actor, im *Import, worker string) (err error) {
	source, columns := s.sources[im.Kind], columnsOf(im.Fields)
	var days []string
	for _, c := range source.columns {
		if c.day {
			days = append(days, c.Field)
		}
	}
	var evidence dayEvidence
	if len(days) > 0 {
		err = eachChunk(ctx, s.db, im.ID, nil, func(rows []Row) error {
			evidence.add(readable(rows), days, columns)
			return nil
		})
		if err != nil {
			return err
		}
	}
	im.DayOrder, im.Company = evidence.order(im.DayOrder), 0
	if _, known := columns["company_code"]; !known && source.company != nil {
		if im.Company, err = source.company(ctx, s.db, by); err != nil {
			return err
		}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, im.ID, Checking, worker); err != nil {
			return err
		}
		return saveReading(ctx, tx, im.ID, im.DayOrder, im.Company)
	})
}

// judgeRows judges a part of the lines and saves their verdicts.
func (s *Service) judgeRows(ctx context.Context, in records, im Import, worker string, rows []Row, done int64) error {
	good := readable(rows)
	for i := range good {
		good[i].Faults, good[i].Changes = nil, nil
	}
	if err := in.judge(ctx, s.db, good); err != nil {
		return err
	}
	for _, r := range rows {
		if r.fault != "" {
			r.Verdict, r.Faults = Wrong, errs.Fields{{Field: "", Code: r.fault, Detail: "This line cannot be read."}}
			good = append(good, r)
		}
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := require(ctx, tx, im.ID, Checking, worker); err != nil {
			return err
		}
		if err := saveRows(ctx, tx, im.ID, good); err != nil {
			return err
		}
		return progress(ctx, tx, im.ID, im.Lines, done)
	})
}

// addFaults makes lines wrong that were judged otherwise, or adds to their faults.
func addFaults(ctx context.Context, tx *db.Tx, id int64, more map[int]errs.Fields) error {
	for lines := range slices.Chunk(slices.Sorted(maps.Keys(more)), checkSize) {
		numbers := make([]int64, len(lines))
		for i, n := range lines {
			numbers[i] = int64(n)
		}
		rows, err := rowsAt(ctx, tx, id, numbers)
		if err != nil {
			return err
		}
		for i := range rows {
			rows[i].Verdict, rows[i].Changes = Wrong, nil
			rows[i].Faults = append(rows[i].Faults, more[rows[i].Line]...).FirstPerField()
		}
		if err := saveRows(ctx, tx, id, rows); err != nil {
			return err
		}
	}
	return nil
}

// eachChunk calls each with the lines that have one of the verdicts (nil: all), in the order of the file. No query is open meanwhile.
func eachChunk(ctx context.Context, q db.Queryer, id int64, verdicts []Verdict, each func(rows []Row) error) error {
	for after := 0; ; {
		rows, err := rowsOf(ctx, q, id, page{verdicts: verdicts, after: after, limit: checkSize})
		if err != nil || len(rows) == 0 {
			return err
		}
		after = rows[len(rows)-1].Line
		if err := each(rows); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// readable returns the lines that have cells.
func readable(rows []Row) (list []Row) {
	for _, r := range rows {
		if r.fault == "" {
			list = append(list, r)
		}
	}
	return list
}

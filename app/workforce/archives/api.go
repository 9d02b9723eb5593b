package archives

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// read is a feature's own way to one record in its archive.
type read[T any] func(ctx context.Context, by auth.Actor, id int64) (T, error)

type byQuery struct {
	ID string `query:"id" doc:"The record's id"`
}

func (q *byQuery) id() string { return q.ID }

// byPath takes the id as text, because one that is none is a 400 here and not a missing record.
type byPath struct {
	ID string `path:"id" doc:"The record's id"`
}

func (p *byPath) id() string { return p.ID }

// find answers one record of an archive; I says where the id stands.
func find[I any, P interface {
	*I
	id() string
}, T httpx.Versioned](get read[T]) func(ctx context.Context, in *I) (*httpx.Response[T], error) {
	return func(ctx context.Context, in *I) (*httpx.Response[T], error) {
		id, err := number(P(in).id())
		if err != nil {
			return nil, err
		}
		v, err := get(ctx, auth.From(ctx), id)
		return httpx.Respond(v), err
	}
}

func number(text string) (int64, error) {
	if text == "" {
		return 0, errs.InvalidField("id", "required", "Name the record: ?id=7.")
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, errs.InvalidField("id", "type", "Expected a number of at least 1.")
	}
	return id, nil
}

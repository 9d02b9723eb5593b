package archives

import (
	"context"
	"strconv"

	"presence/app/accounts/auth"
	"presence/app/platform/archival"
	"presence/app/platform/errs"
	"presence/app/platform/httpx"
)

// archive handles the requests for one feature's archive. T is the feature's entity, J its JSON.
type archive[T any, J httpx.Versioned[int64]] struct {
	read   reader[T]
	toJSON converter[T, J]
}

// reader returns one archived record of a feature, in the actor's scope.
type reader[T any] func(ctx context.Context, by auth.Actor, id int64) (T, archival.State, error)

type converter[T any, J httpx.Versioned[int64]] func(v T, in archival.State) httpx.Archived[J]

type queryInput struct {
	ID string `query:"id" doc:"The record's id" example:"12"`
}

func (a archive[T, J]) byQuery(ctx context.Context, in *queryInput) (*httpx.Response[httpx.Archived[J]], error) {
	return a.find(ctx, in.ID)
}

// pathInput takes the id as text, because the API answers 400 and not 404 for an invalid id here.
type pathInput struct {
	ID string `path:"id" doc:"The record's id" example:"12"`
}

func (a archive[T, J]) byPath(ctx context.Context, in *pathInput) (*httpx.Response[httpx.Archived[J]], error) {
	return a.find(ctx, in.ID)
}

func (a archive[T, J]) find(ctx context.Context, text string) (*httpx.Response[httpx.Archived[J]], error) {
	id, err := parseID(text)
	if err != nil {
		return nil, err
	}
	v, in, err := a.read(ctx, auth.From(ctx), id)
	if err != nil {
		return nil, err
	}
	return httpx.Respond(a.toJSON(v, in)), nil
}

func parseID(text string) (int64, error) {
	if text == "" {
		return 0, errs.InvalidField("id", "required", "Name the record: ?id=7.")
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, errs.InvalidField("id", "type", "Expected a number of at least 1.")
	}
	return id, nil
}

package httpx

import (
	"context"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// AskAgain says before which requests of a route people confirm who they are, if they have not done so lately (A5). It is part of
// the table of routes; the middleware AskAgain of package auth asks.
type AskAgain string

// The values of AskAgain, as the table of routes prints them.
const (
	AskNever     AskAgain = ""
	AskAlways    AskAgain = "again"
	AskSometimes AskAgain = "sometimes again" // before those that AskingAgainIf or HandleAskingAgainIf selects
)

// ErrConfirmFirst refuses a request of the JSON API whose caller has to confirm who they are.
var ErrConfirmFirst = errs.Forbidden("confirm_first", "Confirm who you are first: sign in again, or do this on the pages.")

// AskingAgain is the option of a page before which people are asked.
func AskingAgain(row *Route) { row.AskAgain = AskAlways }

// AskingAgain returns the operation as one before which people are asked.
func (op Op) AskingAgain() Op {
	op.AskAgain = AskAlways
	return op
}

// AskingAgainIf is the option of a page before which people are asked if when returns true.
func AskingAgainIf(when func(c *gin.Context) (bool, error)) PageOption {
	return func(row *Route) { row.AskAgain, row.askAgainIf = AskSometimes, when }
}

// HandleAskingAgainIf is Handle for an operation before which people are asked if when returns true. when gets the input as it
// was parsed for h.
func HandleAskingAgainIf[I, O any](r *Router, op Op, when func(ctx context.Context, in *I) (bool, error),
	h func(ctx context.Context, in *I) (*O, error)) {
	op.AskAgain = AskSometimes
	handle(r, op, nameOf(h), func(ctx context.Context, in *I) (*O, error) {
		if InfoOf(ctx).Unconfirmed {
			asks, err := when(ctx, in)
			if err == nil && asks {
				err = ErrConfirmFirst
			}
			if err != nil {
				return nil, err
			}
		}
		return h(ctx, in)
	})
}

// AsksAgain reports whether people are asked before this request of the route. It is false for an operation that asks sometimes:
// its input is not parsed yet.
func (row Route) AsksAgain(c *gin.Context) (bool, error) {
	if row.askAgainIf != nil {
		return row.askAgainIf(c)
	}
	return row.AskAgain == AskAlways, nil
}

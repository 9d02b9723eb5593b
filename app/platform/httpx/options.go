package httpx

import (
	"context"
	"net/http"
	"slices"
)

// An option sets a field of a route's Op. The type says for which routes it is: the compiler refuses an OpOption for a page, and a
// PageOption for a route with an Op. Whether an Option has an effect may also depend on the method and on the route's other options:
// registering a route with one that has none panics (Op.refuse).
type (
	// OpOption is an option for Op.With.
	OpOption interface{ setOp(op *Op) }
	// PageOption is an option for Router.Page.
	PageOption interface{ setPage(op *Op) }
	// Option is an option for both.
	Option func(op *Op)

	opOption   func(op *Op)
	pageOption func(op *Op)
)

func (set Option) setOp(op *Op)       { set(op) }
func (set Option) setPage(op *Op)     { set(op) }
func (set opOption) setOp(op *Op)     { set(op) }
func (set pageOption) setPage(op *Op) { set(op) }

// With returns op with options.
func (op Op) With(options ...OpOption) Op {
	for _, o := range options {
		o.setOp(&op)
	}
	return op
}

// The options of pages and other routes.
var (
	// RequiresReauth is the option of a route that is ReauthAlways.
	RequiresReauth Option = func(op *Op) { op.reauth = ReauthAlways }

	// MayRequireReauth is the option of a route that is ReauthSometimes.
	MayRequireReauth Option = func(op *Op) { op.reauth = ReauthSometimes }

	// Public is the option of a page that is a PublicPage.
	Public Option = func(op *Op) { op.Kind = PublicPage }
)

// MaxBody is the maximum size of the body in bytes, in place of that of C4.
func MaxBody(bytes int64) Option { return func(op *Op) { op.maxBody = bytes } }

// The options of routes that are registered by an Op.
var (
	// Undeclared is the option of a route that the contract (docs/contract.md) lists without security but that requires sign-in, unless
	// UNDECLARED_ROUTES is documented (C10).
	Undeclared OpOption = opOption(func(op *Op) { op.undeclared = true })

	// WithFile is the option of a route whose JSON body contains a file in base64, as fileMember. The route then accepts
	// multipart/form-data as well (see describeUpload).
	WithFile OpOption = opOption(func(op *Op) { op.withFile = true })

	// IssuesCredentials is the option of a route that issues or revokes credentials: an invalid token is no error there.
	IssuesCredentials OpOption = opOption(func(op *Op) { op.credentials = true })

	// IgnoresUnknownQuery is the option of an operation that ignores unknown query parameters, which mail programs, providers and probes add
	// (C7). Other operations refuse them. Pages, and routes that read their requests themselves, do not know the option.
	IgnoresUnknownQuery OpOption = opOption(func(op *Op) { op.ignoresQuery = true })

	// RefusesKey is the option of a POST that refuses an Idempotency-Key (C8), because its handler must not run inside a transaction: it
	// waits for the network, takes long, or stores nothing that a second request could store twice.
	RefusesKey OpOption = opOption(func(op *Op) { op.refusesKey = true })
)

// ShownOnce is the option of a POST whose answer contains a secret that is not shown again, such as a link to sign in with. Under an
// Idempotency-Key (C8) its answer is not stored, and a request that is sent again is answered 409 shown_once. again tells the client, in
// one sentence, how to get a new secret.
func ShownOnce(again string) OpOption { return opOption(func(op *Op) { op.shownOnce = again }) }

// ReadBy is the option of a PATCH whose path has a GET, with the handler of that GET. A client may send the record back as it was read
// (C4): if the body has members that no write changes, they are compared with the record, which the handler reads with the caller's
// context and the path of the PATCH. It reads before the handler of the PATCH is called, outside of that one's transaction, also with an
// Idempotency-Key: a record that changes in between is what If-Match is for.
func ReadBy[I, O any](get func(ctx context.Context, in *I) (*O, error)) OpOption {
	return opOption(func(op *Op) { op.readBy = recordReaderOf(get) })
}

// Described describes a route of HandleRaw or PageOf for the API.
func Described(d OperationDoc) OpOption { return opOption(func(op *Op) { op.doc = &d }) }

// The options of pages.
var (
	// OnKiosk is the option of a page that is a KioskPage.
	OnKiosk PageOption = pageOption(func(op *Op) { op.Kind = KioskPage })

	// SigningIn is the option of a PublicPage that issues or revokes credentials.
	SigningIn PageOption = pageOption(func(op *Op) { op.Kind, op.credentials = PublicPage, true })

	// AdmitsUnenrolled is the option of a page on which people set up their second factors.
	AdmitsUnenrolled PageOption = pageOption(func(op *Op) { op.admitsUnenrolled = true })

	// Polled is the option of a page whose script polls its own address.
	Polled PageOption = pageOption(func(op *Op) { op.polled = true })
)

// ignorable is an option, or a field of an Op, that some kinds of registration ignore.
type ignorable struct {
	name string
	set  func(op Op) bool
}

var (
	isPublic       = ignorable{"Public", func(op Op) bool { return op.Kind == PublicPage }}
	isDescribed    = ignorable{"Described", func(op Op) bool { return op.doc != nil }}
	isReadBy       = ignorable{"ReadBy", func(op Op) bool { return op.readBy != nil }}
	isShownOnce    = ignorable{"ShownOnce", func(op Op) bool { return op.shownOnce != "" }}
	refusesKey     = ignorable{"RefusesKey", func(op Op) bool { return op.refusesKey }}
	takesFile      = ignorable{"WithFile", func(op Op) bool { return op.withFile }}
	ignoresQuery   = ignorable{"IgnoresUnknownQuery", func(op Op) bool { return op.ignoresQuery }}
	declaresCookie = ignorable{"Collection.Session", func(op Op) bool { return op.session }}
	hasNotFound    = ignorable{"NotFoundStatus", func(op Op) bool { return op.NotFoundStatus != 0 }}
)

// The options that have no effect on raw routes, on pages, which are raw routes too, and on routes that stream their answers.
var (
	ignoredByRaw     = []ignorable{refusesKey, isShownOnce, takesFile, ignoresQuery, declaresCookie, isReadBy}
	ignoredByPages   = slices.Concat(ignoredByRaw, []ignorable{hasNotFound})
	ignoredByStreams = []ignorable{isPublic, isDescribed, refusesKey, isShownOnce}
)

// refuse panics if op has one of these options or fields, which this kind of registration ignores, or one that its method or its other
// options make useless.
func (op Op) refuse(kind string, ignored []ignorable) {
	ignored = slices.Clone(ignored)
	if !op.keyed() || op.refusesKey {
		ignored = append(ignored, isShownOnce)
	}
	if !op.keyed() {
		ignored = append(ignored, refusesKey)
	}
	if op.Method != http.MethodPatch {
		ignored = append(ignored, isReadBy)
	}
	for _, x := range ignored {
		if x.set(op) {
			panic("httpx: " + op.Method + " " + op.Path + " is " + kind + ", which ignores " + x.name)
		}
	}
}

// refuseUndescribed panics if a route of which the description says nothing has fields for it, or if the description lacks the status
// Success.
func (op Op) refuseUndescribed() {
	described := op.doc != nil
	if described == (op.ID == "" || op.Tag == "" || op.Summary == "") || !described && op.Success != 0 ||
		described && !slices.ContainsFunc(op.doc.Responses, func(a ResponseDoc) bool { return a.Status == op.Success }) {
		panic("httpx: " + op.Method + " " + op.Path + " needs ID, Tag, Summary and Success, one of the described statuses, if it is " +
			"described, and none of them if not")
	}
}

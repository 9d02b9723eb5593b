package httpx

import (
	"context"
	"net/http"
	"slices"
)

// Option is what is special about a route, for Op.With and Router.Page. Registering a route panics if it has an option that its kind of
// route ignores. There is one type for all kinds of registration: most options suit several, what is ignored also depends on the method and
// on other options (Op.refuse), and the features make the Ops of several kinds by one function.
type Option func(*Op)

// With returns op with options.
func (op Op) With(options ...Option) Op {
	for _, set := range options {
		set(&op)
	}
	return op
}

// RequiresReauth is the option of a route that is ReauthAlways.
func RequiresReauth(op *Op) { op.reauth = ReauthAlways }

// MayRequireReauth is the option of a route that is ReauthSometimes.
func MayRequireReauth(op *Op) { op.reauth = ReauthSometimes }

// Undeclared is the option of a route that the contract (docs/contract.md) lists without security but that requires sign-in, unless
// UNDECLARED_ROUTES is documented (C10).
func Undeclared(op *Op) { op.undeclared = true }

// MaxBody is the maximum size of the body in bytes, in place of that of C4.
func MaxBody(bytes int64) Option { return func(op *Op) { op.maxBody = bytes } }

// WithFile is the option of a route whose JSON body contains a file in base64, as fileMember. The route then accepts multipart/form-data as
// well (see describeUpload).
func WithFile(op *Op) { op.withFile = true }

// IssuesCredentials is the option of a route that issues or revokes credentials: an invalid token is no error there.
func IssuesCredentials(op *Op) { op.credentials = true }

// IgnoresUnknownQuery is the option of an operation that ignores unknown query parameters, which mail programs, providers and probes add
// (C7). Other operations refuse them. Pages, and routes that read their requests themselves, do not know the option.
func IgnoresUnknownQuery(op *Op) { op.ignoresQuery = true }

// RefusesKey is the option of a POST that refuses an Idempotency-Key (C8), because its handler must not run inside a transaction: it
// waits for the network, takes long, or stores nothing that a second request could store twice.
func RefusesKey(op *Op) { op.refusesKey = true }

// ShownOnce is the option of a POST whose answer contains a secret that is not shown again, such as a link to sign in with. Under an
// Idempotency-Key (C8) its answer is not stored, and a request that is sent again is answered 409 shown_once. again tells the client, in
// one sentence, how to get a new secret.
func ShownOnce(again string) Option { return func(op *Op) { op.shownOnce = again } }

// ReadBy is the option of a PATCH whose path has a GET, with the handler of that GET. A client may send the record back as it was read
// (C4): if the body has members that no write changes, they are compared with the record, which the handler reads with the caller's
// context and the path of the PATCH. It reads before the handler of the PATCH is called, outside of that one's transaction, also with an
// Idempotency-Key: a record that changes in between is what If-Match is for.
func ReadBy[I, O any](get func(ctx context.Context, in *I) (*O, error)) Option {
	return func(op *Op) { op.readBy = recordReaderOf(get) }
}

// Described describes a route of HandleRaw or PageOf for the API.
func Described(d OperationDoc) Option { return func(op *Op) { op.doc = &d } }

// Public is the option of a page that is a PublicPage.
func Public(op *Op) { op.Kind = PublicPage }

// OnKiosk is the option of a page that is a KioskPage.
func OnKiosk(op *Op) { op.Kind = KioskPage }

// SigningIn is the option of a PublicPage that issues or revokes credentials.
func SigningIn(op *Op) { op.Kind, op.credentials = PublicPage, true }

// AdmitsUnenrolled is the option of a page on which people set up their second factors.
func AdmitsUnenrolled(op *Op) { op.admitsUnenrolled = true }

// Polled is the option of a page whose script polls its own address.
func Polled(op *Op) { op.polled = true }

// refuse panics if op has one of these options or fields, which this kind of registration ignores.
func (op Op) refuse(kind string, ignored ...string) {
	if !op.keyed() || op.refusesKey {
		ignored = append(ignored, "ShownOnce")
	}
	if !op.keyed() {
		ignored = append(ignored, "RefusesKey")
	}
	if op.Method != http.MethodPatch {
		ignored = append(ignored, "ReadBy")
	}
	options := map[string]bool{
		"ShownOnce": op.shownOnce != "", "RefusesKey": op.refusesKey, "Described": op.doc != nil, "WithFile": op.withFile,
		"IgnoresUnknownQuery": op.ignoresQuery, "AdmitsUnenrolled": op.admitsUnenrolled, "Polled": op.polled, "ReadBy": op.readBy != nil,
		"Collection.Session": op.session, "NotFoundStatus": op.NotFoundStatus != 0, "Public": op.Kind == PublicPage,
	}
	for _, name := range ignored {
		set, known := options[name]
		if !known {
			panic("httpx: there is no option " + name)
		}
		if set {
			panic("httpx: " + op.Method + " " + op.Path + " is " + kind + ", which ignores " + name)
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

// ignoredByRaw are the options that are ignored by routes that read their requests themselves.
var ignoredByRaw = []string{"RefusesKey", "ShownOnce", "WithFile", "IgnoresUnknownQuery", "Collection.Session", "ReadBy"}

package directory

import (
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"presence/app/platform/outbound"
)

// limits are the limits of a remote source. Tests make them small.
type limits struct {
	page          int64         // bytes of one response, decompressed
	all           int64         // bytes of all responses of a run
	record        int64         // bytes of one record
	pages         int           // responses of a run
	stall         time.Duration // maximum time without a byte
	tries         int           // attempts for one request
	backoff       time.Duration // before the second attempt; doubles each time
	maxRetryAfter time.Duration // the longest wait that a server may ask for
}

func defaultLimits() limits {
	return limits{page: 128 << 20, all: 4 << 30, record: 1 << 20, pages: 50_000, stall: 30 * time.Second, tries: 5, backoff: time.Second,
		maxRetryAfter: time.Minute}
}

// remote requests JSON from one host. Credentials are sent in a header and never appear in an error.
type remote struct {
	client *http.Client
	limits limits
	auth   string // the Authorization header; "" for none
}

// maxRedirects is the maximum number of redirects of one request, all on the same host.
const maxRedirects = 3

var errOtherHost = errors.New("redirected to another host")

func newRemote(auth string) *remote {
	return &remote{limits: defaultLimits(), auth: auth,
		client: &http.Client{Transport: outbound.Transport(), CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if r.URL.Scheme != via[0].URL.Scheme || r.URL.Host != via[0].URL.Host || len(via) > maxRedirects {
				return errOtherHost
			}
			return nil
		}}}
}

// response is a response with status 200 and JSON, or with status 304.
type response struct {
	*limitedReader
	unchanged bool
	header    http.Header
	url       *url.URL
}

// usage counts what a run has used of its limits.
type usage struct {
	bytes int64
	pages int
}

// request sends a request, and repeats it with growing waits while the server is busy or unreachable. The caller closes the
// response.
func (r *remote) request(ctx context.Context, cost *usage, request func(context.Context) (*http.Request, error)) (*response, error) {
	if cost.pages++; cost.pages > r.limits.pages {
		return nil, failure("endless", "over %d pages", r.limits.pages)
	}
	wait := r.limits.backoff
	for try := 1; ; try++ {
		a, after, err := r.try(ctx, cost, request)
		if err == nil || after < 0 || try == r.limits.tries || ctx.Err() != nil {
			return a, err
		}
		if after > r.limits.maxRetryAfter {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(max(wait, after)):
		}
		wait *= 2
	}
}

// try sends a request once. After a failure, after is how long to wait before another attempt; less than 0: do not repeat it.
func (r *remote) try(ctx context.Context, cost *usage,
	request func(context.Context) (*http.Request, error)) (_ *response, after time.Duration, err error) {
	ctx, cancel := context.WithCancel(ctx)
	b := &limitedReader{cancel: cancel, stall: r.limits.stall, page: r.limits.page, all: r.limits.all, cost: cost, record: r.limits.record,
		left: r.limits.record}
	b.timer = time.AfterFunc(r.limits.stall, b.expire)
	defer func() {
		if err != nil {
			b.Close()
		}
	}()
	req, err := request(ctx)
	if err != nil {
		return nil, -1, failure("malformed", "no address to ask")
	}
	req.Header.Set("Accept", "application/json")
	if r.auth != "" {
		req.Header.Set("Authorization", r.auth)
	}
	res, err := r.client.Do(req) //nolint:bodyclose // the limitedReader closes it
	switch {
	case errors.Is(err, errOtherHost):
		return nil, -1, failure("redirected", "the source leads to another host")
	case errors.Is(err, outbound.ErrRefused):
		return nil, -1, failure("unreachable", "%s", errorReason(err, b))
	case err != nil:
		return nil, 0, failure("unreachable", "%s", errorReason(err, b))
	}
	b.body = res.Body
	a := &response{limitedReader: b, header: res.Header, url: res.Request.URL}
	switch {
	case res.StatusCode == http.StatusNotModified:
		a.unchanged = true
		return a, 0, nil
	case res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= 500:
		return nil, retryAfter(res.Header), failure("refused", "%d", res.StatusCode)
	case res.StatusCode != http.StatusOK:
		return nil, -1, failure("refused", "%d", res.StatusCode)
	}
	if media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); media != "application/json" && !strings.HasSuffix(media, "+json") {
		return nil, -1, failure("not_json", "%s", truncated(media))
	}
	return a, 0, nil
}

// errorReason returns why a request failed, without its address, which may contain a secret.
func errorReason(err error, b *limitedReader) string {
	if b.stalled.Load() {
		return "no answer in time"
	}
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	if op, ok := errors.AsType[*net.OpError](err); ok {
		err = op.Err
	}
	return truncated(err.Error())
}

func truncated(s string) string {
	if len(s) > maxText {
		s = strings.ToValidUTF8(s[:maxText], "")
	}
	return s
}

// retryAfter returns the Retry-After header, which must be in seconds; anything else is 0.
func retryAfter(h http.Header) time.Duration {
	n, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || n < 0 {
		return 0
	}
	return time.Duration(min(n, 86400)) * time.Second
}

// classify turns an error from reading a response into a *Failure.
func (b *limitedReader) classify(err error, place string) error {
	switch {
	case b.stalled.Load():
		return failure("stalled", "%s", place)
	case b.over != "":
		return failure("too_large", "%s", b.over)
	}
	if _, ours := errors.AsType[*Failure](err); ours || errors.Is(err, context.Canceled) {
		return err
	}
	if _, network := errors.AsType[net.Error](err); network || errors.Is(err, io.ErrUnexpectedEOF) {
		return failure("cut", "%s", place)
	}
	return failure("malformed", "%s", place)
}

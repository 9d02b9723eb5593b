package auth

import (
	"context"
	"errors"
	"net/http"
	"reflect"

	"github.com/gin-contrib/sessions"
	"github.com/gin-gonic/gin"
	gorilla "github.com/gorilla/sessions"

	"presence/app/platform/errs"
	"presence/app/platform/httpx"
	"presence/app/platform/seal"
	"presence/db"
)

// BrowserSessions returns the middleware that provides the browser's session, which is read from the database at its first use
// (docs/adr/0014).
func (s *Service) BrowserSessions() gin.HandlerFunc {
	return sessions.Sessions(s.cookieName(), sessionStore{s})
}

// sessionStore implements the store of gin-contrib/sessions with the table sessions. The cookie contains a random id, the table
// its hash.
type sessionStore struct{ *Service }

// requestSession is what was read for a request's session. It is kept in the session itself, under a key that is not stored, so
// that authentication and reading values need only one query.
type requestSession struct {
	sessionRecord        // the signed-in person; the zero Person: the browser is not signed in
	id            string // from the cookie; "" for none; may be of no session
	live          bool   // the id is that of an open session
	hasToken      bool   // the request carries a bearer token, and the cookie is ignored
	stored        values // as stored in the database
	err           error  // of the database
}

type (
	requestSessionKey struct{}
	signInKey         struct{}
)

// signIn, stored under signInKey, makes Save start a person's session. Its fields are those of NewSession.
type signIn struct {
	person       Person
	how          string
	passwordOnly bool
}

// requestSessionOf returns the session of the request; an empty one without the middleware.
func requestSessionOf(c *gin.Context) *requestSession {
	if session, ok := httpx.Session(c); ok {
		if v, ok := session.Get(requestSessionKey{}).(*requestSession); ok {
			return v
		}
	}
	return &requestSession{}
}

// Options implements sessions.Store. The attributes of the cookie are fixed.
func (sessionStore) Options(sessions.Options) {}

// Get returns the request's session; every call returns the same one.
func (st sessionStore) Get(r *http.Request, name string) (*gorilla.Session, error) {
	return gorilla.GetRegistry(r).Get(st, name)
}

// New reads the session in a request's cookie. It never fails: the middleware would log the error and continue as if there were
// no session. The error is stored for Authenticate, which refuses the request.
func (st sessionStore) New(r *http.Request, name string) (*gorilla.Session, error) {
	v := st.visit(r)
	session := gorilla.NewSession(st, name)
	session.IsNew = !v.live
	session.Values[requestSessionKey{}] = v
	for key, value := range v.stored {
		session.Values[key] = value
	}
	return session, nil
}

func (s *Service) visit(r *http.Request) *requestSession {
	if _, carried, _ := bearerToken(r); carried {
		return &requestSession{hasToken: true}
	}
	v := &requestSession{id: s.sessionID(r)}
	if v.id == "" {
		return v
	}
	o, err := sessionByHash(r.Context(), s.db, seal.Hash(v.id), s.today())
	if errs.KindOf(err) == errs.KindNotFound {
		o, err = visitorByHash(r.Context(), s.db, seal.Hash(v.id))
	}
	switch {
	case errs.KindOf(err) == errs.KindNotFound:
	case err != nil:
		v.err = err
	case o.ended(db.InstantOf(s.now())):
		v.stored = decodeValues(o.data).browserScoped()
	default:
		v.sessionRecord, v.live, v.stored = o, true, decodeValues(o.data)
	}
	return v
}

// Save stores what the request has changed in its session; without changes it writes nothing. It merges changes that other
// requests made to the same session. It must be called before the response is written. Of two requests that remove the same
// element of a list, one fails with errConcurrentRemoval.
//
// Signing in gives the session a new id, and so does the first value of a visitor; a MaxAge below 0 ends the session.
func (st sessionStore) Save(r *http.Request, w http.ResponseWriter, session *gorilla.Session) error {
	v, ok := session.Values[requestSessionKey{}].(*requestSession)
	if !ok {
		return errors.New("a session that was cleared cannot be saved")
	}
	if v.hasToken {
		return nil
	}
	wanted, err := valuesToStore(session.Values)
	if err != nil {
		return err
	}
	ctx, ip := r.Context(), httpx.InfoOf(r.Context()).IP
	to, signsIn := session.Values[signInKey{}].(signIn)
	var cookie *http.Cookie
	switch {
	case session.Options.MaxAge < 0:
		cookie, err = st.EndSession(ctx, v.id)
		wanted = values{}
	case signsIn:
		cookie, err = st.StartSession(ctx, NewSession{Person: to.person, How: to.how, Old: v.id, IP: ip, Agent: r.UserAgent(),
			PasswordOnly: to.passwordOnly})
		wanted = wanted.browserScoped()
	case reflect.DeepEqual(v.stored, wanted) || len(v.stored)+len(wanted) == 0:
	case v.live:
		err = st.mergeSession(ctx, seal.Hash(v.id), v.stored, wanted)
	default:
		cookie, err = st.startVisitor(ctx, wanted, v.id, ip)
	}
	if err != nil {
		return err
	}
	if cookie != nil {
		http.SetCookie(w, cookie)
		v.id, v.live = cookie.Value, cookie.Value != ""
		v.sessionRecord = sessionRecord{Person: to.person}
		session.Values = map[any]any{requestSessionKey{}: v}
		for key, value := range wanted {
			session.Values[key] = value
		}
	}
	v.stored = wanted
	return nil
}

// mergeSession merges changes into a stored session; if the session was ended in the meantime it does nothing.
func (s *Service) mergeSession(ctx context.Context, hash []byte, read, wanted values) error {
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		data, err := lockSession(ctx, tx, hash)
		if errs.KindOf(err) == errs.KindNotFound {
			return nil
		}
		if err != nil {
			return err
		}
		now := decodeValues(data)
		if err := now.merge(read, wanted); err != nil {
			return err
		}
		if data, err = now.encode(); err != nil {
			return err
		}
		return updateSession(ctx, tx, hash, data)
	})
}

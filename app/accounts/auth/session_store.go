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
	"presence/db"
)

// BrowserSessions is the middleware that gives each request its browser's session, read from the database when somebody first
// asks for it (docs/adr/0014).
func (s *Service) BrowserSessions() gin.HandlerFunc {
	return sessions.Sessions(s.cookieName(), sessionStore{s})
}

// sessionStore keeps sessions in the table of that name, for gin-contrib/sessions. The cookie holds nothing but a random
// id, of which the table has the hash.
type sessionStore struct{ *Service }

// requestSession is what a request's session was read from. It is kept in the session itself, under a key that is not stored, so
// that whoever asks who calls, and whoever asks for a value, share one query.
type requestSession struct {
	sessionRecord        // who is signed in; the zero Person: nobody
	id            string // from the cookie, "" for none; it may be of no session
	live          bool   // the id is of a session that goes on
	hasToken      bool   // the request carries a token, so no cookie counts
	stored        values // as they are stored
	err           error  // storage failed
}

type (
	requestSessionKey struct{}
	signInKey         struct{}
)

// signIn, set under signInKey, makes Save begin a person's session.
type signIn struct {
	person Person
	how    string
}

// requestSessionOf returns the session of the request, which is read once; an empty one without the middleware.
func requestSessionOf(c *gin.Context) *requestSession {
	if session, ok := httpx.Session(c); ok {
		if v, ok := session.Get(requestSessionKey{}).(*requestSession); ok {
			return v
		}
	}
	return &requestSession{}
}

// Options is of the interface. The attributes of the cookie are the product's, not to be chosen.
func (sessionStore) Options(sessions.Options) {}

// Get is the request's session: whoever asks again gets the same one.
func (st sessionStore) Get(r *http.Request, name string) (*gorilla.Session, error) {
	return gorilla.GetRegistry(r).Get(st, name)
}

// New reads the session that a request's cookie names. It gives no error: the middleware would log it and go on as if
// there were no session, so it is kept for Authenticate, which refuses the request.
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
	o, err := sessionByHash(r.Context(), s.db, hashOf(v.id))
	if errs.KindOf(err) == errs.KindNotFound {
		o, err = visitorByHash(r.Context(), s.db, hashOf(v.id))
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

// Save writes what the request has changed in its session, and nothing when it has changed nothing. Other requests of
// the browser may have written meanwhile: what this one left alone stays as they left it. It must be called before the
// answer is written. Of two requests that take the same thing out of a list, one gets errTaken.
//
// Somebody who signs in is given a new id, and so is a visitor without a session; an age below 0 ends the session.
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
		cookie, err = st.StartSession(ctx, NewSession{Person: to.person, How: to.how, Old: v.id, IP: ip, Agent: r.UserAgent()})
		wanted = wanted.browserScoped()
	case reflect.DeepEqual(v.stored, wanted) || len(v.stored)+len(wanted) == 0:
	case v.live:
		err = st.mergeSession(ctx, hashOf(v.id), v.stored, wanted)
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

// mergeSession does nothing to a session that has been ended meanwhile.
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

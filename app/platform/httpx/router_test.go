package httpx

import "testing"

func TestRoute_bodyLimit(t *testing.T) {
	for _, x := range []struct {
		name  string
		route Route
		known bool
		want  int64
	}{
		{"a caller who is signed in", Route{Rule: SignedIn}, true, maxBody},
		{"a caller who is not", Route{Rule: SignedIn}, false, maxPublicBody},
		{"a route that needs no sign-in", Route{Rule: Anyone}, true, maxPublicBody},
		{"a route with a limit of its own", Route{Rule: Anyone, MaxBody: 1}, false, 1},
	} {
		t.Run(x.name, func(t *testing.T) {
			if got := x.route.bodyLimit(x.known); got != x.want {
				t.Errorf("got %d, want %d", got, x.want)
			}
		})
	}
}

func TestRouter_allowsUnknownQuery(t *testing.T) {
	var r Router
	r.AllowUnknownQuery("/", "/auth/", "/health")
	for path, want := range map[string]bool{"/": true, "/shifts": false, "/auth/login": true, "/auth": false, "/health": true,
		"/health/x": false} {
		t.Run(path, func(t *testing.T) {
			if got := r.allowsUnknownQuery(path); got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestWithArticle(t *testing.T) {
	for noun, want := range map[string]string{"expense": "an expense", "shift": "a shift"} {
		t.Run(noun, func(t *testing.T) {
			if got := withArticle(noun); got != want {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestRouter_AskAgain(t *testing.T) {
	r := Router{table: map[string]Route{"POST /events/:id/send": {}, "GET /events/:id/send": {}}}
	r.AskAgain("POST", "/events/{id}/send")
	t.Run("marks the route, and no other method of its path", func(t *testing.T) {
		post, _ := r.Rule("POST", "/events/:id/send")
		get, _ := r.Rule("GET", "/events/:id/send")
		if !post.AskAgain || get.AskAgain {
			t.Errorf("POST %v, GET %v", post.AskAgain, get.AskAgain)
		}
	})
	t.Run("panics if there is no such route", func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("it does not")
			}
		}()
		r.AskAgain("POST", "/nowhere")
	})
}

package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"

	"presence/cmd/bench/load"
)

// serveHello serves a constant response with net/http: the floor of every figure in requests per second.
func serveHello(addr string) error {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /hello", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"message": "hello", "n": 1})
	})
	return http.ListenAndServe(addr, mux)
}

// startHello starts the hello server in its own process, like the product.
func (b *bench) startHello() (*child, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	addr, err := free()
	if err != nil {
		return nil, err
	}
	return start(b.ctx, exec.Command(self, "-hello", addr), addr, "/hello", b.in("hello.log"))
}

// greeting measures requests to the hello server over conns connections.
func (b *bench) greeting(conns int) func() (load.Result, error) {
	return func() (r load.Result, err error) {
		if b.hello == nil {
			if b.hello, err = b.startHello(); err != nil {
				return r, err
			}
		}
		request := load.Get(nil, "/hello", b.hello.addr, "")
		return load.Run(b.ctx, load.Plan{Addr: b.hello.addr, Conns: conns, Warm: b.warm, Time: b.span, Want: http.StatusOK,
			Next: func(buf []byte, _ int) []byte { return append(buf, request...) }})
	}
}

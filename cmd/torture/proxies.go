package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"presence/cmd/internal/overlay"
)

// proxyKind is a reverse proxy with the configuration of docs/ops.
type proxyKind struct {
	program string // empty: the one below, which does what the configurations say
	file    string // in docs/ops
	args    []string
	edit    []string // what needs another machine or TLS, and what takes its place; ADDRESS and FOLDER are replaced
	marks   bool     // a replica that is to end is marked as down in the file, which is read again: the proxy does not ask /readyz
}

// proxy is a reverse proxy that runs.
type proxy struct {
	addr string
	stop func()
	mark func(n *node, down bool) error // before a planned end, and when the replica is ready again
}

func noMark(*node, bool) error { return nil }

var (
	ownProxy = proxyKind{}
	nginx    = proxyKind{"nginx", "nginx.conf", []string{"-g", "daemon off;", "-c", "FILE"}, []string{
		"listen 80;", "listen unix:FOLDER/80;", "listen 443 ssl;", "listen ADDRESS;",
		"ssl_certificate /etc/nginx/presence.crt;", "", "ssl_certificate_key /etc/nginx/presence.key;", "",
		"/var/log/nginx/presence.log", "FOLDER/access.log",
		"# nginx in front", "pid FOLDER/pid; error_log FOLDER/error.log; worker_processes 2; events {} http {\n" +
			"client_body_temp_path FOLDER/1; proxy_temp_path FOLDER/2; fastcgi_temp_path FOLDER/3; uwsgi_temp_path FOLDER/4; " +
			"scgi_temp_path FOLDER/5;\n# ", "END", "}",
	}, true}
	haproxy = proxyKind{"haproxy", "haproxy.cfg", []string{"-db", "-f", "FILE"}, []string{
		"  bind :80\n", "", "bind :443 ssl crt /etc/haproxy/presence.pem alpn h2,http/1.1", "bind ADDRESS",
		"  http-request redirect scheme https code 308 unless { ssl_fc }\n", "", "END", "",
	}, false}
	caddy = proxyKind{"caddy", "Caddyfile", []string{"run", "--adapter", "caddyfile", "--config", "FILE"}, []string{
		"# Caddy in front", "{\n\tadmin off\n\tauto_https off\n}\n# ", "presence.example.com {", "http://ADDRESS {", "END", "",
	}, false}
)

// errNoProxy means that a proxy is not installed.
var errNoProxy = errors.New("not installed here")

var replicaAddress = regexp.MustCompile(`presence(\d):8080`)

// startProxy starts a proxy in front of three replicas and waits until it answers.
func (s *site) startProxy(kind proxyKind) (*proxy, error) {
	if kind.program == "" {
		return s.startOwnProxy()
	}
	program, err := exec.LookPath(kind.program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind.program, errNoProxy)
	}
	addr, err := free()
	if err != nil {
		return nil, err
	}
	root, err := overlay.Root(s.ctx)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(root, "docs", "ops", kind.file))
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(s.dir, kind.program)
	config := strings.NewReplacer(kind.edit...).Replace(string(text) + "END")
	config = strings.NewReplacer("ADDRESS", addr, "FOLDER", dir).Replace(config)
	config = replicaAddress.ReplaceAllStringFunc(config, func(name string) string {
		return s.nodes[name[len("presence")]-'1'].addr
	})
	file := filepath.Join(dir, kind.file)
	if err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(file, []byte(config), 0o644)); err != nil {
		return nil, err
	}
	args := slices.Clone(kind.args)
	args[slices.Index(args, "FILE")] = file
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = log, log, &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &proxy{addr: addr, mark: noMark, stop: func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) // nginx has processes of its own
		_ = cmd.Wait()
		_ = log.Close()
	}}
	if kind.marks {
		p.mark = func(n *node, down bool) error {
			marked := config
			if down {
				marked = strings.Replace(config, "server "+n.addr, "server "+n.addr+" down", 1)
			}
			return errors.Join(os.WriteFile(file, []byte(marked), 0o644), cmd.Process.Signal(syscall.SIGHUP))
		}
	}
	if err := s.behind(addr).ready(); err != nil {
		said, _ := os.ReadFile(log.Name())
		p.stop()
		return nil, fmt.Errorf("%s: %w: %s", kind.program, err, said)
	}
	return p, nil
}

// behind returns a node that stands for all replicas behind a proxy.
func (s *site) behind(addr string) *node { return &node{site: s, addr: addr} }

// ownBackend is a replica as our own proxy sees it.
type ownBackend struct {
	addr    string
	healthy atomic.Bool
}

// check asks for the readiness of the replica every second.
func (b *ownBackend) check(ctx context.Context) {
	client := http.Client{Timeout: 3 * time.Second}
	for {
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+b.addr+"/readyz", nil)
		answer, err := client.Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		b.healthy.Store(err == nil && answer.StatusCode == http.StatusOK)
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// balancer is a transport that does what docs/ops/Caddyfile says: a request goes to a ready replica, and to another one when it could
// not be sent.
type balancer struct {
	backends []*ownBackend
	next     atomic.Int64
	http.Transport
}

// RoundTrip implements http.RoundTripper.
func (b *balancer) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	first := int(b.next.Add(1))
	for _, wanted := range []bool{true, false} { // when none is ready, all are tried
		for i := range b.backends {
			to := b.backends[(first+i)%len(b.backends)]
			if to.healthy.Load() != wanted {
				continue
			}
			r.URL.Host = to.addr
			if answer, err = b.Transport.RoundTrip(r); err == nil || !notSent(err) {
				return answer, err
			}
			to.healthy.Store(false) // until the next check
		}
	}
	return answer, err
}

// notSent reports whether a request failed because there was no connection.
func notSent(err error) bool {
	failed, is := errors.AsType[*net.OpError](err)
	return is && failed.Op == "dial"
}

// keptOpen is a body that a failed attempt does not close.
type keptOpen struct{ io.Reader }

func (keptOpen) Close() error { return nil }

func (s *site) startOwnProxy() (*proxy, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(s.ctx)
	b := &balancer{}
	b.IdleConnTimeout, b.MaxIdleConnsPerHost = 30*time.Second, 100
	for _, n := range s.nodes {
		to := &ownBackend{addr: n.addr}
		to.healthy.Store(true)
		b.backends = append(b.backends, to)
		go to.check(ctx)
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: &httputil.ReverseProxy{Transport: b, FlushInterval: -1,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL.Scheme, p.Out.Host = "http", p.In.Host
			p.SetXForwarded()
			if p.Out.Body != nil {
				p.Out.Body = keptOpen{p.Out.Body}
			}
		}}}
	go func() { _ = server.Serve(l) }()
	return &proxy{l.Addr().String(), func() { cancel(); _ = server.Close() }, noMark}, nil
}

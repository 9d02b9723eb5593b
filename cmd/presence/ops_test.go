package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"presence/app"
)

const ops = "../../docs/ops/"

// object is a part of a YAML document.
type object = map[string]any

// part returns the part of a document at a path such as "spec.containers.0.name"; nil if there is none.
func part(doc any, path string) any {
	for key := range strings.SplitSeq(path, ".") {
		switch d := doc.(type) {
		case object:
			doc = d[key]
		case []any:
			n, err := strconv.Atoi(key)
			if err != nil || n >= len(d) {
				return nil
			}
			doc = d[n]
		default:
			return nil
		}
	}
	return doc
}

// texts returns the value at a path as text.
func texts(doc any, path string) string { return fmt.Sprint(part(doc, path)) }

// documents returns the documents of a YAML file.
func documents(t *testing.T, name string) (list []object) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(read(t, ops+name)))
	for {
		var doc object
		switch err := d.Decode(&doc); {
		case errors.Is(err, io.EOF):
			return list
		case err != nil:
			t.Fatal(err)
		}
		list = append(list, doc)
	}
}

func knownSetting(name string) bool {
	return slices.ContainsFunc(all, func(s setting) bool { return s.name == name })
}

// probes reports whether anyone may GET a path, by the table of routes.
func probes(t *testing.T, path string) bool {
	t.Helper()
	return regexp.MustCompile(`(?m)^GET +` + regexp.QuoteMeta(path) + ` +anyone `).MatchString(read(t, "../../app/testdata/routes.golden"))
}

// wantPort checks that an address listens on all of the machine's addresses, at port 8080.
func wantPort(t *testing.T, listen string) {
	t.Helper()
	if listen != "0.0.0.0:8080" {
		t.Errorf("LISTEN is %s, and others expect port 8080", listen)
	}
}

func TestOps_kubernetes(t *testing.T) {
	byKind := map[string]object{}
	for _, doc := range documents(t, "kubernetes.yaml") {
		byKind[texts(doc, "kind")] = doc
	}
	deployment, service := byKind["Deployment"], byKind["Service"]
	pod := part(deployment, "spec.template.spec")
	container := part(pod, "containers.0")
	for name, c := range map[string]struct {
		doc        any
		path, want string
	}{
		"there are three replicas":                      {deployment, "spec.replicas", "3"},
		"a replica ends when another is ready":          {deployment, "spec.strategy.rollingUpdate.maxUnavailable", "0"},
		"the deployment selects its pods":               {deployment, "spec.selector.matchLabels.app", texts(deployment, "spec.template.metadata.labels.app")},
		"the service selects the pods":                  {service, "spec.selector.app", texts(deployment, "spec.template.metadata.labels.app")},
		"the budget selects the pods":                   {byKind["PodDisruptionBudget"], "spec.selector.matchLabels.app", texts(service, "spec.selector.app")},
		"the service names the port of the container":   {service, "spec.ports.0.targetPort", texts(container, "ports.0.name")},
		"the Ingress names the service":                 {byKind["Ingress"], "spec.rules.0.http.paths.0.backend.service.name", texts(service, "metadata.name")},
		"the Ingress names the port of the service":     {byKind["Ingress"], "spec.rules.0.http.paths.0.backend.service.port.name", texts(service, "spec.ports.0.name")},
		"the readiness probe asks the container's port": {container, "readinessProbe.httpGet.port", texts(container, "ports.0.name")},
		"the liveness probe asks the container's port":  {container, "livenessProbe.httpGet.port", texts(container, "ports.0.name")},
		"readiness is that of /readyz":                  {container, "readinessProbe.httpGet.path", "/readyz"},
		"liveness is that of /livez":                    {container, "livenessProbe.httpGet.path", "/livez"},
		"the program serves":                            {container, "args", "[serve]"},
		"the container listens at its port":             {container, "ports.0.containerPort", "8080"},
		"the data folder can be written to":             {container, "volumeMounts.0.mountPath", "/data"},
		"the user is that of the image":                 {pod, "securityContext.runAsUser", "65532"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := texts(c.doc, c.path); got != c.want || part(c.doc, c.path) == nil {
				t.Errorf("%s is %s, want %s", c.path, got, c.want)
			}
		})
	}
	t.Run("the probes are routes that anyone may ask", func(t *testing.T) {
		for _, probe := range []string{"readinessProbe", "livenessProbe"} {
			if path := texts(container, probe+".httpGet.path"); !probes(t, path) {
				t.Errorf("%s: no route %s", probe, path)
			}
		}
	})
	t.Run("the environment has settings alone, and what replicas share", func(t *testing.T) {
		env := map[string]any{}
		list, _ := part(container, "env").([]any)
		for _, one := range list {
			name := texts(one, "name")
			env[name] = part(one, "value")
			if !knownSetting(name) {
				t.Errorf("there is no setting %s", name)
			}
			if value, plain := env[name].(string); plain {
				if _, err := readSettings(from(map[string]string{name: value})); err != nil {
					t.Error(err)
				}
			} else if texts(one, "valueFrom.secretKeyRef.key") != name {
				t.Errorf("%s does not come from the secret's key of this name", name)
			}
		}
		for _, name := range []string{"DATABASE_URL", "SECRET_KEY", "PUBLIC_URL", "DATA_DIR"} {
			if _, set := env[name]; !set {
				t.Errorf("%s is not set", name)
			}
		}
		wantPort(t, texts(container, "env.0.value"))
	})
	t.Run("there is time to end", func(t *testing.T) {
		grace, _ := part(pod, "terminationGracePeriodSeconds").(uint64)
		before, _ := part(container, "lifecycle.preStop.sleep.seconds").(uint64)
		if time.Duration(grace-before)*time.Second <= app.StopWithin {
			t.Errorf("%d s of grace are not more than %d s and %s", grace, before, app.StopWithin)
		}
	})
}

// TestOps_says_how_long_it_takes_to_end compares what the examples and the guide say with the program.
func TestOps_says_how_long_it_takes_to_end(t *testing.T) {
	seconds := fmt.Sprintf(" %.0f ", app.StopWithin.Seconds())
	for file, texts := range map[string][]string{
		ops + "kubernetes.yaml": {"at most" + seconds + "s in which the program ends"},
		ops + "compose.yaml":    {"the program ends within" + seconds + "s"},
		ops + "../operators.md": {"at most" + seconds + "if a client", "up to" + seconds + "in which the program stops"},
	} {
		for _, text := range texts {
			if !strings.Contains(read(t, file), text) {
				t.Errorf("%s does not say %q", file, text)
			}
		}
	}
}

func TestOps_compose(t *testing.T) {
	doc := documents(t, "compose.yaml")[0]
	services, _ := doc["services"].(object)
	for _, name := range []string{"presence1", "presence2", "presence3"} {
		t.Run(name+" has settings that exist, and time to end", func(t *testing.T) {
			env, _ := part(services, name+".environment").(object)
			for setting, value := range env {
				text := regexp.MustCompile(`\$\{\w+:\?\}`).ReplaceAllString(fmt.Sprint(value), strings.Repeat("x", 32))
				if _, err := readSettings(from(map[string]string{setting: text})); err != nil || !knownSetting(setting) {
					t.Errorf("%s=%s: %v", setting, text, err)
				}
			}
			wantPort(t, fmt.Sprint(env["LISTEN"]))
			if env["SECRET_KEY"] == nil || env["DATABASE_URL"] == nil {
				t.Error("replicas share a database and a key")
			}
			if test := texts(services, name+".healthcheck.test"); test != "[CMD /presence health]" ||
				!slices.ContainsFunc(commands, func(c command) bool { return c.name == "health" }) {
				t.Errorf("the guide replaces the next replica when this one is healthy, and its health check is %s", test)
			}
			grace, err := time.ParseDuration(texts(services, name+".stop_grace_period"))
			if err != nil || grace <= app.StopWithin {
				t.Errorf("%s to end, and it may take %s (%v)", grace, app.StopWithin, err)
			}
		})
	}
	t.Run("the guide replaces no further replica if one does not become healthy", func(t *testing.T) {
		if want := "up -d --no-deps --wait presence$n && sleep 5 || break; done"; !strings.Contains(read(t, ops+"../operators.md"), want) {
			t.Errorf("it does not say %q", want)
		}
	})
	t.Run("the proxy is trusted, and has the configuration beside the file", func(t *testing.T) {
		if subnet := texts(doc, "networks.default.ipam.config.0.subnet"); texts(services, "presence1.environment.TRUSTED_PROXIES") != subnet {
			t.Errorf("the proxy is in %s", subnet)
		}
		if volume := texts(services, "proxy.volumes.0"); volume != "./Caddyfile:/etc/caddy/Caddyfile:ro" {
			t.Errorf("the proxy reads %s", volume)
		}
	})
}

// What nginx.conf has of another machine, with what takes its place, and what encloses the file in use; FOLDER is replaced.
var (
	nginxElsewhere = []string{"listen 80;", "listen unix:FOLDER/80;", "/var/log/nginx/presence.log", "FOLDER/log",
		"ssl_certificate /etc/nginx/presence.crt;", "", "ssl_certificate_key /etc/nginx/presence.key;", ""}
	nginxBefore = "pid FOLDER/pid; error_log stderr; events {} http { access_log off; client_body_temp_path FOLDER/1; " +
		"proxy_temp_path FOLDER/2; fastcgi_temp_path FOLDER/3; uwsgi_temp_path FOLDER/4; scgi_temp_path FOLDER/5;\n"
)

// TestOps_proxies holds the configurations of proxies against the routes, and has the programs that are installed read them.
func TestOps_proxies(t *testing.T) {
	for name, c := range map[string]struct {
		file     string
		health   string   // the line of the health check; empty: the program has none
		program  []string // reads the file in the argument FILE
		replaced []string // what needs files of another machine, and what takes its place
		before   string   // what encloses the file in use
		after    string
	}{
		"nginx": {"nginx.conf", "", []string{"nginx", "-t", "-c", "FILE"}, append(nginxElsewhere, "listen 443 ssl;", "listen 8443;"),
			nginxBefore, "}"},
		"haproxy": {"haproxy.cfg", "option httpchk GET /readyz\n", []string{"haproxy", "-c", "-f", "FILE"},
			[]string{" ssl crt /etc/haproxy/presence.pem alpn h2,http/1.1", ""}, "", ""},
		"caddy": {"Caddyfile", "health_uri /readyz\n", []string{"caddy", "validate", "--adapter", "caddyfile", "--config", "FILE"}, nil, "", ""},
	} {
		text := read(t, ops+c.file)
		t.Run(name+" knows three replicas, their port, and how they say that they are ready", func(t *testing.T) {
			for _, replica := range []string{"presence1:8080", "presence2:8080", "presence3:8080"} {
				if !strings.Contains(text, replica) {
					t.Errorf("no %s", replica)
				}
			}
			if !strings.Contains(text, c.health) || !probes(t, "/readyz") {
				t.Error("it asks for no route that says whether a replica is ready")
			}
		})
		t.Run(name+" passes on no name of a request that a visitor sent", func(t *testing.T) {
			for _, header := range []string{"X-Request-ID", "traceparent"} {
				if !regexp.MustCompile(`(?m)^\s*(proxy_set_header |http-request del-header |header_up -)` + header + `( \$request_id;| "";)?$`).MatchString(text) {
					t.Errorf("it passes on %s", header)
				}
			}
		})
		t.Run(name+" reads its configuration", func(t *testing.T) {
			program, err := exec.LookPath(c.program[0])
			if err != nil {
				t.Skip(err)
			}
			dir := t.TempDir()
			file := filepath.Join(dir, c.file)
			// names of replicas are addresses here, because they are resolved when the file is read
			plain := regexp.MustCompile(`presence\d:8080`).ReplaceAllString(strings.NewReplacer(c.replaced...).Replace(text), "127.0.0.1:8080")
			plain = strings.ReplaceAll(c.before+plain+c.after, "FOLDER", dir)
			if err := os.WriteFile(file, []byte(plain), 0o600); err != nil {
				t.Fatal(err)
			}
			args := slices.Clone(c.program[1:])
			args[slices.Index(args, "FILE")] = file
			cmd := exec.CommandContext(t.Context(), program, args...)
			cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestOps_nginx runs nginx with its configuration in front of three replicas that all refuse requests for a moment, as they do when the
// database ends their connections. Whether a replica answers is asked anew for each request.
func TestOps_nginx(t *testing.T) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip(err)
	}
	var refuses atomic.Bool
	config := read(t, ops+"nginx.conf")
	for _, name := range []string{"presence1:8080", "presence2:8080", "presence3:8080"} {
		replica := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if refuses.Load() {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		}))
		defer replica.Close()
		config = strings.ReplaceAll(config, name, replica.Listener.Addr().String())
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "nginx.conf")
	config = strings.NewReplacer(append(nginxElsewhere, "listen 443 ssl;", "listen unix:FOLDER/443;")...).Replace(config)
	write(t, file, strings.ReplaceAll(nginxBefore+config+"}", "FOLDER", dir))
	if err := exec.CommandContext(t.Context(), program, "-c", file).Run(); err != nil { // it ends when its addresses are open
		t.Fatal(err)
	}
	defer func() {
		if err := exec.CommandContext(t.Context(), program, "-c", file, "-s", "stop").Run(); err != nil {
			t.Error(err)
		}
	}()
	client := http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "unix", dir+"/443")
	}}}
	for _, want := range []int{http.StatusServiceUnavailable, http.StatusServiceUnavailable, http.StatusOK} {
		refuses.Store(want != http.StatusOK)
		answer, err := client.Get("http://presence.example.com/events?search=secret")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("it answers %d, want %d", answer.StatusCode, want)
		}
	}
	if log := read(t, filepath.Join(dir, "log")); !strings.Contains(log, "GET /events") || strings.Contains(log, "secret") {
		t.Errorf("it logs %s", log)
	}
}

// packaged are the files of nfpm.yaml: their places, with where they come from.
func packaged(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	list, _ := documents(t, "nfpm.yaml")[0]["contents"].([]any)
	for _, one := range list {
		files[texts(one, "dst")] = texts(one, "src")
	}
	return files
}

func TestOps_service(t *testing.T) {
	unit := read(t, ops+"presence.service")
	t.Run("starts the program of the package, as its user", func(t *testing.T) {
		if !strings.Contains(unit, "\nExecStart=/usr/bin/presence serve\n") || packaged(t)["/usr/bin/presence"] != "${BINARY}" {
			t.Error("the unit and the package do not name the same program")
		}
		if !strings.Contains(unit, "\nUser=presence\n") || !strings.Contains(read(t, ops+"debian/postinst.sh"), " presence\n") {
			t.Error("the unit and the package do not name the same user")
		}
	})
	t.Run("has its data where the settings say", func(t *testing.T) {
		if !strings.Contains(unit, "\nStateDirectory=presence\n") || !strings.Contains(read(t, ops+"presence.env"), "\nDATA_DIR=/var/lib/presence\n") {
			t.Error("DATA_DIR is not the unit's state directory")
		}
	})
	t.Run("leaves time to end", func(t *testing.T) {
		m := regexp.MustCompile(`\nTimeoutStopSec=(\d+)\n`).FindStringSubmatch(unit)
		if m == nil {
			t.Fatal("no TimeoutStopSec")
		}
		if s, err := time.ParseDuration(m[1] + "s"); err != nil || s <= app.StopWithin {
			t.Errorf("it has %s, and may need %s", s, app.StopWithin)
		}
	})
	t.Run("is read by systemd", func(t *testing.T) {
		analyze, err := exec.LookPath("systemd-analyze")
		if err != nil {
			t.Skip(err)
		}
		self, err := os.Executable() // there must be a program
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "presence.service")
		if err := os.WriteFile(file, []byte(strings.Replace(unit, "/usr/bin/presence", self, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), analyze, "verify", "--recursive-errors=no", file).CombinedOutput()
		if strings.Contains(string(out), "Unknown option") || strings.Contains(string(out), "unrecognized option") {
			t.Skip("an older systemd")
		}
		if err != nil || len(bytes.TrimSpace(out)) > 0 {
			t.Errorf("%v: %s", err, out)
		}
	})
}

func TestOps_settings(t *testing.T) {
	settings := 0
	for line := range strings.Lines(read(t, ops+"presence.env")) {
		m := regexp.MustCompile(`^#?([A-Z_]+)=(.*)\n`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		settings++
		if _, err := readSettings(from(map[string]string{m[1]: m[2]})); err != nil || !knownSetting(m[1]) {
			t.Errorf("%s: %v", line, err)
		}
	}
	if settings == 0 {
		t.Error("no settings")
	}
}

// TestOps_package holds nfpm.yaml against the tree, and the package in $PACKAGE, which make package has built, against nfpm.yaml.
func TestOps_package(t *testing.T) {
	doc := documents(t, "nfpm.yaml")[0]
	sources := []string{texts(doc, "scripts.postinstall"), texts(doc, "scripts.preremove"), texts(doc, "scripts.postremove")}
	files := packaged(t)
	for dst, src := range files {
		if !strings.HasPrefix(src, "/") && src != "${BINARY}" {
			sources = append(sources, src)
		}
		if dst == usualSettingsFile && files[src] == "" {
			t.Errorf("%s points at %s, which is not in the package", dst, src)
		}
	}
	for _, src := range sources {
		t.Run("there is "+src, func(t *testing.T) {
			text := read(t, "../../"+src)
			if sh, err := exec.LookPath("sh"); err == nil && strings.HasSuffix(src, ".sh") {
				if out, err := exec.CommandContext(t.Context(), sh, "-n", "../../"+src).CombinedOutput(); err != nil || !strings.HasPrefix(text, "#!/bin/sh\n") {
					t.Errorf("%v: %s", err, out)
				}
			}
		})
	}
	t.Run("what the guide links to is beside it", func(t *testing.T) {
		for _, m := range regexp.MustCompile(`\]\(((?:ops/)?[\w.-]+\.\w+)`).FindAllStringSubmatch(read(t, ops+"../operators.md"), -1) {
			if files["/usr/share/doc/presence/"+m[1]] != "docs/"+m[1] {
				t.Errorf("%s is not in the package", m[1])
			}
		}
	})
	t.Run("every command reads the settings of the package", func(t *testing.T) {
		if files[usualSettingsFile] != "/etc/presence/presence.env" {
			t.Errorf("%s is %q", usualSettingsFile, files[usualSettingsFile])
		}
	})
	t.Run("the package has these files", func(t *testing.T) {
		deb := os.Getenv("PACKAGE")
		if deb == "" {
			t.Skip("make package builds it")
		}
		entries := debEntries(t, deb)
		for dst := range files {
			if entries["."+dst] == nil && entries[dst] == nil {
				t.Errorf("no %s among %v", dst, slices.Sorted(maps.Keys(entries)))
			}
		}
		for name, mode := range map[string]int64{"/usr/bin/presence": 0o755, "/etc/presence/presence.env": 0o640} {
			for _, entry := range []string{"." + name, name} {
				if h := entries[entry]; h != nil && h.Mode&0o777 != mode {
					t.Errorf("%s has mode %o", name, h.Mode)
				}
			}
		}
	})
}

// debEntries returns the files in a Debian package, an ar archive whose member data.tar.gz has them.
func debEntries(t *testing.T, file string) map[string]*tar.Header {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := bufio.NewReader(f)
	if magic, err := r.Discard(len("!<arch>\n")); err != nil {
		t.Fatal(magic, err)
	}
	for head := make([]byte, 60); ; { // name 16, time 12, owner 6, group 6, mode 8, size 10, end 2
		if _, err := io.ReadFull(r, head); err != nil {
			t.Fatalf("no data.tar.gz: %v", err)
		}
		size, err := strconv.ParseInt(strings.TrimSpace(string(head[48:58])), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(string(head), "data.tar.gz") {
			return tarEntries(t, io.LimitReader(r, size))
		}
		if _, err := io.CopyN(io.Discard, r, size+size%2); err != nil {
			t.Fatal(err)
		}
	}
}

func tarEntries(t *testing.T, r io.Reader) map[string]*tar.Header {
	t.Helper()
	unpacked, err := gzip.NewReader(r)
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]*tar.Header{}
	for archive := tar.NewReader(unpacked); ; {
		h, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return entries
		}
		if err != nil {
			t.Fatal(err)
		}
		entries[h.Name] = h
	}
}

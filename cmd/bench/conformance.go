package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
)

// Patterns for the output of the conformance test: the number of responses of each status, and the time that the test took.
var (
	byStatus = regexp.MustCompile(`map\[((?:\d{3}:\d+ ?)+)\]`)
	perCode  = regexp.MustCompile(`:(\d+)`)
	passed   = regexp.MustCompile(`(?m)^--- PASS: Test(?:Long_)?Conformance \(([0-9.]+)s\)`)
)

// conformance measures the requests per second of TestLong_Conformance, which calls every operation of the OpenAPI description and
// checks each response against it. It needs the sources and Go, like build.
func (b *bench) conformance() (row, error) {
	binary, err := filepath.Abs(b.in("conformance.test"))
	if err != nil {
		return row{}, err
	}
	if out, err := exec.CommandContext(b.ctx, "go", "test", "-tags=nomsgpack,grpcnotrace", "-c", "-o", binary,
		"./app").CombinedOutput(); err != nil {
		return row{}, fmt.Errorf("%w: %s", err, out)
	}
	test := "^TestLong_Conformance$"
	if b.quick {
		test = "^TestConformance$"
	}
	cmd := exec.CommandContext(b.ctx, binary, "-test.run", test, "-test.v")
	cmd.Dir, cmd.Env = "app", append(os.Environ(), "CONFORMANCE_REQUESTS=", "CONFORMANCE_SEED=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return row{}, fmt.Errorf("%w: %s", err, tail(out, 2000))
	}
	requests, seconds, err := readConformance(out)
	if err != nil {
		return row{}, err
	}
	return row{rate: perSecond(float64(requests) / seconds), memory: fmt.Sprintf("%d requests", requests),
		target: "≥ 20,000 requests, all pass",
		checks: checks{ratioOf(float64(requests), 20_000)}}, nil
}

// readConformance parses the number of responses and the seconds in the output of a passed test.
func readConformance(out []byte) (requests int, seconds float64, err error) {
	counts, took := byStatus.FindSubmatch(out), passed.FindSubmatch(out)
	if counts == nil || took == nil {
		return 0, 0, errors.New("the test does not say what it did: " + string(tail(out, 2000)))
	}
	for _, n := range perCode.FindAllSubmatch(counts[1], -1) {
		count, err := strconv.Atoi(string(n[1]))
		if err != nil {
			return 0, 0, err
		}
		requests += count
	}
	seconds, err = strconv.ParseFloat(string(took[1]), 64)
	if err == nil && seconds == 0 {
		err = errors.New("the test took no time")
	}
	return requests, seconds, err
}

func tail(text []byte, n int) []byte { return text[max(0, len(text)-n):] }

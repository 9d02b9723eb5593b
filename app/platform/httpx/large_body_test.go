package httpx

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/gin-gonic/gin"
)

// TestBodyErrors has what happens to a body told by the same status and code, however it is read.
func TestBodyErrors(t *testing.T) {
	const limit = 4
	for _, x := range []struct {
		name   string
		fails  error // after the beginning of the body
		status int
		code   string
	}{
		{"a body that is late", os.ErrDeadlineExceeded, http.StatusRequestTimeout, "timeout"},
		{"a body that is cut", io.ErrUnexpectedEOF, http.StatusBadRequest, "cut"},
		{"a body that is too large", &http.MaxBytesError{Limit: limit}, http.StatusRequestEntityTooLarge, "too_large"},
	} {
		for how, read := range map[string]func(c *gin.Context) error{
			"a large body": func(c *gin.Context) error {
				_, err := io.ReadAll(LargeBody(c, limit))
				return err
			},
			"a form": ParseForm,
		} {
			t.Run(x.name+", read as "+how, func(t *testing.T) {
				var err error
				body := io.MultiReader(strings.NewReader("a=1"), iotest.ErrReader(x.fails))
				answerTo(t, httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/x", body), func(c *gin.Context) { err = read(c) },
					"Content-Type", "application/x-www-form-urlencoded")
				if err == nil {
					t.Fatal("it is read")
				}
				if p := ProblemOf(t.Context(), err, http.StatusNotFound); p.Status != x.status || p.Code != x.code {
					t.Errorf("%d %s, %v", p.Status, p.Code, err)
				}
			})
		}
	}
}

package httpx

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// What the pages read of addresses and forms. The JSON API reads typed inputs instead.

// ID reads the id in a path or in a form; 0, which no record has, where the text is no positive number.
func ID(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// PathID is the path parameter name as an id. Where it is none, the error is that there is no such record; sort says of what.
func PathID(c *gin.Context, name, sort string) (int64, error) {
	id := ID(c.Param(name))
	if id == 0 {
		return 0, errs.NotFound(sort)
	}
	return id, nil
}

// FormVersion is the version of the record that a form was made from, nil when it names none.
func FormVersion(c *gin.Context) *int64 { return FormNumber(c, "version") }

// FormNumber is the whole number in a field of a form, nil when it holds none.
func FormNumber(c *gin.Context, field string) *int64 {
	if n, err := strconv.ParseInt(c.PostForm(field), 10, 64); err == nil {
		return &n
	}
	return nil
}

package httpx

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"presence/app/platform/errs"
)

// What the pages read of addresses and forms. The JSON face reads typed inputs instead.

// ID reads an id of an address or of a form; 0 for what is none, which no record has.
func ID(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0
	}
	return max(n, 0)
}

// PathID is the id in the address under that name. An address whose id is none names no record of that sort.
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

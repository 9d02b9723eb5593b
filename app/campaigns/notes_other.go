//go:build !unix

package campaigns

import (
	"errors"
	"os"
)

// mapFile is not to be had here: rows are marked one after the other.
func mapFile(*os.File, int) ([]byte, func() error, error) { return nil, nil, errors.ErrUnsupported }

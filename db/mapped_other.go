//go:build !unix

package db

import (
	"errors"
	"os"
)

// MapFile is not to be had here.
func MapFile(*os.File, int, bool) ([]byte, func() error, error) {
	return nil, nil, errors.ErrUnsupported
}

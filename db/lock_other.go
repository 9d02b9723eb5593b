//go:build !unix

package db

import (
	"errors"
	"fmt"
)

// lockFile is for systems on which file locks end with the process.
func lockFile(string) (release func(), ok bool, err error) {
	return nil, false, fmt.Errorf("db: this system has no lock that ends with its process: %w", errors.ErrUnsupported)
}

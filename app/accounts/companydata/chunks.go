package companydata

import (
	"context"
	"io"

	"presence/db"
)

// storageError is an error of the database while an archive is read from it. It is not the fault of the archive.
type storageError struct{ error }

func (e *storageError) Unwrap() error { return e.error }

// openChunks returns a function that opens a stored archive of that size. What it returns is used by one goroutine, within ctx.
func openChunks(id string, size int64) func(ctx context.Context, q db.Queryer) (source, error) {
	return func(ctx context.Context, q db.Queryer) (source, error) {
		return openZIP(&chunkReader{ctx: ctx, q: q, id: id, size: size}, size)
	}
}

// chunkReader reads a stored archive. It keeps the chunk that was read last.
type chunkReader struct {
	ctx      context.Context //nolint:containedctx // an io.ReaderAt has no parameter for it
	q        db.Queryer
	id       string
	size     int64
	position int64
	chunk    []byte // at position; nil: none yet
}

// ReadAt implements io.ReaderAt.
func (r *chunkReader) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) && offset < r.size {
		position, within := offset/chunkBytes, offset%chunkBytes
		if r.chunk == nil || position != r.position {
			chunk, err := chunkAt(r.ctx, r.q, r.id, position)
			if err != nil {
				return n, &storageError{err}
			}
			r.position, r.chunk = position, chunk
		}
		if within >= int64(len(r.chunk)) {
			return n, &storageError{io.ErrUnexpectedEOF}
		}
		copied := copy(p[n:], r.chunk[within:])
		n, offset = n+copied, offset+int64(copied)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

package main

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
)

// notes keep results in a file, one JSON object in each line, so that a run that was ended goes on where it was. Without a file
// they keep them for this run.
type notes struct {
	file  string
	known map[string]string
}

// note is a line of the file.
type note struct {
	About  string `json:"about"`
	Result string `json:"result"`
}

func readNotes(file string) (*notes, error) {
	n := &notes{file, map[string]string{}}
	if file == "" {
		return n, nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return n, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); ; {
		var x note
		if err := d.Decode(&x); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return nil, err
		}
		n.known[x.About] = x.Result
	}
}

// of returns the result of something; empty: it is not known.
func (n *notes) of(about string) string { return n.known[about] }

// add keeps a result.
func (n *notes) add(about, result string) error {
	n.known[about] = result
	if n.file == "" {
		return nil
	}
	line, err := json.Marshal(note{about, result})
	if err != nil {
		return err
	}
	f, err := os.OpenFile(n.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

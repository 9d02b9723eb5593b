// Command assets bundles the assets folder into static/dist: the style sheets, the script, the images and the fonts, minified,
// under names that carry the hash of their content, with a manifest from plain name to hashed name.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	from := flag.String("from", "assets", "folder with css/, js/ and images/")
	to := flag.String("to", "static/dist", "folder to write; what it held before is removed")
	flag.Parse()
	out, err := Bundle(*from)
	if err == nil {
		err = Write(*to, out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "assets:", err)
		os.Exit(1)
	}
}

// Package laws holds the rules of the architecture as tests that read the source: which package may import which, where SQL
// may stand, who writes a table, which words are used. Each failure says the rule's reason.
package laws

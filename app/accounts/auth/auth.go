// Package auth identifies callers: it stores people, their passwords, sessions and tokens, and defines what each may see and
// approve (A1-A5, C10, C11).
package auth

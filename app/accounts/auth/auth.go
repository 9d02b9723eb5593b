// Package auth knows who calls: people, their passwords, sessions and tokens, and what each may see and approve (A1-A5, C10, C11).
package auth

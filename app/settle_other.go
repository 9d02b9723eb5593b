//go:build !linux

package app

// forgetProgram is for systems that are asked in another way.
func forgetProgram() {}

// Package home answers at the door: what this is, whether it is well, its description, and the staff's Today.
package home

// Package home serves the root, the health checks, the API description and the start page for staff.
package home

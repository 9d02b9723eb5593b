import "../vendor/htmx/htmx.esm.js"

// Package schema is the JSON Schemas of scenario files and of runner events, for
// editors and other tools. They are made from the Go structs that the loader
// decodes into and the log writes.
package schema

import _ "embed"

// Scenario is the schema of a scenario file (JSON Schema draft-07).
//
//go:generate go run ../internal/schemagen
//go:embed scenario.schema.json
var Scenario []byte

// Events is the schema of one line of events.jsonl (JSON Schema draft-07).
//
//go:embed events.schema.json
var Events []byte

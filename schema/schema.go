// Package schema is the JSON Schema of scenario files, for editors and other
// tools. It is made from the Go structs that the loader decodes into.
package schema

import _ "embed"

// Scenario is the schema of a scenario file (JSON Schema draft-07).
//
//go:generate go run ../internal/schemagen
//go:embed scenario.schema.json
var Scenario []byte

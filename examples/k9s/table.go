package main

import (
	"net/http"
	"strings"
	"time"
)

// wantsTable tells whether the client asks for rows to print, not for objects.
func wantsTable(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "as=Table")
}

// table returns items as a meta.k8s.io/v1 Table. Events have columns of their
// own, every other kind its name and age.
func table(res resource, items []object, now time.Time) object {
	columns := []string{"Name", "Age"}
	paths := []string{"metadata.name", "metadata.creationTimestamp"}
	switch res.id() {
	case "events":
		columns = []string{"Last Seen", "Type", "Reason", "Object", "Message"}
		paths = []string{"lastTimestamp", "type", "reason", "involvedObject.name", "message"}
	case "events.events.k8s.io":
		columns = []string{"Last Seen", "Type", "Reason", "Object", "Message"}
		paths = []string{"deprecatedLastTimestamp", "type", "reason", "regarding.name", "note"}
	}
	definitions := make([]any, len(columns))
	for i, name := range columns {
		format := ""
		if paths[i] == "metadata.name" {
			format = "name"
		}
		definitions[i] = object{"name": name, "type": "string", "format": format, "description": name, "priority": 0}
	}
	rows := make([]any, len(items))
	for i, item := range items {
		cells := make([]any, len(paths))
		for j, path := range paths {
			cells[j] = lookup(item, path)
			if at, err := time.Parse(time.RFC3339, lookup(item, path)); err == nil {
				cells[j] = age(now.Sub(at))
			}
		}
		rows[i] = object{"cells": cells, "object": object{
			"kind": "PartialObjectMetadata", "apiVersion": "meta.k8s.io/v1", "metadata": item["metadata"],
		}}
	}
	return object{
		"kind": "Table", "apiVersion": "meta.k8s.io/v1",
		"metadata":          object{"resourceVersion": resourceVersion},
		"columnDefinitions": definitions, "rows": rows,
	}
}

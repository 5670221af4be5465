package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// watch streams the events of items, one JSON value a line. Nothing in the
// cluster changes, so after the first objects, which a client gets when it asks
// for them or names no version to begin from, it only waits: until the client
// leaves or the seconds it asked for are over.
func watch(w http.ResponseWriter, r *http.Request, res resource, items []object) {
	query := r.URL.Query()
	initial := query.Get("sendInitialEvents") == "true"
	w.Header().Set("Content-Type", "application/json")
	events := json.NewEncoder(w)
	if from := query.Get("resourceVersion"); initial || from == "" || from == "0" {
		for _, item := range items {
			if events.Encode(object{"type": "ADDED", "object": item}) != nil {
				return
			}
		}
	}
	if initial {
		bookmark := object{
			"kind": res.kind, "apiVersion": res.apiVersion(),
			"metadata": object{
				"resourceVersion": resourceVersion,
				"annotations":     object{"k8s.io/initial-events-end": "true"},
			},
		}
		if events.Encode(object{"type": "BOOKMARK", "object": bookmark}) != nil {
			return
		}
	}
	if http.NewResponseController(w).Flush() != nil {
		return
	}
	var over <-chan time.Time
	if seconds, err := strconv.ParseUint(query.Get("timeoutSeconds"), 10, 16); err == nil && seconds > 0 {
		timer := time.NewTimer(time.Duration(seconds) * time.Second)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case <-over:
	case <-r.Context().Done():
	}
}

// logs answers with the lines that a container wrote, and keeps a client that
// follows them waiting for more.
func (a api) logs(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	pods, _ := findResource("", "v1", "pods")
	pod, ok := a.cluster.get(pods, r.PathValue("namespace"), name)
	if !ok {
		writeNotFound(w, fmt.Sprintf("pods %q", name))
		return
	}
	query := r.URL.Query()
	lines := logLines(pod)
	if tail, err := strconv.Atoi(query.Get("tailLines")); err == nil && tail >= 0 && tail < len(lines) {
		lines = lines[len(lines)-tail:]
	}
	stamp := ""
	if query.Get("timestamps") == "true" {
		stamp = fmt.Sprint(lookup(pod, "metadata.creationTimestamp"), " ")
	}
	w.Header().Set("Content-Type", "text/plain")
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(stamp + line + "\n")
	}
	if _, err := w.Write([]byte(text.String())); err != nil || query.Get("follow") != "true" {
		return
	}
	if http.NewResponseController(w).Flush() == nil {
		<-r.Context().Done()
	}
}

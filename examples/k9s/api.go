package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// object is a Kubernetes object, or a part of one, as JSON knows it.
type object = map[string]any

// resourceVersion is the version of every object and list: nothing changes.
const resourceVersion = "1000"

// api serves a cluster. It is safe for concurrent use, as the cluster is never
// changed.
type api struct{ cluster cluster }

// newAPI returns the handler of the whole API over c.
func newAPI(c cluster) http.Handler {
	a := api{c}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /version", serveVersion)
	for _, path := range []string{"/healthz", "/livez", "/readyz"} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") })
	}
	mux.HandleFunc("GET /api", discoverCore)
	mux.HandleFunc("GET /apis", discoverGroups)
	for _, root := range []string{"/api/v1", "/apis/{group}/{version}"} {
		mux.HandleFunc("GET "+root, discoverVersion)
		mux.HandleFunc("GET "+root+"/{resource}", a.list)
		mux.HandleFunc("GET "+root+"/{resource}/{name}", a.get)
		mux.HandleFunc("GET "+root+"/namespaces/{namespace}/{resource}", a.list)
		mux.HandleFunc("GET "+root+"/namespaces/{namespace}/{resource}/{name}", a.get)
	}
	mux.HandleFunc("GET /api/v1/namespaces/{namespace}/pods/{name}/log", a.logs)
	mux.HandleFunc("POST /apis/authorization.k8s.io/v1/{review}", review)
	return mux
}

func serveVersion(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, object{
		"major": "1", "minor": "34", "gitVersion": "v1.34.3", "platform": "linux/amd64",
	})
}

// review allows everything. The body is not read: clients send it as protobuf.
func review(w http.ResponseWriter, r *http.Request) {
	kind, status := "", object{}
	switch r.PathValue("review") {
	case "selfsubjectaccessreviews":
		kind, status["allowed"] = "SelfSubjectAccessReview", true
	case "selfsubjectrulesreviews":
		kind = "SelfSubjectRulesReview"
		status["incomplete"], status["nonResourceRules"] = false, []any{}
		status["resourceRules"] = []any{object{
			"verbs": readVerbs(), "apiGroups": []string{"*"}, "resources": []string{"*"},
		}}
	default:
		writeNotFound(w, r.URL.Path)
		return
	}
	writeJSON(w, http.StatusCreated, object{
		"kind": kind, "apiVersion": "authorization.k8s.io/v1", "metadata": object{}, "spec": object{}, "status": status,
	})
}

// get answers with one object.
func (a api) get(w http.ResponseWriter, r *http.Request) {
	group, version := groupVersion(r)
	res, ok := findResource(group, version, r.PathValue("resource"))
	if !ok {
		writeNotFound(w, r.URL.Path)
		return
	}
	found, ok := a.cluster.get(res, r.PathValue("namespace"), r.PathValue("name"))
	switch {
	case !ok:
		writeNotFound(w, fmt.Sprintf("%s %q", res.plural, r.PathValue("name")))
	case wantsTable(r):
		writeJSON(w, http.StatusOK, table(res, []object{found}, time.Now()))
	default:
		writeJSON(w, http.StatusOK, found)
	}
}

// list answers with all objects of a kind that the selectors let through, once
// or as a watch.
func (a api) list(w http.ResponseWriter, r *http.Request) {
	group, version := groupVersion(r)
	res, ok := findResource(group, version, r.PathValue("resource"))
	if !ok {
		writeNotFound(w, r.URL.Path)
		return
	}
	query := r.URL.Query()
	labels, err := parseSelector(query.Get("labelSelector"))
	if err != nil {
		writeStatus(w, http.StatusBadRequest, "BadRequest", "labelSelector: "+err.Error())
		return
	}
	fields, err := parseSelector(query.Get("fieldSelector"))
	if err != nil {
		writeStatus(w, http.StatusBadRequest, "BadRequest", "fieldSelector: "+err.Error())
		return
	}
	items := a.cluster.list(res, r.PathValue("namespace"), labels, fields)
	switch {
	case query.Get("watch") == "true" || query.Get("watch") == "1":
		watch(w, r, res, items)
	case wantsTable(r):
		writeJSON(w, http.StatusOK, table(res, items, time.Now()))
	default:
		writeJSON(w, http.StatusOK, object{
			"kind": res.kind + "List", "apiVersion": res.apiVersion(),
			"metadata": object{"resourceVersion": resourceVersion}, "items": items,
		})
	}
}

// groupVersion returns the group and version that a path names: the core group
// has no name and is always v1.
func groupVersion(r *http.Request) (group, version string) {
	if strings.HasPrefix(r.URL.Path, "/apis/") {
		return r.PathValue("group"), r.PathValue("version")
	}
	return "", "v1"
}

func writeJSON(w http.ResponseWriter, code int, value any) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(code)
	// An error here is a client that went away: there is nobody to tell.
	_ = json.NewEncoder(w).Encode(value)
}

func writeNotFound(w http.ResponseWriter, what string) {
	writeStatus(w, http.StatusNotFound, "NotFound", what+" not found")
}

func writeStatus(w http.ResponseWriter, code int, reason, message string) {
	writeJSON(w, code, object{
		"kind": "Status", "apiVersion": "v1", "metadata": object{}, "status": "Failure",
		"code": code, "reason": reason, "message": message,
	})
}

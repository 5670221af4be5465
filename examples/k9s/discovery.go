package main

import (
	"net/http"
	"strings"
)

// aggregatedV2 is the media type of aggregated discovery: every group in one
// answer. Clients that do not ask for it walk the group versions one by one.
const aggregatedV2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

func readVerbs() []string { return []string{"get", "list", "watch"} }

// discoverCore answers /api.
func discoverCore(w http.ResponseWriter, r *http.Request) {
	if wantsAggregated(r) {
		writeAggregated(w, []any{aggregatedGroup("", "v1")})
		return
	}
	writeJSON(w, http.StatusOK, object{"kind": "APIVersions", "versions": []string{"v1"}})
}

// discoverGroups answers /apis.
func discoverGroups(w http.ResponseWriter, r *http.Request) {
	if wantsAggregated(r) {
		var items []any
		for _, g := range groups() {
			items = append(items, aggregatedGroup(g.group, g.version))
		}
		writeAggregated(w, items)
		return
	}
	var list []any
	for _, g := range groups() {
		version := object{"groupVersion": g.apiVersion(), "version": g.version}
		list = append(list, object{"name": g.group, "versions": []any{version}, "preferredVersion": version})
	}
	writeJSON(w, http.StatusOK, object{"kind": "APIGroupList", "apiVersion": "v1", "groups": list})
}

// discoverVersion answers /api/v1 and /apis/GROUP/VERSION.
func discoverVersion(w http.ResponseWriter, r *http.Request) {
	found := inGroup(groupVersion(r))
	if len(found) == 0 {
		writeNotFound(w, r.URL.Path)
		return
	}
	var list []any
	for _, res := range found {
		list = append(list, object{
			"name": res.plural, "singularName": strings.ToLower(res.kind), "kind": res.kind,
			"namespaced": res.namespaced, "shortNames": res.short, "verbs": readVerbs(),
		})
	}
	writeJSON(w, http.StatusOK, object{
		"kind": "APIResourceList", "apiVersion": "v1",
		"groupVersion": found[0].apiVersion(), "resources": list,
	})
}

func wantsAggregated(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), aggregatedV2)
}

func writeAggregated(w http.ResponseWriter, items []any) {
	w.Header().Set("Content-Type", aggregatedV2)
	writeJSON(w, http.StatusOK, object{
		"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2",
		"metadata": object{}, "items": items,
	})
}

func aggregatedGroup(group, version string) object {
	var list []any
	for _, res := range inGroup(group, version) {
		scope := "Cluster"
		if res.namespaced {
			scope = "Namespaced"
		}
		kind := object{"group": group, "version": version, "kind": res.kind}
		entry := object{
			"resource": res.plural, "singularResource": strings.ToLower(res.kind), "responseKind": kind,
			"scope": scope, "shortNames": res.short, "verbs": readVerbs(),
		}
		if res.plural == "pods" {
			entry["subresources"] = []any{object{"subresource": "log", "responseKind": kind, "verbs": []string{"get"}}}
		}
		list = append(list, entry)
	}
	return object{
		"metadata": object{"name": group},
		"versions": []any{object{"version": version, "freshness": "Current", "resources": list}},
	}
}

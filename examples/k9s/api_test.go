package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// noon dates the cluster of the tests.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

func newServer(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(newAPI(newCluster(noon())))
	t.Cleanup(server.Close)
	return server
}

// ask sends one request and returns the status and the body.
func ask(t *testing.T, server *httptest.Server, method, path, accept, body string) (int, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept", accept)
	response, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(text)
}

// decode reads a JSON answer.
func decode(t *testing.T, body string) object {
	t.Helper()
	var o object
	if err := json.Unmarshal([]byte(body), &o); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	return o
}

func TestList(t *testing.T) {
	server := newServer(t)
	for _, test := range []struct {
		path, kind string
		count      int
	}{
		{"/api/v1/pods", "PodList", 18},
		{"/api/v1/pods?limit=500&resourceVersion=0", "PodList", 18},
		{"/api/v1/namespaces/shop/pods", "PodList", 10},
		{"/api/v1/namespaces/shop/pods?labelSelector=app%3Dcheckout", "PodList", 3},
		{"/api/v1/pods?labelSelector=app+in+(cart,web)", "PodList", 4},
		{"/api/v1/pods?labelSelector=tier,component!%3Detcd", "PodList", 3},
		{"/api/v1/pods?fieldSelector=spec.nodeName%3Dcontrol-1", "PodList", 4},
		{"/api/v1/pods?fieldSelector=status.phase!%3DRunning", "PodList", 1},
		{"/api/v1/namespaces/nowhere/pods", "PodList", 0},
		{"/api/v1/namespaces", "NamespaceList", 6},
		{"/api/v1/nodes", "NodeList", 3},
		{"/api/v1/services", "ServiceList", 9},
		{"/api/v1/configmaps", "ConfigMapList", 2},
		{"/apis/apps/v1/deployments", "DeploymentList", 8},
		{"/apis/apps/v1/namespaces/shop/replicasets", "ReplicaSetList", 5},
		{"/apis/events.k8s.io/v1/events", "EventList", 11},
		{"/apis/apiextensions.k8s.io/v1/customresourcedefinitions", "CustomResourceDefinitionList", 0},
		{"/api/v1/namespaces/shop/events?fieldSelector=involvedObject.kind%3DPod", "EventList", 3},
	} {
		t.Run(test.path, func(t *testing.T) {
			status, body := ask(t, server, "GET", test.path, "application/json", "")
			got := decode(t, body)
			items, isList := got["items"].([]any)
			if status != http.StatusOK || got["kind"] != test.kind || !isList || len(items) != test.count {
				t.Errorf("got %d, a %v of %d, want a %s of %d", status, got["kind"], len(items), test.kind, test.count)
			}
		})
	}
}

func TestAnswers(t *testing.T) {
	server := newServer(t)
	const v2 = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json"
	const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
	for _, test := range []struct {
		name, method, path, accept, body string
		status                           int
		contains                         string
	}{
		{"ready", "GET", "/readyz", "", "", 200, "ok"},
		{"version", "GET", "/version?timeout=32s", "application/json, */*", "", 200, `"gitVersion":"v1.34.3"`},
		{"core, aggregated", "GET", "/api", v2, "", 200, `"resource":"pods"`},
		{"core, legacy", "GET", "/api", "application/json", "", 200, `"versions":["v1"]`},
		{"groups, aggregated", "GET", "/apis?timeout=32s", v2, "", 200, `"resource":"deployments"`},
		{"groups, legacy", "GET", "/apis", "*/*", "", 200, `"groupVersion":"apps/v1"`},
		{"core version", "GET", "/api/v1", "", "", 200, `"shortNames":["po"]`},
		{"group version", "GET", "/apis/apps/v1", "", "", 200, `"groupVersion":"apps/v1"`},
		{"no such version", "GET", "/apis/apps/v9", "", "", 404, `"NotFound"`},
		{"a namespace", "GET", "/api/v1/namespaces/shop", "", "", 200, `"kind":"Namespace"`},
		{"a deployment", "GET", "/apis/apps/v1/namespaces/shop/deployments/web", "", "", 200, `"readyReplicas":2`},
		{"an object in another namespace", "GET", "/apis/apps/v1/namespaces/default/deployments/web", "", "", 404, `"NotFound"`},
		{"no such object", "GET", "/api/v1/nodes/worker-9", "", "", 404, `nodes \"worker-9\" not found`},
		{"no such kind", "GET", "/api/v1/unicorns", "", "", 404, `"NotFound"`},
		{"a kind of another group", "GET", "/apis/apps/v1/pods", "", "", 404, `"NotFound"`},
		{"bad label selector", "GET", "/api/v1/pods?labelSelector=a+of+(b)", "", "", 400, "labelSelector"},
		{"bad field selector", "GET", "/api/v1/pods?fieldSelector=%3Db", "", "", 400, "fieldSelector"},
		{"table", "GET", "/api/v1/namespaces/shop/configmaps", asTable, "", 200, `"columnDefinitions"`},
		{"table of one", "GET", "/api/v1/namespaces/shop/configmaps/catalog", asTable, "", 200, `"cells":["catalog",`},
		{"table of events", "GET", "/apis/events.k8s.io/v1/events", asTable, "", 200, `"Warning","BackOff"`},
		{"access review in protobuf", "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "application/json", "k8s\x00\n\xff", 201, `"allowed":true`},
		{"rules review", "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", "", "{}", 201, `"resourceRules"`},
		{"another review", "POST", "/apis/authorization.k8s.io/v1/localsubjectaccessreviews", "", "{}", 404, `"NotFound"`},
		{"delete", "DELETE", "/api/v1/namespaces/shop", "", "", 405, ""},
		{"create", "POST", "/api/v1/namespaces/shop/pods", "", "{}", 405, ""},
		{"logs of no pod", "GET", "/api/v1/namespaces/shop/pods/none/log", "", "", 404, `"NotFound"`},
		{"logs", "GET", "/api/v1/namespaces/kube-system/pods/etcd-control-1/log?tailLines=2", "", "", 200, "listening on 10.244.1.2\nready\n"},
		{"dated logs", "GET", "/api/v1/namespaces/kube-system/pods/etcd-control-1/log?tailLines=1&timestamps=true", "", "", 200, "2026-03-01T12:00:00Z ready\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, body := ask(t, server, test.method, test.path, test.accept, test.body)
			if status != test.status || !strings.Contains(body, test.contains) {
				t.Errorf("got %d %s, want %d with %s", status, body, test.status, test.contains)
			}
		})
	}
}

func TestWatch(t *testing.T) {
	server := newServer(t)
	for _, test := range []struct {
		name, query string
		want        []string // event types
	}{
		{"from nothing", "?watch=true", slices.Repeat([]string{"ADDED"}, 6)},
		{"from a version", "?watch=true&resourceVersion=1000&timeoutSeconds=600", nil},
		{"with a list first", "?watch=1&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersion=1000",
			append(slices.Repeat([]string{"ADDED"}, 6), "BOOKMARK")},
	} {
		t.Run(test.name, func(t *testing.T) {
			ctx, leave := context.WithTimeout(t.Context(), time.Minute)
			defer leave()
			request, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/v1/namespaces"+test.query, nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			lines := bufio.NewScanner(response.Body)
			for _, want := range test.want {
				if !lines.Scan() {
					t.Fatal("the stream ended before", want, lines.Err())
				}
				if got := decode(t, lines.Text())["type"]; got != want {
					t.Errorf("got %v, want %s", got, want)
				}
			}
			leave()
			if lines.Scan() {
				t.Errorf("unexpected %s", lines.Text())
			}
		})
	}
}

func TestWatchEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begin, answer := time.Now(), httptest.NewRecorder()
		newAPI(newCluster(noon())).ServeHTTP(answer, httptest.NewRequest("GET",
			"/api/v1/pods?watch=true&resourceVersion=1000&timeoutSeconds=300", nil))
		if took := time.Since(begin); took != 5*time.Minute || answer.Body.Len() > 0 {
			t.Errorf("ended after %v with %q, want an empty stream of 5m", took, answer.Body)
		}
	})
}

package main

import (
	"crypto/sha256"
	"fmt"
	"time"
)

// clusterAge is how old everything in the cluster is. Three whole days make
// k9s show the same "3d" for an hour after the start.
const clusterAge = 72 * time.Hour

// workload is a deployment with its pods and, when it has a port, its service.
type workload struct {
	namespace, name, image string
	replicas, port         int
	broken                 bool // its image can't be pulled
}

// newCluster returns the demo cluster: a web shop on three nodes, one of whose
// deployments can't pull its image. Names, addresses and ids do not depend on
// created, which only dates the objects.
func newCluster(created time.Time) cluster {
	m := maker{c: cluster{}, created: created.UTC().Format(time.RFC3339)}
	for _, name := range []string{"default", "kube-node-lease", "kube-public", "kube-system", "monitoring", "shop"} {
		m.c.add("namespaces", object{
			"metadata": m.meta("", name, object{"kubernetes.io/metadata.name": name}),
			"spec":     object{"finalizers": []any{"kubernetes"}},
			"status":   object{"phase": "Active"},
		})
	}
	for i, name := range nodeNames() {
		m.c.add("nodes", m.node(i, name))
	}
	for _, name := range []string{"etcd", "kube-apiserver", "kube-controller-manager", "kube-scheduler"} {
		labels := object{"component": name, "tier": "control-plane"}
		m.pod(workload{namespace: "kube-system", name: name, image: "registry.example/" + name + ":v1.34.3"},
			name+"-"+nodeNames()[0], nodeNames()[0], labels, nil)
	}
	for _, w := range []workload{
		{"kube-system", "coredns", "registry.example/coredns:v1.12.1", 2, 53, false},
		{"monitoring", "grafana", "registry.example/grafana:12.2.0", 1, 3000, false},
		{"monitoring", "prometheus", "registry.example/prometheus:v3.6.0", 1, 9090, false},
		{"shop", "cart", "registry.example/shop/cart:2.4.1", 2, 8080, false},
		{"shop", "catalog", "registry.example/shop/catalog:2.4.1", 2, 8080, false},
		{"shop", "checkout", "registry.example/shop/checkout:2.4.1", 3, 8080, false},
		{"shop", "payments", "registry.example/shop/payments:2.5.0", 1, 8443, true},
		{"shop", "web", "registry.example/shop/web:2.4.1", 2, 80, false},
	} {
		m.deploy(w)
	}
	m.service("default", "kubernetes", 443, nil)
	m.c.add("configmaps",
		object{"metadata": m.meta("kube-system", "coredns", nil), "data": object{"Corefile": ".:53 {\n    errors\n    health\n    cache 30\n}\n"}},
		object{"metadata": m.meta("shop", "catalog", nil), "data": object{"currency": "EUR", "page-size": "24"}},
	)
	m.c.sort()
	return m.c
}

func nodeNames() []string { return []string{"control-1", "worker-1", "worker-2"} }

// maker builds objects of one age into a cluster.
type maker struct {
	c       cluster
	created string // RFC 3339
	pods    int    // pods made so far, for their addresses
	events  int    // events made so far, for their names: they sort as they came
}

func (m *maker) meta(namespace, name string, labels object) object {
	meta := object{
		"name": name, "creationTimestamp": m.created, "resourceVersion": resourceVersion,
	}
	if namespace != "" {
		meta["namespace"] = namespace
	}
	if labels != nil {
		meta["labels"] = labels
	}
	return meta
}

func (m *maker) node(index int, name string) object {
	labels := object{"kubernetes.io/hostname": name, "kubernetes.io/os": "linux"}
	if index == 0 {
		labels["node-role.kubernetes.io/control-plane"] = ""
	}
	size := object{"cpu": "4", "memory": "8Gi", "pods": "110"}
	return object{
		"metadata": m.meta("", name, labels),
		"spec":     object{"podCIDR": fmt.Sprintf("10.244.%d.0/24", index)},
		"status": object{
			// Loopback, so that no client ever dials an address outside.
			"addresses":   []any{object{"type": "InternalIP", "address": "127.0.0.1"}, object{"type": "Hostname", "address": name}},
			"capacity":    size,
			"allocatable": size,
			"conditions": []any{object{
				"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is ready",
				"lastHeartbeatTime": m.created, "lastTransitionTime": m.created,
			}},
			"nodeInfo": object{
				"kubeletVersion": "v1.34.3", "osImage": "Demo Linux 1", "kernelVersion": "6.12.0", "architecture": "amd64",
				"operatingSystem": "linux", "containerRuntimeVersion": "containerd://2.1.4",
			},
		},
	}
}

// event adds what describe shows below the object of that kind and name, in the
// forms of both API groups that have events.
func (m *maker) event(kind, namespace, name, source, level, reason, message string, count int) {
	m.events++
	id := fmt.Sprintf("%s.%04x", name, m.events)
	about := object{"kind": kind, "namespace": namespace, "name": name, "uid": uid(kind, namespace, name)}
	from := object{"component": source}
	m.c.add("events", object{
		"metadata": m.meta(namespace, id, nil), "type": level, "reason": reason,
		"message": message, "involvedObject": about, "source": from, "count": count,
		"firstTimestamp": m.created, "lastTimestamp": m.created,
	})
	m.c.add("events.events.k8s.io", object{
		"metadata": m.meta(namespace, id, nil), "type": level, "reason": reason,
		"note": message, "regarding": about, "deprecatedSource": from, "deprecatedCount": count,
		"deprecatedFirstTimestamp": m.created, "deprecatedLastTimestamp": m.created,
	})
}

// uid derives the id of an object from its kind and name, in the form of a UUID.
func uid(kind, namespace, name string) string {
	sum := sha256.Sum256([]byte(kind + "/" + namespace + "/" + name))
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// suffix derives n characters, at most 32, from seed, of those that Kubernetes
// uses in generated names: none that spells a word.
func suffix(seed string, n int) string {
	const alphabet = "bcdfghjklmnpqrstvwxz2456789"
	sum := sha256.Sum256([]byte(seed))
	for i, b := range sum {
		sum[i] = alphabet[int(b)%len(alphabet)]
	}
	return string(sum[:n])
}

package main

import (
	"fmt"
	"maps"
)

// deploy adds a deployment, its replica set, pods, service and events.
func (m *maker) deploy(w workload) {
	labels := object{"app": w.name}
	hash := suffix(w.namespace+w.name, 10)
	set := w.name + "-" + hash
	setLabels := object{"app": w.name, "pod-template-hash": hash}
	ready := w.replicas
	if w.broken {
		ready = 0
	}

	deployment := m.meta(w.namespace, w.name, labels)
	deployment["annotations"] = object{"deployment.kubernetes.io/revision": "1"}
	m.c.add("deployments.apps", object{
		"metadata": deployment,
		"spec": object{
			"replicas": w.replicas, "selector": object{"matchLabels": labels},
			"strategy": object{"type": "RollingUpdate", "rollingUpdate": object{"maxSurge": "25%", "maxUnavailable": "25%"}},
			"template": object{"metadata": object{"labels": labels}, "spec": podSpec(w, "")},
		},
		"status": object{
			"replicas": w.replicas, "updatedReplicas": w.replicas, "readyReplicas": ready,
			"availableReplicas": ready, "unavailableReplicas": w.replicas - ready,
			"conditions": []any{
				object{"type": "Available", "status": truth(ready == w.replicas), "reason": "MinimumReplicas"},
				object{"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"},
			},
		},
	})
	m.event("Deployment", w.namespace, w.name, "deployment-controller", "Normal", "ScalingReplicaSet",
		fmt.Sprintf("Scaled up replica set %s from 0 to %d", set, w.replicas), 1)

	replicaSet := m.meta(w.namespace, set, setLabels)
	replicaSet["annotations"] = object{"deployment.kubernetes.io/revision": "1"}
	replicaSet["ownerReferences"] = []any{owner("Deployment", w.namespace, w.name)}
	m.c.add("replicasets.apps", object{
		"metadata": replicaSet,
		"spec": object{
			"replicas": w.replicas, "selector": object{"matchLabels": setLabels},
			"template": object{"metadata": object{"labels": setLabels}, "spec": podSpec(w, "")},
		},
		"status": object{"replicas": w.replicas, "readyReplicas": ready, "availableReplicas": ready},
	})

	workers := nodeNames()[1:]
	for i := range w.replicas {
		name := set + "-" + suffix(fmt.Sprint(set, i), 5)
		m.pod(w, name, workers[m.pods%len(workers)], setLabels, []any{owner("ReplicaSet", w.namespace, set)})
	}
	m.service(w.namespace, w.name, w.port, labels)
}

// pod adds one pod that runs on node, or tries to when w is broken. A broken one
// has no start time: what describe shows of it is the same on every day, so that
// a picture of it is.
func (m *maker) pod(w workload, name, node string, labels object, owners []any) {
	m.pods++
	meta := m.meta(w.namespace, name, labels)
	if owners != nil {
		meta["ownerReferences"] = owners
	}
	phase, state := "Running", object{"running": object{"startedAt": m.created}}
	if w.broken {
		message := fmt.Sprintf("Back-off pulling image %q", w.image)
		phase, state = "Pending", object{"waiting": object{"reason": "ImagePullBackOff", "message": message}}
		m.event("Pod", w.namespace, name, "kubelet", "Normal", "Pulling", fmt.Sprintf("Pulling image %q", w.image), 4)
		m.event("Pod", w.namespace, name, "kubelet", "Warning", "Failed",
			fmt.Sprintf("Failed to pull image %q: not found", w.image), 4)
		m.event("Pod", w.namespace, name, "kubelet", "Warning", "BackOff", message, 42)
	}
	ip := fmt.Sprintf("10.244.1.%d", 1+m.pods)
	status := object{
		"phase": phase, "qosClass": "Burstable", "podIP": ip, "podIPs": []any{object{"ip": ip}}, "hostIP": "127.0.0.1",
		"conditions": []any{
			object{"type": "PodScheduled", "status": "True"},
			object{"type": "Ready", "status": truth(!w.broken)},
		},
		"containerStatuses": []any{object{
			"name": w.name, "image": w.image, "imageID": "", "ready": !w.broken, "started": !w.broken,
			"restartCount": 0, "state": state, "lastState": object{},
		}},
	}
	if !w.broken {
		status["startTime"] = m.created
	}
	m.c.add("pods", object{"metadata": meta, "spec": podSpec(w, node), "status": status})
}

func podSpec(w workload, node string) object {
	container := object{
		"name": w.name, "image": w.image, "imagePullPolicy": "IfNotPresent",
		"resources": object{
			"requests": object{"cpu": "50m", "memory": "64Mi"},
			"limits":   object{"memory": "128Mi"},
		},
	}
	if w.port != 0 {
		container["ports"] = []any{object{"name": "main", "containerPort": w.port, "protocol": "TCP"}}
	}
	spec := object{
		"containers": []any{container}, "restartPolicy": "Always", "dnsPolicy": "ClusterFirst",
		"serviceAccountName": "default", "priority": 0,
	}
	if node != "" {
		spec["nodeName"] = node
	}
	return spec
}

// service adds a service. Its address is derived from how many there are.
func (m *maker) service(namespace, name string, port int, chosen object) {
	ip := fmt.Sprintf("10.96.0.%d", 1+len(m.c["services"]))
	m.c.add("services", object{
		"metadata": m.meta(namespace, name, maps.Clone(chosen)),
		"spec": object{
			"type": "ClusterIP", "clusterIP": ip, "clusterIPs": []any{ip}, "selector": chosen,
			"ports": []any{object{"name": "main", "port": port, "targetPort": port, "protocol": "TCP"}},
		},
		"status": object{"loadBalancer": object{}},
	})
}

func owner(kind, namespace, name string) object {
	return object{"apiVersion": "apps/v1", "kind": kind, "name": name, "uid": uid(kind, namespace, name), "controller": true}
}

func truth(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

// logLines returns what the container of a pod has written.
func logLines(pod object) []string {
	if lookup(pod, "status.phase") != "Running" {
		return nil
	}
	return []string{
		"starting " + lookup(pod, "metadata.name"),
		"configuration read",
		"listening on " + lookup(pod, "status.podIP"),
		"ready",
	}
}

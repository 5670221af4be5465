package main

import "slices"

// resource is one kind of object that the API serves.
type resource struct {
	group, version, plural, kind string
	namespaced                   bool
	short                        []string
}

// resources is sorted by group and plural. Kinds without an object in the
// cluster are here because k9s or kubectl asks for them, and an empty list
// tells more than "not found".
var resources = [...]resource{
	{"", "v1", "configmaps", "ConfigMap", true, []string{"cm"}},
	{"", "v1", "endpoints", "Endpoints", true, []string{"ep"}},
	{"", "v1", "events", "Event", true, []string{"ev"}},
	{"", "v1", "limitranges", "LimitRange", true, []string{"limits"}},
	{"", "v1", "namespaces", "Namespace", false, []string{"ns"}},
	{"", "v1", "nodes", "Node", false, []string{"no"}},
	{"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true, []string{"pvc"}},
	{"", "v1", "persistentvolumes", "PersistentVolume", false, []string{"pv"}},
	{"", "v1", "pods", "Pod", true, []string{"po"}},
	{"", "v1", "resourcequotas", "ResourceQuota", true, []string{"quota"}},
	{"", "v1", "secrets", "Secret", true, nil},
	{"", "v1", "serviceaccounts", "ServiceAccount", true, []string{"sa"}},
	{"", "v1", "services", "Service", true, []string{"svc"}},
	{"apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false, []string{"crd"}},
	{"apps", "v1", "daemonsets", "DaemonSet", true, []string{"ds"}},
	{"apps", "v1", "deployments", "Deployment", true, []string{"deploy"}},
	{"apps", "v1", "replicasets", "ReplicaSet", true, []string{"rs"}},
	{"apps", "v1", "statefulsets", "StatefulSet", true, []string{"sts"}},
	{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true, []string{"hpa"}},
	{"batch", "v1", "cronjobs", "CronJob", true, []string{"cj"}},
	{"batch", "v1", "jobs", "Job", true, nil},
	{"coordination.k8s.io", "v1", "leases", "Lease", true, nil},
	{"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", true, nil},
	{"events.k8s.io", "v1", "events", "Event", true, []string{"ev"}},
	{"networking.k8s.io", "v1", "ingresses", "Ingress", true, []string{"ing"}},
}

func (r resource) apiVersion() string {
	if r.group == "" {
		return r.version
	}
	return r.group + "/" + r.version
}

// id is the name that no other resource has, as kubectl spells it:
// deployments.apps, but pods.
func (r resource) id() string {
	if r.group == "" {
		return r.plural
	}
	return r.plural + "." + r.group
}

func findResource(group, version, plural string) (resource, bool) {
	i := slices.IndexFunc(resources[:], func(r resource) bool {
		return r.group == group && r.version == version && r.plural == plural
	})
	if i < 0 {
		return resource{}, false
	}
	return resources[i], true
}

// inGroup returns the resources of one group version; none means that there is
// no such group version.
func inGroup(group, version string) []resource {
	var found []resource
	for _, r := range resources {
		if r.group == group && r.version == version {
			found = append(found, r)
		}
	}
	return found
}

// groups returns one resource of every group, in order, for its group and
// version. The core group, which has no name, is left out.
func groups() []resource {
	var found []resource
	for _, r := range resources {
		if r.group != "" && (len(found) == 0 || found[len(found)-1].group != r.group) {
			found = append(found, r)
		}
	}
	return found
}

package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// cluster is the objects of each kind, under resource.id, sorted by namespace
// and name. It is only read once it is made.
type cluster map[string][]object

// add gives each object its kind and id, which need the kind's row, and keeps it.
func (c cluster) add(id string, objects ...object) {
	i := slices.IndexFunc(resources[:], func(r resource) bool { return r.id() == id })
	for _, o := range objects {
		o["kind"], o["apiVersion"] = resources[i].kind, resources[i].apiVersion()
		namespace, name := lookup(o, "metadata.namespace"), lookup(o, "metadata.name")
		o["metadata"].(object)["uid"] = uid(resources[i].kind, namespace, name)
	}
	c[id] = append(c[id], objects...)
}

func (c cluster) sort() {
	for _, objects := range c {
		slices.SortFunc(objects, func(a, b object) int {
			return strings.Compare(key(a), key(b))
		})
	}
}

func key(o object) string {
	return lookup(o, "metadata.namespace") + "/" + lookup(o, "metadata.name")
}

// get returns the object with that name, whose namespace is "" when its kind
// has none.
func (c cluster) get(res resource, namespace, name string) (object, bool) {
	objects := c[res.id()]
	i := slices.IndexFunc(objects, func(o object) bool { return key(o) == namespace+"/"+name })
	if i < 0 {
		return nil, false
	}
	return objects[i], true
}

// list returns the objects of a kind that both selectors let through, in one
// namespace or, when it is "", in all.
func (c cluster) list(res resource, namespace string, labels, fields selector) []object {
	found := []object{} // never nil: an empty list is [] in JSON
	for _, o := range c[res.id()] {
		if namespace != "" && lookup(o, "metadata.namespace") != namespace {
			continue
		}
		own, _ := o["metadata"].(object)["labels"].(object)
		isLabel := func(name string) (string, bool) { value, ok := own[name].(string); return value, ok }
		isField := func(path string) (string, bool) { return lookup(o, path), true }
		if labels.matches(isLabel) && fields.matches(isField) {
			found = append(found, o)
		}
	}
	return found
}

// lookup returns the text at a dotted path, or "" when there is none.
func lookup(o object, path string) string {
	var value any = o
	for name := range strings.SplitSeq(path, ".") {
		inner, ok := value.(object)
		if !ok {
			return ""
		}
		value = inner[name]
	}
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

// age formats d as kubectl does when one unit is enough.
func age(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	default:
		return fmt.Sprintf("%dd", int(d.Hours())/24)
	}
}

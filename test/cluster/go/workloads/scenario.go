// Package workloads plays scenarios of Deployments, StatefulSets, DaemonSets and Services with the real controllers, and writes down what happened.
package workloads

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"

	"pod-cadence.dev/cluster/script"
)

// Scenario is one document of a scenario file. It has a namespace of its own, in which its objects have their own names.
type Scenario struct {
	Name    string           `json:"name"`
	About   string           `json:"about,omitempty"`
	For     Duration         `json:"for"`
	Nodes   int              `json:"nodes,omitempty"` // the pods of the scenario go to this many nodes, in turns; default: 1
	Objects []map[string]any `json:"objects"`         // manifests without namespace; containers may have `does: SCRIPT`
	Actions []Action         `json:"actions,omitempty"`
}

// Action is something done from outside, timed from the creation of the objects.
type Action struct {
	At     Duration `json:"at"`
	Patch  *Change  `json:"patch,omitempty"`  // merge patch; containers may have `does`
	Delete *Object  `json:"delete,omitempty"` // an object
	Evict  *Object  `json:"evict,omitempty"`  // a pod, tried again every 5 s as kubectl drain does
	Drain  *int     `json:"drain,omitempty"`  // cordons the scenario's n-th node and evicts all of its pods (kubectl drain)
}

// Object names one object; of a Pod, `nth` in order of creation among those that are alive, if there is no name.
type Object struct {
	Kind               string `json:"kind"`
	Name               string `json:"name,omitempty"`
	Nth                int    `json:"nth,omitempty"`
	GracePeriodSeconds *int64 `json:"gracePeriodSeconds,omitempty"`
}

// Change is a JSON merge patch of one object.
type Change struct {
	Kind string         `json:"kind"`
	Name string         `json:"name"`
	With map[string]any `json:"with"`
}

var resources = map[string]schema.GroupVersionResource{
	"Pod":                 {Version: "v1", Resource: "pods"},
	"Service":             {Version: "v1", Resource: "services"},
	"Deployment":          {Group: "apps", Version: "v1", Resource: "deployments"},
	"ReplicaSet":          {Group: "apps", Version: "v1", Resource: "replicasets"},
	"StatefulSet":         {Group: "apps", Version: "v1", Resource: "statefulsets"},
	"DaemonSet":           {Group: "apps", Version: "v1", Resource: "daemonsets"},
	"Job":                 {Group: "batch", Version: "v1", Resource: "jobs"},
	"EndpointSlice":       {Group: "discovery.k8s.io", Version: "v1", Resource: "endpointslices"},
	"PodDisruptionBudget": {Group: "policy", Version: "v1", Resource: "poddisruptionbudgets"},
	"Event":               {Version: "v1", Resource: "events"},
}

func readScenarios(files []string) ([]Scenario, error) {
	var all []Scenario
	seen := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
		for {
			doc, err := documents.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			if strings.TrimSpace(string(doc)) == "" {
				continue
			}
			var s Scenario
			if err := yaml.UnmarshalStrict(doc, &s); err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
			if s.Name == "" || seen[s.Name] {
				return nil, fmt.Errorf("%s: scenario name %q is empty or used twice", f, s.Name)
			}
			seen[s.Name] = true
			s.Nodes = max(s.Nodes, 1)
			for _, o := range s.Objects {
				if _, ok := resources[fmt.Sprint(o["kind"])]; !ok {
					return nil, fmt.Errorf("%s: %s: kind %v", f, s.Name, o["kind"])
				}
				if _, err := complete(o); err != nil {
					return nil, fmt.Errorf("%s: %s: %w", f, s.Name, err)
				}
			}
			all = append(all, s)
		}
	}
	return all, nil
}

// complete makes an object to send: `does` of a container becomes its args, whatever the object.
func complete(object map[string]any) (*unstructured.Unstructured, error) {
	text, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	var copied map[string]any
	if err := json.Unmarshal(text, &copied); err != nil {
		return nil, err
	}
	if err := translate(copied); err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: copied}, nil
}

func translate(value any) error {
	switch v := value.(type) {
	case map[string]any:
		if spec, ok := v["containers"].([]any); ok && len(spec) > 0 {
			v["automountServiceAccountToken"], v["enableServiceLinks"] = false, false
		}
		for key, child := range v {
			if key == "containers" || key == "initContainers" {
				for _, item := range child.([]any) {
					c := item.(map[string]any)
					does, _ := c["does"].(string)
					delete(c, "does")
					if _, err := script.Parse(does); err != nil {
						return err
					}
					if does != "" {
						c["args"] = []any{does}
					}
					if c["image"] == nil {
						c["image"] = "scripted/app:1"
					}
				}
			}
			if err := translate(child); err != nil {
				return err
			}
		}
	case []any:
		for _, child := range v {
			if err := translate(child); err != nil {
				return err
			}
		}
	}
	return nil
}

// A moment at which something was seen or done.
type stamped struct {
	at   time.Time
	line map[string]any
}

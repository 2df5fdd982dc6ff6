// Reads objects, one JSON object a line, and writes the samples that kube-state-metrics exports for each, one JSON array a line.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	v1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kube-state-metrics/v2/internal/store"
)

type sample struct {
	Name   string            `json:"name"`
	Labels map[string]string `json:"labels"`
	Value  float64           `json:"value"`
}

func main() {
	families := store.Families()
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for lines.Scan() {
		var kind metav1.TypeMeta
		check(json.Unmarshal(lines.Bytes(), &kind))
		object := objectOf(kind.Kind)
		check(json.Unmarshal(lines.Bytes(), object))
		samples := []sample{}
		for _, family := range families[kind.Kind] {
			for _, each := range family.Generate(object).Metrics {
				labels := map[string]string{}
				for index, key := range each.LabelKeys {
					labels[key] = each.LabelValues[index]
				}
				samples = append(samples, sample{Name: family.Name, Labels: labels, Value: each.Value})
			}
		}
		check(encoder.Encode(samples))
	}
	check(lines.Err())
}

func objectOf(kind string) any {
	switch kind {
	case "Deployment":
		return &appsv1.Deployment{}
	case "StatefulSet":
		return &appsv1.StatefulSet{}
	case "DaemonSet":
		return &appsv1.DaemonSet{}
	case "Job":
		return &batchv1.Job{}
	case "PodDisruptionBudget":
		return &policyv1.PodDisruptionBudget{}
	case "Node":
		return &v1.Node{}
	}
	return &v1.Pod{}
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

package store

import generator "k8s.io/kube-state-metrics/v2/pkg/metric_generator"

// Families gives what the package keeps to itself.
func Families() map[string][]generator.FamilyGenerator {
	return map[string][]generator.FamilyGenerator{
		"Pod":                 podMetricFamilies(nil, nil),
		"Deployment":          deploymentMetricFamilies(nil, nil),
		"StatefulSet":         statefulSetMetricFamilies(nil, nil),
		"DaemonSet":           daemonSetMetricFamilies(nil, nil),
		"Job":                 jobMetricFamilies(nil, nil),
		"PodDisruptionBudget": podDisruptionBudgetMetricFamilies(nil, nil),
		"Node":                nodeMetricFamilies(nil, nil),
	}
}

// Prints what those who wait for a workload make of each object that it reads, one JSON object a line: see README.md.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/argoproj/argo-cd/gitops-engine/v3/pkg/health"
	"github.com/fluxcd/cli-utils/pkg/kstatus/status"
	"helm.sh/helm/v3/pkg/kube"
	appsv1 "k8s.io/api/apps/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/kubectl/pkg/polymorphichelpers"
)

type object struct {
	Object map[string]any `json:"object"`
	// Ready pods of the newest ReplicaSet of a Deployment; absent: there is none.
	Ready *int32 `json:"ready"`
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<20)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var asked object
		check(json.Unmarshal(in.Bytes(), &asked))
		// As a client of the API reads it: whole numbers are int64.
		written, err := json.Marshal(asked.Object)
		check(err)
		u := &unstructured.Unstructured{}
		check(u.UnmarshalJSON(written))
		answers := map[string]string{
			"helm-3":                 helm3(u, asked.Ready),
			"helm-4":                 helm4(u),
			"flux":                   kstatus(u),
			"argo-cd":                argo(u),
			"kubectl-rollout-status": rolloutStatus(u),
		}
		line, err := json.Marshal(answers)
		check(err)
		fmt.Fprintln(out, string(line))
	}
	check(in.Err())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func until(done bool) string {
	if done {
		return "returns"
	}
	return "waits"
}

// The ReadyChecker of install and upgrade.
func helm3(u *unstructured.Unstructured, ready *int32) string {
	typed, err := scheme.Scheme.New(u.GroupVersionKind())
	check(err)
	check(runtime.DefaultUnstructuredConverter.FromUnstructured(u.Object, typed))
	objects := []runtime.Object{typed}
	if deployment, ok := typed.(*appsv1.Deployment); ok && ready != nil {
		objects = append(objects, &appsv1.ReplicaSet{
			ObjectMeta: metav1.ObjectMeta{
				Name: "new", Namespace: u.GetNamespace(), Generation: 1, Labels: deployment.Spec.Selector.MatchLabels,
				OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(deployment, schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"})},
			},
			Spec:   appsv1.ReplicaSetSpec{Selector: deployment.Spec.Selector, Template: deployment.Spec.Template},
			Status: appsv1.ReplicaSetStatus{ObservedGeneration: 1, ReadyReplicas: *ready},
		})
	}
	checker := kube.NewReadyChecker(fake.NewClientset(objects...), nil, kube.PausedAsReady(true), kube.CheckJobs(false))
	done, err := checker.IsReady(context.Background(), &resource.Info{Name: u.GetName(), Namespace: u.GetNamespace(), Object: typed})
	check(err)
	return until(done)
}

// statusWaiter.wait of Helm 4 leaves out Deployments that are paused, and asks kstatus about the rest.
func helm4(u *unstructured.Unstructured) string {
	if paused, _, _ := unstructured.NestedBool(u.Object, "spec", "paused"); paused && u.GetKind() == "Deployment" {
		return "returns"
	}
	return kstatus(u)
}

func kstatus(u *unstructured.Unstructured) string {
	result, err := status.Compute(u)
	check(err)
	if result.Status == status.FailedStatus {
		return "fails"
	}
	return until(result.Status == status.CurrentStatus)
}

func argo(u *unstructured.Unstructured) string {
	result, err := health.GetResourceHealth(u, nil)
	check(err)
	if result.Status == health.HealthStatusDegraded {
		return "fails"
	}
	return until(result.Status == health.HealthStatusHealthy)
}

func rolloutStatus(u *unstructured.Unstructured) string {
	viewer, err := polymorphichelpers.StatusViewerFor(u.GroupVersionKind().GroupKind())
	check(err)
	_, done, err := viewer.Status(u, 0)
	if err != nil {
		return "fails"
	}
	return until(done)
}

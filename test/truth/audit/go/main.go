// Writes audit events as the API server's log backend does, with the status patches that a kubelet computes. Reads a request a line.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"time"

	authnv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	auditv1 "k8s.io/apiserver/pkg/apis/audit/v1"
)

type request struct {
	Level       string          `json:"level"`
	Verb        string          `json:"verb"`
	Subresource string          `json:"subresource"`
	User        string          `json:"user"`
	AtMs        int64           `json:"atMs"`
	Code        int32           `json:"code"`
	Body        json.RawMessage `json:"body"`
	// Old and Pod: what a kubelet saw before and after; their patch is the body.
	Old *corev1.Pod `json:"old"`
	Pod *corev1.Pod `json:"pod"`
}

// Models pkg/util/pod preparePatchBytesForPodStatus (v1.37.1)
func patch(old, pod *corev1.Pod) []byte {
	before, err := json.Marshal(corev1.Pod{Status: old.Status})
	check(err)
	after, err := json.Marshal(corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: pod.UID}, Status: pod.Status})
	check(err)
	bytes, err := strategicpatch.CreateTwoWayMergePatch(before, after, corev1.Pod{})
	check(err)
	return bytes
}

func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for n := 0; in.Scan(); n++ {
		var r request
		check(json.Unmarshal(in.Bytes(), &r))
		name, namespace := r.Pod.Name, r.Pod.Namespace
		uri := fmt.Sprintf("/api/v1/namespaces/%s/pods/%s", namespace, name)
		if r.Subresource != "" {
			uri += "/" + r.Subresource
		}
		at := time.UnixMilli(r.AtMs).UTC()
		e := auditv1.Event{
			TypeMeta:   metav1.TypeMeta{Kind: "Event", APIVersion: "audit.k8s.io/v1"},
			Level:      auditv1.Level(r.Level),
			AuditID:    types.UID(fmt.Sprintf("00000000-0000-4000-8000-%012d", n)),
			Stage:      auditv1.StageResponseComplete,
			RequestURI: uri,
			Verb:       r.Verb,
			User:       authnv1.UserInfo{Username: r.User, Groups: []string{"system:authenticated"}},
			SourceIPs:  []string{"10.0.0.9"},
			UserAgent:  "kubelet/v1.37.1 (linux/amd64) kubernetes/0000000",
			ObjectRef: &auditv1.ObjectReference{
				Resource: "pods", Namespace: namespace, Name: name, APIVersion: "v1", Subresource: r.Subresource,
			},
			ResponseStatus:           &metav1.Status{Code: r.Code},
			RequestReceivedTimestamp: metav1.NewMicroTime(at.Add(-3 * time.Millisecond)),
			StageTimestamp:           metav1.NewMicroTime(at),
			Annotations:              map[string]string{"authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": ""},
		}
		if r.Level != "Metadata" {
			body := []byte(r.Body)
			if r.Old != nil {
				body = patch(r.Old, r.Pod)
			}
			if len(body) > 0 {
				e.RequestObject = &runtime.Unknown{Raw: body, ContentType: runtime.ContentTypeJSON}
			}
		}
		if r.Level == "RequestResponse" && r.Code < 300 {
			r.Pod.TypeMeta = metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"}
			raw, err := json.Marshal(r.Pod)
			check(err)
			e.ResponseObject = &runtime.Unknown{Raw: raw, ContentType: runtime.ContentTypeJSON}
		}
		line, err := json.Marshal(e)
		check(err)
		out.Write(line)
		out.WriteByte('\n')
	}
	check(in.Err())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

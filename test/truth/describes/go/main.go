// Prints kubectl's own description of each pod read from standard input: {"pod":…, "events":[…]} a line; answers separated by a form feed.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/kubectl/pkg/describe"
)

type input struct {
	Pod    corev1.Pod     `json:"pod"`
	Events []corev1.Event `json:"events"`
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	dec := json.NewDecoder(in)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for dec.More() {
		var i input
		if err := dec.Decode(&i); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		objs := []runtime.Object{&i.Pod}
		for k := range i.Events {
			i.Events[k].Name, i.Events[k].Namespace = fmt.Sprintf("e%d", k), i.Pod.Namespace
			objs = append(objs, &i.Events[k])
		}
		c := fake.NewSimpleClientset(objs...)
		d := describe.PodDescriber{Interface: c}
		s, err := d.Describe(i.Pod.Namespace, i.Pod.Name, describe.DescriberSettings{ShowEvents: true})
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Fprint(out, s, "\f")
		out.Flush()
	}
}

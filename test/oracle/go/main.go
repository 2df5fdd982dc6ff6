// Command validate says what the API server of one Kubernetes release says to manifests that are created or applied again, and its kubelet to its
// configuration: it runs the release's own decoding, defaulting, strategies, validation and warnings, in process.
//
// Input: one JSON object per line (type input). Output: one JSON object per line (type verdict), in the same order.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/klog/v2"
)

type file struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type input struct {
	ID     string          `json:"id"`
	Mode   string          `json:"mode"` // manifest (default), update, kubelet, kubelet-dropin
	Text   string          `json:"text"`
	Before string          `json:"before,omitempty"` // update: the object as it was written before, as JSON; Text is JSON, too
	Gates  map[string]bool `json:"gates,omitempty"`
	Files  []file          `json:"files,omitempty"`  // kubelet-dropin: files of --config-dir; Text is --config
	Cgroup string          `json:"cgroup,omitempty"` // kubelet: "v1" or "v2" (default)
}

type fieldError struct {
	Field    string `json:"field,omitempty"`
	Type     string `json:"type,omitempty"`
	Detail   string `json:"detail,omitempty"`
	BadValue string `json:"badValue,omitempty"`
}

type document struct {
	Index      int          `json:"index"`
	Line       int          `json:"line,omitempty"`
	Item       []int        `json:"item,omitempty"`
	APIVersion string       `json:"apiVersion"`
	Kind       string       `json:"kind"`
	Name       string       `json:"name"`
	Accepted   *bool        `json:"accepted"`
	Strict     []string     `json:"strict"`
	Duplicates []string     `json:"duplicates,omitempty"` // equal YAML keys: reported by a server that is sent the YAML itself, not by kubectl
	Decode     *string      `json:"decode"`
	Errors     []fieldError `json:"errors"`
	Warnings   []string     `json:"warnings"`
	Stage      string       `json:"stage,omitempty"` // kubelet only: where the kubelet stops
	Later      []string     `json:"later,omitempty"` // kubelet only: accepted by validation, refused by a later start-up step
}

type verdict struct {
	ID        string     `json:"id"`
	GateError string     `json:"gateError,omitempty"`
	Documents []document `json:"documents"`
}

func boolPtr(b bool) *bool    { return &b }
func strPtr(s string) *string { return &s }
func newDocument(i int) document {
	return document{Index: i, Strict: []string{}, Errors: []fieldError{}, Warnings: []string{}}
}

var pristine = utilfeature.DefaultMutableFeatureGate

// freshGates puts a copy of the untouched gates in place of the global ones: every case starts from the defaults.
func freshGates() {
	gates := pristine.DeepCopy()
	utilfeature.DefaultMutableFeatureGate = gates
	utilfeature.DefaultFeatureGate = gates
}

func run(c input) (v verdict) {
	v = verdict{ID: c.ID, Documents: []document{}}
	freshGates()
	if len(c.Gates) > 0 {
		if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(c.Gates); err != nil {
			v.GateError = err.Error()
			return v
		}
	}
	if c.Mode == "kubelet" || c.Mode == "kubelet-dropin" {
		v.Documents = []document{kubelet(c)}
	} else if c.Mode == "update" {
		v.Documents = []document{update(c.Before, c.Text)}
	} else {
		v.Documents = manifest(c.Text)
	}
	return v
}

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for {
		line, err := in.ReadString('\n')
		if strings.TrimSpace(line) != "" {
			var c input
			if err := json.Unmarshal([]byte(line), &c); err != nil {
				fmt.Fprintln(os.Stderr, "bad case:", err)
				os.Exit(2)
			}
			if err := enc.Encode(run(c)); err != nil {
				panic(err)
			}
		}
		if err != nil {
			return
		}
	}
}

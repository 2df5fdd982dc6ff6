// Package record plays scenarios on a test cluster and writes down what happened, in real time.
package record

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"

	"pod-cadence.dev/cluster/controlplane"
	"pod-cadence.dev/cluster/files"
	"pod-cadence.dev/cluster/journal"
)

const (
	namespace     = "cadence"
	creationPause = 120 * time.Millisecond // between two pods, plus up to as much again
	settleTime    = 3 * time.Second        // for late journal lines
)

// Options are the flags of the recorder.
type Options struct {
	Cluster   controlplane.Cluster
	NodesFile string
	Files     []string
	Out       string
	WarmUp    time.Duration // between the start of the kubelets and the first pod
}

// Timeline is the file written for one scenario on one node.
type Timeline struct {
	Scenario             string            `json:"scenario"`
	About                string            `json:"about,omitempty"`
	Kubernetes           string            `json:"kubernetes"`
	Node                 string            `json:"node"`
	KubeletConfiguration map[string]any    `json:"kubeletConfiguration"`
	KubeletStops         []Stop            `json:"kubeletStops,omitempty"`
	Pod                  *v1.PodSpec       `json:"pod"`
	Script               map[string]string `json:"script"`
	Actions              []Action          `json:"actions,omitempty"`
	Seconds              float64           `json:"seconds"`
	Runs                 []Run             `json:"runs"`
}

// Run is one pod.
type Run struct {
	T0        time.Time `json:"t0"`        // the first sandbox became ready
	CreatedMs int64     `json:"createdMs"` // the create request was answered
	Entries   []Entry   `json:"entries"`
}

type subject struct {
	pod     string
	node    string
	created time.Time
	seen    []observed
}

type observed struct {
	at      time.Time
	pod     *v1.Pod
	deleted bool
}

type recorder struct {
	Options
	client  *kubernetes.Clientset
	nodes   map[string]Node
	version string

	mu       sync.Mutex
	subjects map[string]*subject
	journals map[string][]journal.Entry // by pod
	perNode  map[string][]journal.Entry // by node
}

// Play plays all scenarios at once.
func Play(ctx context.Context, o Options) error {
	scenarios, err := readScenarios(o.Files)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(o.NodesFile)
	if err != nil {
		return err
	}
	r := &recorder{Options: o, nodes: map[string]Node{}, subjects: map[string]*subject{}, journals: map[string][]journal.Entry{}, perNode: map[string][]journal.Entry{}}
	if err := yaml.UnmarshalStrict(text, &r.nodes); err != nil {
		return fmt.Errorf("%s: %w", o.NodesFile, err)
	}
	config, err := clientcmd.BuildConfigFromFlags("", o.Cluster.Kubeconfig())
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 500, 1000
	if r.client, err = kubernetes.NewForConfig(config); err != nil {
		return err
	}
	version, err := r.client.Discovery().ServerVersion()
	if err != nil {
		return err
	}
	r.version = version.GitVersion
	if err := os.MkdirAll(o.Out, 0o755); err != nil {
		return err
	}
	if err := r.startNodes(ctx, scenarios); err != nil {
		return err
	}
	if err := r.watch(ctx); err != nil {
		return err
	}
	return r.play(ctx, scenarios)
}

func (r *recorder) startNodes(ctx context.Context, scenarios []Scenario) error {
	used := map[string]bool{}
	for _, s := range scenarios {
		for _, n := range s.Nodes {
			if _, ok := r.nodes[n]; !ok {
				return fmt.Errorf("scenario %s: no node %q", s.Name, n)
			}
			used[n] = true
		}
	}
	for node := range used {
		config := map[string]any{"apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration"}
		for k, v := range r.nodes[node].Config {
			config[k] = v
		}
		text, err := yaml.Marshal(config)
		if err != nil {
			return err
		}
		for _, kubelet := range r.kubelets(node) {
			if err := os.WriteFile(r.configOf(kubelet), text, 0o644); err != nil {
				return err
			}
			if err := r.Cluster.StartNode(kubelet, r.configOf(kubelet)); err != nil {
				return err
			}
			go r.tail(ctx, kubelet)
		}
	}
	for node := range used {
		for _, kubelet := range r.kubelets(node) {
			if err := r.waitForNode(ctx, kubelet); err != nil {
				return err
			}
		}
	}
	// A probe worker of a kubelet that has just started waits for a random part of its period.
	sleep(ctx, r.WarmUp)
	for node := range used {
		for _, stop := range r.nodes[node].Stops {
			for _, kubelet := range r.kubelets(node) {
				go r.pause(ctx, kubelet, stop)
			}
		}
	}
	return nil
}

// kubelets are the names of the kubelets of a node of the file.
func (r *recorder) kubelets(node string) []string {
	n := r.nodes[node].Kubelets
	if n < 2 {
		return []string{node}
	}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("%s-%d", node, i))
	}
	return names
}

func (r *recorder) configOf(node string) string {
	return filepath.Join(r.Cluster.Dir, node+".config.yaml")
}

func (r *recorder) waitForNode(ctx context.Context, name string) error {
	for range 300 {
		node, err := r.client.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err == nil && slices.ContainsFunc(node.Status.Conditions, func(c v1.NodeCondition) bool {
			return c.Type == v1.NodeReady && c.Status == v1.ConditionTrue
		}) {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
	return fmt.Errorf("node %s did not become ready; see its log", name)
}

// pause stops the kubelet of a node and starts it again.
func (r *recorder) pause(ctx context.Context, name string, s Stop) {
	sleep(ctx, s.At.Duration)
	now := time.Now()
	if err := r.Cluster.Stop(kubeletOf(name)); err != nil {
		fmt.Fprintln(os.Stderr, "stop kubelet:", err)
	}
	r.mu.Lock()
	r.perNode[name] = append(r.perNode[name], journal.Entry{At: now.UnixMicro(), Kind: "node", Op: "kubelet-stopped"})
	r.mu.Unlock()
	sleep(ctx, s.For.Duration)
	if err := r.Cluster.StartAgain(kubeletOf(name)); err != nil {
		fmt.Fprintln(os.Stderr, "start kubelet:", err)
	}
}

func kubeletOf(node string) string { return node + "-kubelet" }

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// tail follows the journal of a node.
func (r *recorder) tail(ctx context.Context, node string) {
	var file *os.File
	for file == nil && ctx.Err() == nil {
		file, _ = os.Open(r.Cluster.JournalOf(node))
		sleep(ctx, 50*time.Millisecond)
	}
	defer file.Close()
	reader := bufio.NewReader(file)
	var partial []byte
	for ctx.Err() == nil {
		line, err := reader.ReadBytes('\n')
		partial = append(partial, line...)
		if err != nil {
			sleep(ctx, 200*time.Millisecond)
			continue
		}
		var e journal.Entry
		if json.Unmarshal(partial, &e) == nil {
			r.mu.Lock()
			if e.Kind == "node" {
				r.perNode[node] = append(r.perNode[node], e)
			} else if e.Namespace == namespace {
				r.journals[e.Pod] = append(r.journals[e.Pod], e)
			}
			r.mu.Unlock()
		}
		partial = nil
	}
}

func (r *recorder) watch(ctx context.Context) error {
	ns := &v1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
	if _, err := r.client.CoreV1().Namespaces().Create(ctx, ns, metav1.CreateOptions{}); err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	list, err := r.client.CoreV1().Pods(namespace).List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	version := list.ResourceVersion
	go func() {
		for ctx.Err() == nil {
			w, err := r.client.CoreV1().Pods(namespace).Watch(ctx, metav1.ListOptions{ResourceVersion: version})
			if err != nil {
				fmt.Fprintln(os.Stderr, "watch:", err)
				sleep(ctx, time.Second)
				continue
			}
			for e := range w.ResultChan() {
				now := time.Now()
				pod, ok := e.Object.(*v1.Pod)
				if !ok {
					continue
				}
				version = pod.ResourceVersion
				r.mu.Lock()
				if s := r.subjects[pod.Name]; s != nil {
					s.seen = append(s.seen, observed{now, pod, e.Type == watch.Deleted})
				}
				r.mu.Unlock()
			}
		}
	}()
	return nil
}

// play creates all pods, the longest scenarios first, and writes a timeline as soon as its pods are done.
func (r *recorder) play(ctx context.Context, scenarios []Scenario) error {
	slices.SortStableFunc(scenarios, func(a, b Scenario) int { return int(b.For.Duration - a.For.Duration) })
	var writers sync.WaitGroup
	var mu sync.Mutex
	var failures []error
	fail := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(os.Stderr, err)
		failures = append(failures, err)
	}
	created := 0
	for _, s := range scenarios {
		for _, node := range s.Nodes {
			var pods []string
			for i := range s.Repeat {
				name := fmt.Sprintf("%s-%s-%d", s.Name, node, i)
				kubelets := r.kubelets(node)
				created++
				if err := r.create(ctx, s, name, kubelets[created%len(kubelets)]); err != nil {
					fail(fmt.Errorf("%s: %w", name, err))
					continue
				}
				pods = append(pods, name)
				sleep(ctx, creationPause+rand.N(creationPause))
			}
			writers.Add(1)
			go func() {
				defer writers.Done()
				sleep(ctx, s.For.Duration+settleTime)
				err := r.write(s, node, pods)
				for _, p := range pods {
					now := int64(0)
					_ = r.client.CoreV1().Pods(namespace).Delete(context.Background(), p, metav1.DeleteOptions{GracePeriodSeconds: &now})
				}
				if err != nil {
					fail(fmt.Errorf("%s on %s: %w", s.Name, node, err))
				}
			}()
		}
	}
	writers.Wait()
	return errors.Join(failures...)
}

func (r *recorder) create(ctx context.Context, s Scenario, name, node string) error {
	pod, err := s.pod(name, node)
	if err != nil {
		return err
	}
	r.mu.Lock()
	r.subjects[name] = &subject{pod: name, node: node}
	r.mu.Unlock()
	if _, err = r.client.CoreV1().Pods(namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return err
	}
	now := time.Now()
	r.mu.Lock()
	r.subjects[name].created = now
	r.mu.Unlock()
	for _, a := range s.Actions {
		go r.act(ctx, name, a, now)
	}
	return nil
}

func (r *recorder) act(ctx context.Context, name string, a Action, from time.Time) {
	sleep(ctx, time.Until(from.Add(a.At.Duration)))
	e := journal.Entry{At: time.Now().UnixMicro(), Kind: "action", Pod: name, Namespace: namespace}
	var err error
	switch {
	case a.Delete != nil:
		e.Op = "delete"
		err = r.client.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: a.Delete.GracePeriodSeconds})
	case a.Patch != nil:
		e.Op = "patch"
		text, _ := json.Marshal(a.Patch)
		_, err = r.client.CoreV1().Pods(namespace).Patch(ctx, name, types.StrategicMergePatchType, text, metav1.PatchOptions{})
	}
	if err != nil {
		e.Message = err.Error()
	}
	r.mu.Lock()
	r.journals[name] = append(r.journals[name], e)
	r.mu.Unlock()
}

func (r *recorder) write(s Scenario, node string, pods []string) error {
	t := Timeline{Scenario: s.Name, About: s.About, Kubernetes: r.version, Node: node, KubeletConfiguration: r.nodes[node].Config,
		KubeletStops: r.nodes[node].Stops, Script: map[string]string{}, Actions: s.Actions, Seconds: s.For.Seconds()}
	manifest, err := s.pod("POD", node)
	if err != nil {
		return err
	}
	t.Pod = &manifest.Spec
	for _, c := range slices.Concat(manifest.Spec.InitContainers, manifest.Spec.Containers) {
		if len(c.Args) > 0 {
			t.Script[c.Name] = strings.Join(c.Args, ", then ")
		}
	}
	for _, name := range pods {
		r.mu.Lock()
		subject := *r.subjects[name]
		subject.seen = slices.Clone(subject.seen)
		lines := slices.Concat(r.journals[name], r.perNode[subject.node])
		delete(r.journals, name)
		delete(r.subjects, name)
		r.mu.Unlock()
		t.Runs = append(t.Runs, merge(subject, lines))
	}
	return writeTimeline(filepath.Join(r.Out, s.Name+"@"+node+".json"), t)
}

// writeTimeline writes one entry per line; big files are compressed.
func writeTimeline(path string, t Timeline) error {
	runs := t.Runs
	t.Runs = nil
	head, err := json.MarshalIndent(t, "", " ")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.Write(bytes.TrimSuffix(head, []byte("\"runs\": null\n}")))
	b.WriteString("\"runs\": [\n")
	for i, run := range runs {
		entries := run.Entries
		fmt.Fprintf(&b, "{\"t0\": %q, \"createdMs\": %d, \"entries\": [\n", run.T0.UTC().Format(time.RFC3339Nano), run.CreatedMs)
		for k, e := range entries {
			line, err := json.Marshal(e)
			if err != nil {
				return err
			}
			b.Write(line)
			if k < len(entries)-1 {
				b.WriteByte(',')
			}
			b.WriteByte('\n')
		}
		b.WriteString("]}")
		if i < len(runs)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString("]\n}\n")
	return files.Write(path, b.Bytes())
}

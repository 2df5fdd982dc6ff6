// Package controlplane starts and stops the processes of a test cluster on loopback. A directory holds everything:
// data, keys, kubeconfigs, logs, journals and the process ids.
package controlplane

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	v1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

// Cluster is a test cluster in a directory.
type Cluster struct{ Dir string }

// Options are what a user may choose about a new cluster.
type Options struct {
	Users        []string // who gets credentials, but no right, besides the administrator
	FeatureGates string   // of the API server, A=true,B=false
	Controllers  string   // names for kube-controller-manager; empty: none is started
}

// Everything that others than the components and the administrator ask is written down.
const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- {level: None, userGroups: ["system:masters"]}
- {level: None, users: ["system:apiserver", "system:anonymous"]}
- {level: Metadata}
`

func (c Cluster) path(parts ...string) string {
	return filepath.Join(append([]string{c.Dir}, parts...)...)
}

func (c Cluster) key(name string) string { return c.path("keys", name) }

// At opens the cluster in a directory.
func At(dir string) (Cluster, error) {
	if dir == "" {
		return Cluster{}, errors.New("no directory; use --dir")
	}
	path, err := filepath.Abs(dir)
	return Cluster{path}, err
}

// Kubeconfig is the path of the administrator's kubeconfig.
func (c Cluster) Kubeconfig() string { return c.path("kubeconfig") }

// JournalOf is where the runtime and the kubelet of a node write what happens.
func (c Cluster) JournalOf(node string) string { return c.path(node, "journal.jsonl") }

// Up starts etcd and kube-apiserver and waits until the API answers.
func (c Cluster) Up(ctx context.Context, o Options) error {
	ports, err := freePorts(3)
	if err != nil {
		return err
	}
	if err := c.writeKeys(); err != nil {
		return err
	}
	server := "https://127.0.0.1:" + ports[2]
	if err := c.writeUsers(server, o.Users); err != nil {
		return err
	}
	if err := os.WriteFile(c.path("audit-policy.yaml"), []byte(auditPolicy), 0o600); err != nil {
		return err
	}
	if err := c.startEtcd(ports[0], ports[1]); err != nil {
		return err
	}
	args := []string{"kube-apiserver", "--etcd-servers", "http://127.0.0.1:" + ports[0],
		"--bind-address", "127.0.0.1", "--advertise-address", "127.0.0.1", "--secure-port", ports[2],
		"--tls-cert-file", c.key("server.crt"), "--tls-private-key-file", c.key("server.key"),
		"--client-ca-file", c.key("ca.crt"), "--token-auth-file", c.key("tokens.csv"), "--authorization-mode", "RBAC",
		"--kubelet-client-certificate", c.key("kubelet-client.crt"), "--kubelet-client-key", c.key("kubelet-client.key"),
		"--kubelet-preferred-address-types", "InternalIP",
		"--audit-policy-file", c.path("audit-policy.yaml"), "--audit-log-path", c.path("audit.jsonl"),
		"--service-cluster-ip-range", "10.0.0.0/24", "--service-account-issuer", "https://kubernetes.default.svc",
		"--service-account-key-file", c.key("service-account.key"), "--service-account-signing-key-file", c.key("service-account.key"),
		"--disable-admission-plugins", "ServiceAccount", "--endpoint-reconciler-type", "none"}
	if o.FeatureGates != "" {
		args = append(args, "--feature-gates", o.FeatureGates)
	}
	if err := c.start("kube-apiserver", args...); err != nil {
		return err
	}
	if err := c.waitForAPI(ctx); err != nil {
		return err
	}
	if o.Controllers == "" {
		return nil
	}
	return c.start("kube-controller-manager", "kube-controller-manager", "--kubeconfig", c.Kubeconfig(), "--controllers", o.Controllers,
		"--leader-elect=false", "--secure-port", "0", "--use-service-account-credentials=false",
		"--service-account-private-key-file", c.key("service-account.key"))
}

func (c Cluster) startEtcd(clientPort, peerPort string) error {
	client, peer := "http://127.0.0.1:"+clientPort, "http://127.0.0.1:"+peerPort
	return c.start("etcd", "etcd", "--data-dir", c.path("etcd"), "--unsafe-no-fsync", "--log-level", "error",
		"--listen-client-urls", client, "--advertise-client-urls", client,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "default="+peer)
}

// StartNode starts the runtime and the kubelet of a node unless they are running.
func (c Cluster) StartNode(name, config string) error {
	if err := os.MkdirAll(c.path(name), 0o755); err != nil {
		return err
	}
	socket := c.path(name, "cri.sock")
	if !c.running(name + "-runtime") {
		if err := c.start(name+"-runtime", "scripted-runtime", "--socket", socket, "--journal", c.JournalOf(name)); err != nil {
			return err
		}
	}
	if err := c.waitFor(name+"-runtime", func() error {
		conn, err := net.Dial("unix", socket)
		if err != nil {
			return err
		}
		return conn.Close()
	}); err != nil {
		return err
	}
	if c.running(name + "-kubelet") {
		return nil
	}
	ports, err := freePorts(1)
	if err != nil {
		return err
	}
	return c.start(name+"-kubelet", "scripted-kubelet", "--node", name, "--config", config, "--kubeconfig", c.Kubeconfig(),
		"--socket", socket, "--root", c.path(name, "kubelet"), "--journal", c.JournalOf(name),
		"--port", ports[0], "--client-ca", c.key("ca.crt"))
}

// Client connects as administrator.
func (c Cluster) Client() (*kubernetes.Clientset, error) {
	config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig())
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(config)
}

func (c Cluster) waitForAPI(ctx context.Context) error {
	client, err := c.Client()
	if err != nil {
		return err
	}
	return c.waitFor("kube-apiserver", func() error {
		if _, err := client.Discovery().RESTClient().Get().AbsPath("/readyz").DoRaw(ctx); err != nil {
			return err
		}
		ns := &v1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
		_, err := client.CoreV1().Namespaces().Create(ctx, ns, metav1.CreateOptions{})
		if apierrors.IsAlreadyExists(err) {
			return nil
		}
		return err
	})
}

// asksMax bounds a wait by steps, not by the clock: on a busy machine each step takes longer. Idle, they take ten minutes.
const asksMax = 6000

// waitFor asks a process again and again until it is ready. A process that ended never will be.
func (c Cluster) waitFor(process string, ask func() error) error {
	var err error
	for range asksMax {
		if err = ask(); err == nil {
			return nil
		}
		if !c.running(process) {
			return fmt.Errorf("%s ended: %w; see %s", process, err, c.path(process+".log"))
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("%s did not become ready: %w; see %s", process, err, c.path(process+".log"))
}

func freePorts(n int) ([]string, error) {
	var ports []string
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		ports = append(ports, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))
	}
	return ports, nil
}

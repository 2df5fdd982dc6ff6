// Command cluster is a Kubernetes cluster for tests: the real API server and the real kubelet, with containers that follow
// scripts. One program holds all components, so one build makes everything.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"go.etcd.io/etcd/server/v3/etcdmain"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"

	"pod-cadence.dev/cluster/controlplane"
	"pod-cadence.dev/cluster/cri"
	"pod-cadence.dev/cluster/journal"
	"pod-cadence.dev/cluster/kubelet"
	"pod-cadence.dev/cluster/record"
	"pod-cadence.dev/cluster/workloads"
)

const usage = `usage: cluster COMMAND [flags]

  up      start etcd and kube-apiserver        --dir DIR [--users A,B] [--feature-gates A=true] [--controllers job-controller,...]
  node    start a node                         --dir DIR --name NAME --config KUBELET.yaml
  stop    kill one process                     --dir DIR --name kube-apiserver | NODE-kubelet | NODE-runtime
  start   start it again, as it was            --dir DIR --name NAME
  down    kill all processes of the cluster    --dir DIR
  record                                       --dir DIR --nodes NODES.yaml --out OUT SCENARIOS.yaml...
  record-workloads                             --dir DIR --out OUT SCENARIOS.yaml...

components (started by the commands above): etcd, kube-apiserver, kube-controller-manager, scripted-runtime, scripted-kubelet
`

// ownerVariable names the process that the cluster is for: its components end when that process is gone.
const ownerVariable = "CLUSTER_OWNER"

func main() {
	if len(os.Args) < 2 {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	run := runCommand
	if isComponent(os.Args[1]) {
		endWithOwner()
		run = runComponent
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

// A run of tests that is killed cannot clean up.
func endWithOwner() {
	owner, err := strconv.Atoi(os.Getenv(ownerVariable))
	if err != nil {
		return
	}
	go func() {
		for !errors.Is(syscall.Kill(owner, 0), syscall.ESRCH) {
			time.Sleep(time.Second)
		}
		os.Exit(0)
	}()
}

func isComponent(name string) bool {
	switch name {
	case "etcd", "kube-apiserver", "kube-controller-manager", "scripted-runtime", "scripted-kubelet":
		return true
	}
	return false
}

func runComponent(name string, args []string) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	flags := flag.NewFlagSet(name, flag.ExitOnError)
	switch name {
	case "etcd":
		etcdmain.Main(append([]string{"etcd"}, args...))
		return nil
	case "kube-apiserver":
		c := apiserver.NewAPIServerCommand()
		c.SetArgs(args)
		return c.Execute()
	case "kube-controller-manager":
		c := controllers.NewControllerManagerCommand()
		c.SetArgs(args)
		return c.Execute()
	case "scripted-runtime":
		socket := flags.String("socket", "", "Unix socket to listen on")
		log := flags.String("journal", "", "file to append to")
		_ = flags.Parse(args)
		j, err := journal.Open(*log)
		if err != nil {
			return err
		}
		failed := make(chan error, 1)
		go func() { failed <- cri.New(j).Serve(*socket) }()
		select {
		case err := <-failed:
			return err
		case <-ctx.Done():
			return nil
		}
	default:
		var o kubelet.Options
		flags.StringVar(&o.NodeName, "node", "", "name of the node")
		flags.StringVar(&o.Kubeconfig, "kubeconfig", "", "kubeconfig file")
		flags.StringVar(&o.ConfigFile, "config", "", "file with a KubeletConfiguration")
		flags.StringVar(&o.Socket, "socket", "", "Unix socket of the runtime")
		flags.StringVar(&o.RootDir, "root", "", "directory for the kubelet's files")
		flags.StringVar(&o.Journal, "journal", "", "file to append to")
		flags.StringVar(&o.ClientCA, "client-ca", "", "file with the CA of its HTTPS server's clients")
		port := flags.Int("port", 0, "port of its HTTPS server")
		_ = flags.Parse(args)
		o.Port = int32(*port)
		return kubelet.Run(ctx, o)
	}
}

func runCommand(command string, args []string) error {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer cancel()
	flags := flag.NewFlagSet(command, flag.ExitOnError)
	dir := flags.String("dir", "", "directory of the cluster")
	name := flags.String("name", "", "name of the node or process")
	config := flags.String("config", "", "file with a KubeletConfiguration")
	nodes := flags.String("nodes", "", "file that maps node names to kubelet configurations and stops")
	users := flags.String("users", "", "names of users without any right, for roles to name")
	var o controlplane.Options
	flags.StringVar(&o.FeatureGates, "feature-gates", "", "gates of the API server")
	flags.StringVar(&o.Controllers, "controllers", "", "controllers to run")
	var recorded workloads.Options
	flags.StringVar(&recorded.Out, "out", "", "directory for the recordings")
	flags.StringVar(&recorded.Only, "only", "", "regular expression: names of the scenarios to play")
	flags.StringVar(&recorded.Skip, "skip", "", "regular expression: names of the scenarios to leave out")
	flags.DurationVar(&recorded.WarmUp, "warm-up", 0, "pause between the start of the kubelets and the first object")
	flags.IntVar(&recorded.AtOnce, "at-once", 3, "scenarios that run at the same time")
	_ = flags.Parse(args)
	if *users != "" {
		o.Users = strings.Split(*users, ",")
	}
	c, err := controlplane.At(*dir)
	if err != nil {
		return err
	}
	switch command {
	case "up":
		began := time.Now()
		if err := c.Up(ctx, o); err != nil {
			return err
		}
		fmt.Printf("ready in %.1fs\nexport KUBECONFIG=%s\n", time.Since(began).Seconds(), c.Kubeconfig())
		return nil
	case "node":
		return c.StartNode(*name, *config)
	case "stop":
		return c.Stop(*name)
	case "start":
		return c.StartAgain(*name)
	case "down":
		return c.Down()
	case "record":
		return record.Play(ctx, record.Options{Cluster: c, NodesFile: *nodes, Files: flags.Args(), Out: recorded.Out, WarmUp: recorded.WarmUp})
	case "record-workloads":
		recorded.Cluster, recorded.Files, recorded.Gates = c, flags.Args(), o.FeatureGates
		return workloads.Play(ctx, recorded)
	}
	fmt.Fprint(os.Stderr, usage)
	return fmt.Errorf("unknown command %q", command)
}

// Package kubelet runs the real kubelet against a scripted runtime: everything that would touch the host (cgroups, mounts,
// cAdvisor) is a stub, everything that decides about containers (sync loop, probes, status, back-off) is the real code.
package kubelet

import (
	"context"
	"fmt"
	"net"
	"path/filepath"
	"time"

	noop "go.opentelemetry.io/otel/trace/noop"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/kubernetes"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/client-go/tools/record"
	"k8s.io/klog/v2"
	app "k8s.io/kubernetes/cmd/kubelet/app"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	real "k8s.io/kubernetes/pkg/kubelet"
	config "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	cadvisor "k8s.io/kubernetes/pkg/kubelet/cadvisor/testing"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
	"k8s.io/kubernetes/pkg/kubelet/util"
	utilfs "k8s.io/kubernetes/pkg/util/filesystem"
	"k8s.io/kubernetes/pkg/util/oom"
	"k8s.io/kubernetes/pkg/volume"
	"k8s.io/kubernetes/pkg/volume/configmap"
	"k8s.io/kubernetes/pkg/volume/emptydir"
	"k8s.io/kubernetes/pkg/volume/projected"
	"k8s.io/kubernetes/pkg/volume/secret"
	"k8s.io/kubernetes/pkg/volume/util/hostutil"
	"k8s.io/kubernetes/pkg/volume/util/subpath"
	"k8s.io/mount-utils"

	"pod-cadence.dev/cluster/journal"
)

// Options are the flags of the scripted kubelet.
type Options struct {
	NodeName   string
	Kubeconfig string
	ConfigFile string // a KubeletConfiguration
	Socket     string // of the scripted runtime
	RootDir    string
	Journal    string
	Port       int32  // of its HTTPS server
	ClientCA   string // who may ask that server
}

// Run starts the kubelet and blocks until the context ends.
func Run(ctx context.Context, o Options) error {
	flags := options.NewKubeletFlags()
	flags.HostnameOverride = o.NodeName
	flags.RootDirectory = o.RootDir
	flags.NodeIP = hostIP()
	cfg, err := load(ctx, o)
	if err != nil {
		return err
	}
	deps, err := dependencies(ctx, o, cfg)
	if err != nil {
		return err
	}
	if err := serve(ctx, o, flags, cfg, deps); err != nil {
		return err
	}
	if err := app.RunKubelet(ctx, &options.KubeletServer{KubeletFlags: *flags, KubeletConfiguration: *cfg}, deps); err != nil {
		return err
	}
	<-ctx.Done()
	return nil
}

// load reads the configuration file as the kubelet does, gates included, and then switches off what needs a host.
func load(ctx context.Context, o Options) (*config.KubeletConfiguration, error) {
	path, err := filepath.Abs(o.ConfigFile)
	if err != nil {
		return nil, err
	}
	loader, err := configfiles.NewFsLoader(&utilfs.DefaultFs{}, path)
	if err != nil {
		return nil, err
	}
	cfg, err := loader.Load(ctx)
	if err != nil {
		return nil, err
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(cfg.FeatureGates); err != nil {
		return nil, err
	}
	if len(cfg.ClusterDNS) == 0 {
		cfg.ClusterDNS = []string{"10.0.0.10"} // else every sync makes an event
	}
	if cfg.EvictionHard == nil {
		cfg.EvictionHard = map[string]string{}
	}
	cfg.CgroupsPerQOS = false
	cfg.EnforceNodeAllocatable = nil
	cfg.EnableServer = true
	cfg.Address = hostIP()
	cfg.Port = o.Port
	cfg.Authentication.X509.ClientCAFile = o.ClientCA
	cfg.ReadOnlyPort = 0
	cfg.HealthzPort = 0
	cfg.EnableControllerAttachDetach = false
	cfg.LocalStorageCapacityIsolation = false
	cfg.MakeIPTablesUtilChains = false
	cfg.ResolverConfig = ""
	cfg.PodLogsDir = filepath.Join(o.RootDir, "logs")
	cfg.ContainerRuntimeEndpoint = "unix://" + o.Socket
	cfg.MaxPods = 2000
	cfg.FailCgroupV1 = false
	cfg.VolumePluginDir = filepath.Join(o.RootDir, "plugins")
	if err := validation.ValidateKubeletConfiguration(cfg, utilfeature.DefaultFeatureGate); err != nil {
		return nil, fmt.Errorf("failed to validate kubelet configuration, error: %w, path: %s", err, path)
	}
	return cfg, nil
}

func dependencies(ctx context.Context, o Options, cfg *config.KubeletConfiguration) (*real.Dependencies, error) {
	rest, err := clientcmd.BuildConfigFromFlags("", o.Kubeconfig)
	if err != nil {
		return nil, err
	}
	rest.ContentType = cfg.ContentType
	rest.QPS, rest.Burst = float32(cfg.KubeAPIQPS), int(cfg.KubeAPIBurst)
	client, err := kubernetes.NewForConfig(rest)
	if err != nil {
		return nil, err
	}
	heartbeat := *rest
	heartbeat.QPS, heartbeat.Timeout = -1, cfg.NodeStatusUpdateFrequency.Duration
	heartbeatClient, err := kubernetes.NewForConfig(&heartbeat)
	if err != nil {
		return nil, err
	}
	// As in cmd/kubelet/app/server.go: events have a client, and a limit, of their own.
	events := *rest
	events.QPS, events.Burst = float32(cfg.EventRecordQPS), int(cfg.EventBurst)
	if cfg.EventRecordQPS == 0 {
		events.QPS = -1
	}
	eventClient, err := typedcore.NewForConfig(&events)
	if err != nil {
		return nil, err
	}
	runtimeService, imageService, err := connect(ctx, cfg.ContainerRuntimeEndpoint, 10*time.Minute)
	if err != nil {
		return nil, err
	}
	log, err := journal.Open(o.Journal)
	if err != nil {
		return nil, err
	}
	broadcaster := record.NewBroadcaster(record.WithContext(ctx))
	broadcaster.StartRecordingToSink(&typedcore.EventSinkImpl{Interface: eventClient.Events("")})
	recorder := broadcaster.NewRecorder(legacyscheme.Scheme, v1.EventSource{Component: "kubelet", Host: o.NodeName})
	log.Write(journal.Entry{Kind: "node", Op: "kubelet-started", Message: o.NodeName})
	return &real.Dependencies{
		KubeClient:                client,
		HeartbeatClient:           heartbeatClient,
		EventClient:               eventClient,
		RemoteRuntimeService:      runtimeService,
		RemoteImageService:        imageService,
		CAdvisorInterface:         &cadvisor.Fake{NodeName: o.NodeName},
		OSInterface:               hostFiles{},
		ContainerManager:          cm.NewStubContainerManager(),
		VolumePlugins:             volumePlugins(),
		OOMAdjuster:               oom.NewFakeOOMAdjuster(),
		Mounter:                   &mount.FakeMounter{},
		Subpather:                 &subpath.FakeSubpath{},
		HostUtil:                  hostutil.NewFakeHostUtil(nil),
		PodStartupLatencyTracker:  util.NewPodStartupLatencyTracker(),
		NodeStartupLatencyTracker: nodeStartupLatencyTracker(),
		TracerProvider:            noop.NewTracerProvider(),
		Recorder:                  journalRecorder{recorder, log},
	}, nil
}

func volumePlugins() []volume.VolumePlugin {
	var all []volume.VolumePlugin
	all = append(all, emptydir.ProbeVolumePlugins()...)
	all = append(all, secret.ProbeVolumePlugins()...)
	all = append(all, configmap.ProbeVolumePlugins()...)
	all = append(all, projected.ProbeVolumePlugins()...)
	return all
}

func hostIP() string {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	for _, a := range addresses {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil && ip.IP.IsGlobalUnicast() {
			return ip.IP.String()
		}
	}
	return ""
}

// journalRecorder writes every event down with its time before it goes the usual way, where it may be merged or dropped.
type journalRecorder struct {
	record.EventRecorderLogger
	journal *journal.Journal
}

func (r journalRecorder) WithLogger(logger klog.Logger) record.EventRecorderLogger {
	return journalRecorder{r.EventRecorderLogger.WithLogger(logger), r.journal}
}

func (r journalRecorder) Event(object runtime.Object, eventtype, reason, message string) {
	r.note(object, eventtype, reason, message)
	r.EventRecorderLogger.Event(object, eventtype, reason, message)
}

func (r journalRecorder) Eventf(object runtime.Object, eventtype, reason, format string, args ...interface{}) {
	r.note(object, eventtype, reason, fmt.Sprintf(format, args...))
	r.EventRecorderLogger.Eventf(object, eventtype, reason, format, args...)
}

func (r journalRecorder) AnnotatedEventf(object runtime.Object, annotations map[string]string, eventtype, reason, format string, args ...interface{}) {
	r.note(object, eventtype, reason, fmt.Sprintf(format, args...))
	r.EventRecorderLogger.AnnotatedEventf(object, annotations, eventtype, reason, format, args...)
}

func (r journalRecorder) note(object runtime.Object, eventtype, reason, message string) {
	e := journal.Entry{Kind: "event", Type: eventtype, Reason: reason, Message: message}
	switch o := object.(type) {
	case *v1.Pod:
		e.Namespace, e.Pod = o.Namespace, o.Name
	case *v1.ObjectReference:
		if o.Kind != "Pod" {
			return
		}
		e.Namespace, e.Pod, e.Container = o.Namespace, o.Name, containerOf(o.FieldPath)
	default:
		return
	}
	r.journal.Write(e)
}

// containerOf takes the name out of `spec.containers{app}`.
func containerOf(fieldPath string) string {
	for i := range fieldPath {
		if fieldPath[i] == '{' && fieldPath[len(fieldPath)-1] == '}' {
			return fieldPath[i+1 : len(fieldPath)-1]
		}
	}
	return ""
}

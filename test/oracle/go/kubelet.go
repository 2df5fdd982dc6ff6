//go:build kubelet

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"sync"
	_ "unsafe" // for go:linkname

	"github.com/opencontainers/cgroups"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
	logsapi "k8s.io/component-base/logs/api/v1"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/kubernetes/cmd/kubelet/app" // registers every gate the kubelet knows
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
	kubeletscheme "k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
	kubeletvalidation "k8s.io/kubernetes/pkg/kubelet/apis/config/validation"
	"k8s.io/kubernetes/pkg/kubelet/cm"
	"k8s.io/kubernetes/pkg/kubelet/cm/cpumanager"
	"k8s.io/kubernetes/pkg/kubelet/cm/topologymanager"
	"k8s.io/kubernetes/pkg/kubelet/eviction"
	"k8s.io/kubernetes/pkg/kubelet/kubeletconfig/configfiles"
	utilfs "k8s.io/kubernetes/pkg/util/filesystem"
	"sigs.k8s.io/yaml"
)

const configPath = "/etc/kubelet/config.yaml"

//go:linkname parseResourceList k8s.io/kubernetes/cmd/kubelet/app.parseResourceList
func parseResourceList(m map[string]string) (v1.ResourceList, error)

//go:linkname mergeDropInConfigurations k8s.io/kubernetes/cmd/kubelet/app.mergeKubeletConfigurations
func mergeDropInConfigurations(*kubeletconfig.KubeletConfiguration, string) ([]string, error)

//go:linkname parseMaxSize k8s.io/kubernetes/pkg/kubelet/logs.parseMaxSize
func parseMaxSize(size string) (int64, error)

// The answer of the real code about the host is fixed, so that verdicts do not depend on the machine.
//
//go:linkname isUnified github.com/opencontainers/cgroups.isUnified
var isUnified bool

var cgroupOnce sync.Once

func setCgroup(version string) {
	cgroupOnce.Do(func() { cgroups.IsCgroup2UnifiedMode() }) // spend the library's own once
	isUnified = version != "v1"
}

// textFS serves the case's text as the config file.
type textFS struct {
	utilfs.DefaultFs
	text string
}

func (f *textFS) ReadFile(string) ([]byte, error) { return []byte(f.text), nil }

func kubelet(c input) (d document) {
	d = newDocument(0)
	stop := func(stage string, err error) document {
		d.Accepted, d.Stage = boolPtr(false), stage
		switch stage {
		case "decode", "dropin", "panic":
			d.Decode = strPtr(err.Error())
		default:
			d.Errors = messages(err)
		}
		return d
	}
	defer func() {
		if p := recover(); p != nil {
			d = stop("panic", errors.New(sortedGateErrors(fmt.Sprint(p))))
		}
	}()
	setCgroup(c.Cgroup)
	var typeMeta struct {
		APIVersion string `json:"apiVersion"`
		Kind       string `json:"kind"`
	}
	_ = yaml.Unmarshal([]byte(c.Text), &typeMeta)
	d.APIVersion, d.Kind = typeMeta.APIVersion, typeMeta.Kind
	d.Strict = append(d.Strict, strictErrors(c.Text)...)
	loader, err := configfiles.NewFsLoader(&textFS{text: c.Text}, configPath)
	if err != nil {
		panic(err)
	}
	config, err := loader.Load(context.Background())
	if err != nil {
		return stop("decode", err)
	}
	if c.Mode == "kubelet-dropin" {
		if err := mergeDropins(config, c.Files); err != nil {
			return stop("dropin", err)
		}
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(config.FeatureGates); err != nil {
		return stop("gates", err)
	}
	if errs := logsapi.Validate(&config.Logging, utilfeature.DefaultFeatureGate, field.NewPath("logging")); len(errs) > 0 {
		return stop("logging", errs.ToAggregate())
	}
	if err := kubeletvalidation.ValidateKubeletConfiguration(config, utilfeature.DefaultFeatureGate); err != nil {
		return stop("validation", err)
	}
	d.Accepted = boolPtr(true)
	d.Later = later(config)
	return d
}

// strictErrors are what the strict decoder reports before the lenient one takes over.
func strictErrors(text string) (list []string) {
	defer func() { _ = recover() }() // defaulting panics on bad gates; the real loader shows it too
	_, strict, err := kubeletscheme.NewSchemeAndCodecs(serializer.EnableStrict)
	if err != nil {
		panic(err)
	}
	// Decode to the versioned object only: no defaulting, so no panic hides the strict errors.
	_, _, err = strict.UniversalDeserializer().Decode([]byte(text), nil, nil)
	if e, ok := runtime.AsStrictDecodingError(err); ok {
		for _, one := range e.Errors() {
			list = append(list, strings.TrimSpace(one.Error()))
		}
	}
	return list
}

func mergeDropins(config *kubeletconfig.KubeletConfiguration, files []file) error {
	dir, err := os.MkdirTemp("", "dropin")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	for _, f := range files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			panic(err)
		}
		if err := os.WriteFile(path, []byte(f.Text), 0o600); err != nil {
			panic(err)
		}
	}
	if _, err := mergeDropInConfigurations(config, dir); err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), dir, "/etc/kubelet/config.d"))
	}
	return nil
}

var gateError = regexp.MustCompile(`\w+ is enabled, but depends on features that are disabled: \[[^\]]*\]|cannot set feature gate \S+ to (?:true|false), feature is locked to (?:true|false)|unrecognized feature gate: [^,\]]*`)

// sortedGateErrors puts the gate errors of one text, whose order is random in the real code, into lexical order.
func sortedGateErrors(text string) string {
	list := gateError.FindAllString(text, -1)
	if len(list) < 2 {
		return text
	}
	prefix := text[:strings.Index(text, list[0])]
	sort.Strings(list)
	return prefix + strings.Join(list, ", ") + "]"
}

func messages(err error) []fieldError {
	var list []fieldError
	var aggregate utilerrors.Aggregate
	if errors.As(err, &aggregate) {
		for _, e := range aggregate.Errors() {
			list = append(list, messages(e)...)
		}
		sort.SliceStable(list, func(i, j int) bool { return list[i].Detail < list[j].Detail })
		return list
	}
	var fe *field.Error
	if errors.As(err, &fe) {
		e := fieldError{Field: fe.Field, Type: string(fe.Type), Detail: fe.Detail}
		rest := strings.TrimPrefix(strings.TrimPrefix(fe.ErrorBody(), fe.Type.String()), ": ")
		e.BadValue = strings.TrimSuffix(strings.TrimSuffix(rest, fe.Detail), ": ")
		return []fieldError{e}
	}
	return []fieldError{{Detail: err.Error()}}
}

// later runs the parsers of the start-up steps behind the validation, in the kubelet's order.
func later(config *kubeletconfig.KubeletConfiguration) []string {
	var list []string
	add := func(err error, format string) {
		if err != nil {
			list = append(list, fmt.Sprintf(format, err))
		}
	}
	_, err := cliflag.TLSCipherSuites(config.TLSCipherSuites)
	add(err, "%v")
	_, err = cliflag.TLSVersion(config.TLSMinVersion)
	add(err, "%v")
	// The next and the last three checks repeat switch statements that stand inside larger functions.
	switch config.Authorization.Mode {
	case kubeletconfig.KubeletAuthorizationModeAlwaysAllow, kubeletconfig.KubeletAuthorizationModeWebhook:
	default:
		list = append(list, fmt.Sprintf("unknown authorization mode %s", config.Authorization.Mode))
	}
	_, err = parseResourceList(config.KubeReserved)
	add(err, "--kube-reserved value failed to parse: %v")
	_, err = parseResourceList(config.SystemReserved)
	add(err, "--system-reserved value failed to parse: %v")
	_, err = cm.ParseQOSReserved(config.QOSReserved)
	add(err, "--qos-reserved value failed to parse: %v")
	names := make([]string, 0, len(config.TopologyManagerPolicyOptions))
	for name := range config.TopologyManagerPolicyOptions {
		names = append(names, name)
	}
	sort.Strings(names)
	if config.TopologyManagerPolicy != kubeletconfig.NoneTopologyManagerPolicy {
		for _, name := range names {
			add(topologymanager.CheckPolicyOptionAvailable(name), "%v")
		}
	}
	if config.CPUManagerPolicy == string(cpumanager.PolicyStatic) {
		_, err = cpumanager.NewStaticPolicyOptions(config.CPUManagerPolicyOptions)
		add(err, "%v")
	}
	switch config.CPUManagerPolicy {
	case "none", "static":
	default:
		list = append(list, fmt.Sprintf("unknown policy: %q", config.CPUManagerPolicy))
	}
	switch config.MemoryManagerPolicy {
	case "None", "Static":
	case "BestEffort":
		list = append(list, `policy "BestEffort" is not available for platform "linux"`)
	default:
		list = append(list, fmt.Sprintf("unknown policy: %q", config.MemoryManagerPolicy))
	}
	_, err = eviction.ParseThresholdConfig(config.EnforceNodeAllocatable, config.EvictionHard, config.EvictionSoft, config.EvictionSoftGracePeriod, config.EvictionMinimumReclaim)
	add(err, "%v")
	switch config.ConfigMapAndSecretChangeDetectionStrategy {
	case kubeletconfig.GetChangeDetectionStrategy, kubeletconfig.TTLCacheChangeDetectionStrategy, kubeletconfig.WatchChangeDetectionStrategy:
	default:
		list = append(list, fmt.Sprintf("unknown configmap and secret manager mode: %v", config.ConfigMapAndSecretChangeDetectionStrategy))
	}
	_, err = parseMaxSize(config.ContainerLogMaxSize)
	add(err, "failed to parse container log max size "+fmt.Sprintf("%q", config.ContainerLogMaxSize)+": %v")
	return list
}

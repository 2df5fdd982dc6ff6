package kubelet

import (
	"context"
	"path/filepath"

	"k8s.io/apimachinery/pkg/types"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/configz"
	external "k8s.io/kubelet/config/v1beta1"
	app "k8s.io/kubernetes/cmd/kubelet/app"
	"k8s.io/kubernetes/cmd/kubelet/app/options"
	real "k8s.io/kubernetes/pkg/kubelet"
	config "k8s.io/kubernetes/pkg/kubelet/apis/config"
	"k8s.io/kubernetes/pkg/kubelet/apis/config/scheme"
)

// serve gives the kubelet its HTTPS server with what its `run` adds to it: keys, rights, configz and the gates in the metrics.
func serve(ctx context.Context, o Options, flags *options.KubeletFlags, cfg *config.KubeletConfiguration, deps *real.Dependencies) error {
	flags.CertDirectory = filepath.Join(o.RootDir, "pki")
	tls, err := app.InitializeTLS(ctx, flags, cfg)
	if err != nil {
		return err
	}
	auth, reloadClientCA, err := app.BuildAuth(types.NodeName(o.NodeName), deps.KubeClient, *cfg)
	if err != nil {
		return err
	}
	reloadClientCA(ctx.Done())
	deps.TLSOptions, deps.Auth = tls, auth
	utilfeature.DefaultMutableFeatureGate.AddMetrics()
	return publish(cfg)
}

// publish answers `configz`.
func publish(cfg *config.KubeletConfiguration) error {
	known, _, err := scheme.NewSchemeAndCodecs()
	if err != nil {
		return err
	}
	shown := &external.KubeletConfiguration{}
	if err := known.Convert(cfg, shown, nil); err != nil {
		return err
	}
	shown.GetObjectKind().SetGroupVersionKind(external.SchemeGroupVersion.WithKind("KubeletConfiguration"))
	entry, err := configz.New("kubeletconfig")
	if err != nil {
		return err
	}
	return entry.Set(shown)
}

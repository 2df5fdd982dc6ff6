// Written by tools/generate-kubelet-fields.mjs. Every field of a KubeletConfiguration.
// The format of a line: kubelet-fields.ts.
export const fieldLines = `
apiVersion string {kubelet.config.k8s.io/v1beta1}
kind string {KubeletConfiguration}
enableServer bool* =true
staticPodPath string
podLogsDir string @30 ="/var/log/pods"
syncFrequency duration ="1m0s"
fileCheckFrequency duration ="20s"
httpCheckFrequency duration ="20s"
staticPodURL string
staticPodURLHeader map[string][]string
address string ="0.0.0.0"
port int32 [1..65535] =10250
readOnlyPort int32 [0..65535] =0
tlsCertFile string
tlsPrivateKeyFile string
tlsCipherSuites []string
tlsCurvePreferences []int32 @36
tlsMinVersion string {VersionTLS10,VersionTLS11,VersionTLS12,VersionTLS13}
rotateCertificates bool =false
serverTLSBootstrap bool ?RotateKubeletServerCertificate =false
clientCertificateKeyAlgorithm string* @38 :v1beta1.CertificateKeyAlgorithmType {ECDSA-P256,ECDSA-P384,RSA-2048,RSA-3072,RSA-4096,ML-DSA-44,ML-DSA-65,ML-DSA-87} ="ECDSA-P256"
serverCertificateKeyAlgorithm string* @38 :v1beta1.CertificateKeyAlgorithmType {ECDSA-P256,ECDSA-P384,RSA-2048,RSA-3072,RSA-4096,ML-DSA-44,ML-DSA-65,ML-DSA-87} ="ECDSA-P256"
authentication object :v1beta1.KubeletAuthentication
authentication.x509 object :v1beta1.KubeletX509Authentication
authentication.x509.clientCAFile string
authentication.webhook object :v1beta1.KubeletWebhookAuthentication
authentication.webhook.enabled bool* =true
authentication.webhook.cacheTTL duration ="2m0s"
authentication.anonymous object :v1beta1.KubeletAnonymousAuthentication
authentication.anonymous.enabled bool* =false
authorization object :v1beta1.KubeletAuthorization
authorization.mode string :v1beta1.KubeletAuthorizationMode {AlwaysAllow,Webhook} ="Webhook"
authorization.webhook object :v1beta1.KubeletWebhookAuthorization
authorization.webhook.cacheAuthorizedTTL duration ="5m0s"
authorization.webhook.cacheUnauthorizedTTL duration ="30s"
registryPullQPS int32* [0..] =5
registryBurst int32 [0..] =10
imagePullCredentialsVerificationPolicy string @33 ?KubeletEnsureSecretPulledImages :v1beta1.ImagePullCredentialsVerificationPolicy {NeverVerify,NeverVerifyPreloadedImages,NeverVerifyAllowlistedImages,AlwaysVerify} ="NeverVerifyPreloadedImages"
preloadedImagesVerificationAllowlist []string @33 ?KubeletEnsureSecretPulledImages
eventRecordQPS int32* [0..] =50
eventBurst int32 [0..] =100
enableDebuggingHandlers bool* =true
enableContentionProfiling bool =false
healthzPort int32* [0..65535] =10248
healthzBindAddress string ="127.0.0.1"
oomScoreAdj int32* [-1000..1000] =-999
clusterDomain string
clusterDNS []string
streamingConnectionIdleTimeout duration ="4h0m0s"
nodeStatusUpdateFrequency duration ="10s"
nodeStatusReportFrequency duration ="5m0s"
nodeLeaseDurationSeconds int32 [1..] =40
imageMinimumGCAge duration [0s..] ="2m0s"
imageMaximumGCAge duration @29 ?ImageMaximumGCAge
imageGCHighThresholdPercent int32* [0..100] =85
imageGCLowThresholdPercent int32* [0..100] =80
volumeStatsAggPeriod duration ="1m0s"
kubeletCgroups string
systemCgroups string
cgroupRoot string
cgroupsPerQOS bool* =true
cgroupDriver string {cgroupfs,systemd} ="cgroupfs"
cpuManagerPolicy string {none,static} ="none"
cpuManagerPolicyOptions map[string]string ?CPUManagerPolicyOptions
cpuManagerReconcilePeriod duration ="10s"
singleProcessOOMKill bool* @32
memoryManagerPolicy string {None,Static,BestEffort} ="None"
topologyManagerPolicy string {none,best-effort,restricted,single-numa-node} ="none"
topologyManagerScope string {container,pod} ="container"
topologyManagerPolicyOptions map[string]string ?TopologyManagerPolicyOptions
qosReserved map[string]string ?QOSReserved
runtimeRequestTimeout duration ="2m0s"
hairpinMode string {promiscuous-bridge,hairpin-veth,none} ="promiscuous-bridge"
maxPods int32 [0..] =110
podCIDR string
podPidsLimit int64* =-1
resolvConf string* ="/etc/resolv.conf"
runOnce bool =false
cpuCFSQuota bool* =true
cpuCFSQuotaPeriod duration* ?CustomCPUCFSQuotaPeriod [1ms..1s] ="100ms"
nodeStatusMaxImages int32* [-1..] =50
maxOpenFiles int64 [0..] =1000000
contentType string ="application/vnd.kubernetes.protobuf"
kubeAPIQPS int32* [0..] =50
kubeAPIBurst int32 [0..] =100
serializeImagePulls bool* =true
maxParallelImagePulls int32* [1..]
evictionHard map[string]string {memory.available,nodefs.available,nodefs.inodesFree,imagefs.available,imagefs.inodesFree,pid.available} ={"memory.available":"100Mi","nodefs.available":"10%","nodefs.inodesFree":"5%","imagefs.available":"15%","imagefs.inodesFree":"5%"}
evictionSoft map[string]string {memory.available,nodefs.available,nodefs.inodesFree,imagefs.available,imagefs.inodesFree,pid.available}
evictionSoftGracePeriod map[string]string {memory.available,nodefs.available,nodefs.inodesFree,imagefs.available,imagefs.inodesFree,pid.available}
evictionPressureTransitionPeriod duration ="5m0s"
evictionMaxPodGracePeriod int32 =0
evictionMinimumReclaim map[string]string {memory.available,nodefs.available,nodefs.inodesFree,imagefs.available,imagefs.inodesFree,pid.available}
mergeDefaultEvictionSettings bool* @33 =false
podsPerCore int32 [0..] =0
enableControllerAttachDetach bool* =true
protectKernelDefaults bool =false
makeIPTablesUtilChains bool* =true
iptablesMasqueradeBit int32* [0..31] =14
iptablesDropBit int32* [0..31] =15
featureGates map[string]bool
failSwapOn bool* =true
memorySwap object ?NodeSwap :v1beta1.MemorySwapConfiguration
memorySwap.swapBehavior string ?NodeSwap {NoSwap@30,LimitedSwap,UnlimitedSwap<30}
containerLogMaxSize string ="10Mi"
containerLogMaxFiles int32* [2..] =5
containerLogMaxWorkers int32* @30 [1..] =1
containerLogMonitorInterval duration* @30 [3s..] ="10s"
configMapAndSecretChangeDetectionStrategy string :v1beta1.ResourceChangeDetectionStrategy {Get,Cache,Watch} ="Watch"
systemReserved map[string]string {cpu,memory,ephemeral-storage,pid}
kubeReserved map[string]string {cpu,memory,ephemeral-storage,pid}
reservedSystemCPUs string
showHiddenMetricsForVersion string
systemReservedCgroup string
kubeReservedCgroup string
enforceNodeAllocatable []string {none,pods,system-reserved,kube-reserved,system-reserved-compressible@32,kube-reserved-compressible@32} =["pods"]
allowedUnsafeSysctls []string
defaultPodSysctls map[string]string @37 ?DefaultPodSysctls
volumePluginDir string ="/usr/libexec/kubernetes/kubelet-plugins/volume/exec/"
providerID string
kernelMemcgNotification bool =false
logging object :v1.LoggingConfiguration
logging.format string {text,json} ="text"
logging.flushFrequency duration|int ="5s"
logging.verbosity uint32 :v1.VerbosityLevel [0..2147483647] =0
logging.vmodule []object :v1.VModuleConfiguration
logging.vmodule[].filePattern string
logging.vmodule[].verbosity uint32 :v1.VerbosityLevel [0..2147483647]
logging.options object ?LoggingAlphaOptions :v1.FormatOptions
logging.options.text object @30 ?LoggingAlphaOptions :v1.TextOptions
logging.options.text.splitStream bool @30 ?LoggingAlphaOptions =false
logging.options.text.infoBufferSize quantity @30 ?LoggingAlphaOptions ="0"
logging.options.json object ?LoggingAlphaOptions :v1.JSONOptions
logging.options.json.splitStream bool ?LoggingAlphaOptions =false
logging.options.json.infoBufferSize quantity ?LoggingAlphaOptions ="0"
enableSystemLogHandler bool* =true
enableSystemLogQuery bool* ?NodeLogQuery =false
shutdownGracePeriod duration ?GracefulNodeShutdown
shutdownGracePeriodCriticalPods duration ?GracefulNodeShutdown
shutdownGracePeriodByPodPriority []object ?GracefulNodeShutdownBasedOnPodPriority :[]v1beta1.ShutdownGracePeriodByPodPriority
shutdownGracePeriodByPodPriority[].priority int32
shutdownGracePeriodByPodPriority[].shutdownGracePeriodSeconds int64
crashLoopBackOff object @32 ?KubeletCrashLoopBackOffMax :v1beta1.CrashLoopBackOffConfig
crashLoopBackOff.maxContainerRestartPeriod duration* @32 ?KubeletCrashLoopBackOffMax [1s..300s] ="5m0s"
reservedMemory []object :[]v1beta1.MemoryReservation
reservedMemory[].numaNode int32 [0..]
reservedMemory[].limits map[string]quantity :v1.ResourceList
enableProfilingHandler bool* =true
enableDebugFlagsHandler bool* =true
seccompDefault bool* =false
memoryThrottlingFactor float64* ?MemoryQoS <37=0.9
memoryReservationPolicy string @36 ?MemoryQoS :v1beta1.MemoryReservationPolicy {None,TieredReservation} ="None"
registerWithTaints []object :[]v1.Taint
registerWithTaints[].key string
registerWithTaints[].value string
registerWithTaints[].effect string :v1.TaintEffect {NoSchedule,PreferNoSchedule,NoExecute}
registerWithTaints[].timeAdded time*
registerNode bool* =true
tracing object* ?KubeletTracing :v1.TracingConfiguration
tracing.endpoint string*
tracing.samplingRatePerMillion int32* [0..1000000]
localStorageCapacityIsolation bool* =true
containerRuntimeEndpoint string ="unix:///run/containerd/containerd.sock"
imageServiceEndpoint string
failCgroupV1 bool* @31 <35=false =true
userNamespaces object* @33 ?UserNamespacesSupport :v1beta1.UserNamespaces
userNamespaces.idsPerPod int64* @33 [65536..4294967295] =65536
`;

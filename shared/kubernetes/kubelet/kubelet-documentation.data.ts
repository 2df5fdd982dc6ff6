// What each field of a KubeletConfiguration does, for people: `FIELD FLAG TEXT`.
export const documentationLines = `
apiVersion - Version of the schema. Must be \`kubelet.config.k8s.io/v1beta1\`.
kind - Kind of the object. Must be \`KubeletConfiguration\`.
enableServer --enable-server Runs the kubelet's authenticated HTTPS server.
staticPodPath --pod-manifest-path Directory of static pod manifests, or a single manifest file. Relative paths are relative to the directory of this configuration file.
podLogsDir - Root directory of pod logs. Must be an absolute, normalized path in ASCII.
syncFrequency --sync-frequency Maximum time between two syncs of a running pod with its desired state.
fileCheckFrequency --file-check-frequency Time between two reads of the static pod files.
httpCheckFrequency --http-check-frequency Time between two requests to staticPodURL.
staticPodURL --manifest-url URL from which the kubelet gets static pod manifests.
staticPodURLHeader --manifest-url-header HTTP headers of the requests to staticPodURL.
address --address IP address that the kubelet server listens on.
port --port Port that the kubelet server listens on.
readOnlyPort --read-only-port Port of the unauthenticated, read-only server. 0 disables the server.
tlsCertFile --tls-cert-file File with the serving certificate. If this field and tlsPrivateKeyFile are empty, the kubelet generates a self-signed certificate.
tlsPrivateKeyFile --tls-private-key-file File with the private key for tlsCertFile.
tlsCipherSuites --tls-cipher-suites Allowed TLS 1.2 cipher suites, by the names of Go's crypto/tls package.
tlsCurvePreferences - Allowed key exchange mechanisms, as Go CurveID numbers. The order does not matter.
tlsMinVersion --tls-min-version Minimum TLS version that the server accepts. If empty, TLS 1.2.
rotateCertificates --rotate-certificates Renews the client certificate through the certificates API.
serverTLSBootstrap --rotate-server-certificates Requests the serving certificate through the certificates API.
clientCertificateKeyAlgorithm - Key algorithm of client certificates that rotateCertificates requests. ML-DSA needs peers with TLS 1.3.
serverCertificateKeyAlgorithm - Key algorithm of serving certificates that serverTLSBootstrap requests; a change counts from the next renewal on. ML-DSA needs tlsMinVersion VersionTLS13.
authentication - How the kubelet server authenticates requests.
authentication.x509 - Authentication with client certificates.
authentication.x509.clientCAFile --client-ca-file File with the certificate authorities that sign accepted client certificates.
authentication.webhook - Authentication of bearer tokens with the TokenReview API.
authentication.webhook.enabled --authentication-token-webhook Accepts bearer tokens that the TokenReview API confirms.
authentication.webhook.cacheTTL --authentication-token-webhook-cache-ttl Time for which authentication results are cached.
authentication.anonymous - Requests without authentication.
authentication.anonymous.enabled --anonymous-auth Accepts requests that no other method authenticates, as the user \`system:anonymous\`. Without a configuration file, the flag defaults to true.
authorization - How the kubelet server authorizes requests.
authorization.mode --authorization-mode Authorization mode. Without a configuration file, the flag defaults to AlwaysAllow. A wrong value passes validation, but the server then fails with \`unknown authorization mode\`.
authorization.webhook - Settings of the SubjectAccessReview API.
authorization.webhook.cacheAuthorizedTTL --authorization-webhook-cache-authorized-ttl Time for which allowed requests are cached.
authorization.webhook.cacheUnauthorizedTTL --authorization-webhook-cache-unauthorized-ttl Time for which denied requests are cached.
registryPullQPS --registry-qps Maximum number of image pulls per second. 0 means no limit.
registryBurst --registry-burst Maximum burst of image pulls. registryPullQPS still applies on average.
imagePullCredentialsVerificationPolicy - When credentials are verified for images that are already on the node. The default applies only while the feature gate is enabled (by default from 1.35).
preloadedImagesVerificationAllowlist - Images that NeverVerifyAllowlistedImages does not verify. Without tag or digest; can end in \`/*\`.
eventRecordQPS --event-qps Maximum number of events that the kubelet creates per second. From 1.37, 0 means no limit; before, 0 meant the default of the client.
eventBurst --event-burst Maximum burst of events. eventRecordQPS still applies on average.
enableDebuggingHandlers --enable-debugging-handlers Serves logs, exec, attach, and port-forward.
enableContentionProfiling --contention-profiling Enables block profiling if the debugging handlers are enabled.
healthzPort --healthz-port Port of the local healthz endpoint. 0 disables it.
healthzBindAddress --healthz-bind-address IP address of the healthz endpoint.
oomScoreAdj --oom-score-adj oom_score_adj of the kubelet process.
clusterDomain --cluster-domain DNS domain of the cluster. The kubelet adds it to the search domains of pods.
clusterDNS --cluster-dns IP addresses of the DNS servers for pods.
streamingConnectionIdleTimeout --streaming-connection-idle-timeout Deprecated: has no effect. Was the idle timeout of streaming connections.
nodeStatusUpdateFrequency --node-status-update-frequency Time between two computations of the node status.
nodeStatusReportFrequency - Time between two reports of an unchanged node status. If omitted while nodeStatusUpdateFrequency is set, the value of nodeStatusUpdateFrequency.
nodeLeaseDurationSeconds - Duration of the node Lease. 0 is replaced by the default.
imageMinimumGCAge --minimum-image-ttl-duration Minimum age at which an unused image can be garbage-collected.
imageMaximumGCAge - Age at which an unused image is garbage-collected regardless of disk usage. 0s disables this limit. If set, must be greater than imageMinimumGCAge.
imageGCHighThresholdPercent --image-gc-high-threshold Disk usage at which image garbage collection starts.
imageGCLowThresholdPercent --image-gc-low-threshold Disk usage at which image garbage collection stops. Must be lower than imageGCHighThresholdPercent.
volumeStatsAggPeriod --volume-stats-agg-period Time between two calculations of the disk usage of volumes.
kubeletCgroups --kubelet-cgroups Cgroup that the kubelet runs in.
systemCgroups --system-cgroups Cgroup for the other processes of the system, without kernel processes. Requires cgroupRoot.
cgroupRoot --cgroup-root Root cgroup of pods.
cgroupsPerQOS --cgroups-per-qos Creates the cgroup hierarchy for the QoS classes. Required for every value of enforceNodeAllocatable except none.
cgroupDriver --cgroup-driver Driver that manages cgroups. If the container runtime reports its driver, that driver is used.
cpuManagerPolicy --cpu-manager-policy Policy of the CPU manager. A wrong value passes validation, but the kubelet then fails with \`unknown policy\`.
cpuManagerPolicyOptions --cpu-manager-policy-options Options of the static CPU manager policy: full-pcpus-only, distribute-cpus-across-numa, align-by-socket, distribute-cpus-across-cores, strict-cpu-reservation, and prefer-align-cpus-by-uncorecache.
cpuManagerReconcilePeriod --cpu-manager-reconcile-period Time between two reconciliations of the CPU manager.
singleProcessOOMKill - If true, the kernel OOM-kills a single process. If false, it OOM-kills all processes of the container (\`memory.oom.group\` of cgroup v2). If omitted, true on cgroup v1 and false on cgroup v2. Linux only; false is rejected on cgroup v1.
memoryManagerPolicy --memory-manager-policy Policy of the memory manager. Case-sensitive. BestEffort is available only on Windows; Static is not available there.
topologyManagerPolicy --topology-manager-policy Policy for aligning resources to NUMA nodes.
topologyManagerScope --topology-manager-scope Scope in which resources are aligned.
topologyManagerPolicyOptions --topology-manager-policy-options Options of the topology manager: prefer-closest-numa-nodes and max-allowable-numa-nodes.
qosReserved --qos-reserved Percentage of a resource that is reserved for Guaranteed pods. Only memory is supported.
runtimeRequestTimeout --runtime-request-timeout Timeout of requests to the container runtime, except for long-running ones such as pulls and logs.
hairpinMode --hairpin-mode How a pod reaches itself through its own Service.
maxPods --max-pods Maximum number of pods on the node.
podCIDR --pod-cidr IP address range of pods in standalone mode.
podPidsLimit --pod-max-pids Maximum number of processes per pod. -1 means the limit of the node. Negative values are treated as -1.
resolvConf --resolv-conf Resolver configuration file that the DNS settings of pods are based on. An empty string disables DNS lookups through the host.
runOnce --runonce Deprecated: must be false from 1.32. Ran the static pods once and exited.
cpuCFSQuota --cpu-cfs-quota Enforces CPU limits with CFS quotas.
cpuCFSQuotaPeriod --cpu-cfs-quota-period Period of the CFS quotas. Without the feature gate (stable from 1.36), only 100ms is accepted.
nodeStatusMaxImages --node-status-max-images Maximum number of images in the node status. -1 means no limit, 0 means none.
maxOpenFiles --max-open-files Maximum number of files that the kubelet process can open.
contentType --kube-api-content-type Content type of requests to the API server.
kubeAPIQPS --kube-api-qps Maximum number of requests to the API server per second.
kubeAPIBurst --kube-api-burst Maximum burst of requests to the API server.
serializeImagePulls --serialize-image-pulls Pulls one image at a time. If omitted while maxParallelImagePulls is 2 or more, false.
maxParallelImagePulls - Maximum number of parallel image pulls. If omitted, unlimited. Values above 1 require \`serializeImagePulls: false\`.
evictionHard --eviction-hard Hard eviction thresholds by signal, as quantities or percentages. If you set any threshold, the defaults of the others no longer apply, unless mergeDefaultEvictionSettings is true. Defaults on Windows: memory.available 500Mi, nodefs.available 10%, imagefs.available 15%. Thresholds for containerfs are ignored.
evictionSoft --eviction-soft Soft eviction thresholds by signal. Each requires an entry in evictionSoftGracePeriod.
evictionSoftGracePeriod --eviction-soft-grace-period Time that a soft eviction threshold must be exceeded before pods are evicted, by signal.
evictionPressureTransitionPeriod --eviction-pressure-transition-period Minimum time before a pressure condition of the node is cleared. 0s is replaced by the default.
evictionMaxPodGracePeriod --eviction-max-pod-grace-period Maximum grace period of pods in a soft eviction, in seconds.
evictionMinimumReclaim --eviction-minimum-reclaim Minimum amount of a resource to reclaim in an eviction, by signal.
mergeDefaultEvictionSettings - Keeps the defaults of evictionHard for signals that you do not set.
podsPerCore --pods-per-core Maximum number of pods per CPU core. 0 means no limit.
enableControllerAttachDetach --enable-controller-attach-detach Lets the attach/detach controller attach and detach volumes instead of the kubelet.
protectKernelDefaults --protect-kernel-defaults If true, the kubelet fails instead of changing kernel settings that differ from what it needs.
makeIPTablesUtilChains --make-iptables-util-chains Creates the KUBE-IPTABLES-HINT chain in iptables.
iptablesMasqueradeBit - Deprecated: has no effect.
iptablesDropBit - Deprecated: has no effect.
featureGates --feature-gates Feature gates of this kubelet.
failSwapOn --fail-swap-on If true, the kubelet does not start while swap is enabled.
memorySwap - Swap usage of containers.
memorySwap.swapBehavior - Swap policy. If empty, NoSwap. Up to 1.29 the values are LimitedSwap and UnlimitedSwap.
containerLogMaxSize --container-log-max-size Size at which a container log is rotated.
containerLogMaxFiles --container-log-max-files Maximum number of log files per container.
containerLogMaxWorkers - Maximum number of log rotations at the same time.
containerLogMonitorInterval - Time between two checks of log sizes.
configMapAndSecretChangeDetectionStrategy - How the kubelet detects changes to ConfigMaps and Secrets.
systemReserved --system-reserved Resources that are reserved for the operating system.
kubeReserved --kube-reserved Resources that are reserved for Kubernetes components.
reservedSystemCPUs --reserved-cpus CPUs that are reserved for the system. Cannot be combined with systemReservedCgroup and kubeReservedCgroup.
showHiddenMetricsForVersion - Previous minor version whose hidden metrics are exposed.
systemReservedCgroup --system-reserved-cgroup Cgroup on which systemReserved is enforced.
kubeReservedCgroup --kube-reserved-cgroup Cgroup on which kubeReserved is enforced.
enforceNodeAllocatable --enforce-node-allocatable Levels on which node allocatable is enforced. The -compressible values exist from 1.32 and cannot be combined with their counterparts. none cannot be combined with other values.
allowedUnsafeSysctls --allowed-unsafe-sysctls Unsafe sysctls that pods can set. Patterns can end in \`*\`.
defaultPodSysctls - Sysctls of every pod that does not set them itself. Must be namespaced sysctls. Linux only. Rejected while the feature gate is disabled.
volumePluginDir --volume-plugin-dir Directory of FlexVolume plugins.
providerID --provider-id ID of the node at the cloud provider.
kernelMemcgNotification --kernel-memcg-notification Uses kernel memory cgroup notifications for eviction thresholds.
logging - Logging settings of the kubelet.
logging.format --logging-format Format of log lines.
logging.flushFrequency --log-flush-frequency Maximum time between two flushes of the log. An integer is a number of nanoseconds.
logging.verbosity -v Log level. Higher values log more.
logging.vmodule --vmodule Log levels of single source files. Only for the text format.
logging.vmodule[].filePattern - File name or pattern without \`.go\`. Must not contain \`=\` or \`,\`.
logging.vmodule[].verbosity - Log level of the matching files.
logging.options - Options of the log formats.
logging.options.text - Options of the text format.
logging.options.text.splitStream - Writes errors to stderr and everything else to stdout.
logging.options.text.infoBufferSize - Buffer size of the info stream when streams are split.
logging.options.json - Options of the JSON format.
logging.options.json.splitStream - Writes errors to stderr and everything else to stdout.
logging.options.json.infoBufferSize - Buffer size of the info stream when streams are split.
enableSystemLogHandler - Serves system logs under \`/logs/\`.
enableSystemLogQuery - Enables node log queries under \`/logs/\`. Requires enableSystemLogHandler.
shutdownGracePeriod - Total time by which a node shutdown is delayed so that pods can terminate. 0s or at least 1s.
shutdownGracePeriodCriticalPods - Last part of shutdownGracePeriod that is reserved for critical pods. Cannot exceed shutdownGracePeriod.
shutdownGracePeriodByPodPriority - Shutdown grace periods by pod priority. Cannot be combined with shutdownGracePeriod and shutdownGracePeriodCriticalPods.
shutdownGracePeriodByPodPriority[].priority - Lowest pod priority that the entry applies to.
shutdownGracePeriodByPodPriority[].shutdownGracePeriodSeconds - Shutdown grace period in seconds.
crashLoopBackOff - Back-off between restarts of containers on this node.
crashLoopBackOff.maxContainerRestartPeriod - Maximum back-off before a container restarts, from 1s to 300s. A value below the initial back-off also lowers the initial back-off. The default applies only while the feature gate is enabled (by default from 1.35). While the gate is disabled, the field must be omitted.
reservedMemory --reserved-memory Memory that the memory manager reserves per NUMA node.
reservedMemory[].numaNode - Number of the NUMA node.
reservedMemory[].limits - Reserved amounts by resource: memory or hugepages-<size>. Cannot be 0.
enableProfilingHandler - Serves profiles under \`/debug/pprof/\`.
enableDebugFlagsHandler - Lets clients change the log level under \`/debug/flags/v\`.
seccompDefault --seccomp-default Uses RuntimeDefault as the default seccomp profile of all workloads.
memoryThrottlingFactor - Factor for calculating memory.high of cgroup v2. Greater than 0, at most 1. From 1.37, not set by default, and other values than 0.9 are rejected while the feature gate MemoryQoS is disabled.
memoryReservationPolicy - How memory requests are protected with cgroup v2.
registerWithTaints --register-with-taints Taints that the node has when it registers.
registerWithTaints[].key - Key of the taint.
registerWithTaints[].value - Value of the taint.
registerWithTaints[].effect - Effect on pods that do not tolerate the taint.
registerWithTaints[].timeAdded - Deprecated: must not be set.
registerNode --register-node Registers the node with the API server.
tracing - OpenTelemetry tracing.
tracing.endpoint - Address of the collector, with the scheme dns, unix, or unix-abstract.
tracing.samplingRatePerMillion - Number of samples per million spans.
localStorageCapacityIsolation --local-storage-capacity-isolation Enforces requests and limits of local ephemeral storage.
containerRuntimeEndpoint --container-runtime-endpoint Endpoint of the container runtime (CRI).
imageServiceEndpoint --image-service-endpoint Endpoint of the image service (CRI). If empty, containerRuntimeEndpoint.
failCgroupV1 --fail-cgroupv1 If true, the kubelet does not start on cgroup v1.
userNamespaces - Settings of user namespaces. Linux only.
userNamespaces.idsPerPod - Number of user IDs per pod. Must be a multiple of 65536 and less than 2^32.
`;

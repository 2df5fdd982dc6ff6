// Written by tools/generate-kubelet-fields.mjs. What each field of a KubeletConfiguration does, for people.
// The format of a line: kubelet-fields.ts.
export const documentationLines = `
apiVersion - Schema version; the only accepted value for this kind.
kind - Object kind.
enableServer --enable-server Run the authenticated kubelet HTTPS server.
staticPodPath --pod-manifest-path Directory of static pod manifests, or one manifest file. Relative paths resolve against the directory of the config file.
podLogsDir - Root directory for pod log files; absolute, normalised, ASCII only.
syncFrequency --sync-frequency Longest gap between two reconciliations of running containers with the desired state.
fileCheckFrequency --file-check-frequency How often static pod files are re-read.
httpCheckFrequency --http-check-frequency How often the static pod URL is polled.
staticPodURL --manifest-url URL to fetch static pod manifests from.
staticPodURLHeader --manifest-url-header HTTP headers sent when polling staticPodURL.
address --address IP address the kubelet server listens on.
port --port Port of the kubelet server.
readOnlyPort --read-only-port Unauthenticated read-only port; 0 turns it off.
tlsCertFile --tls-cert-file Serving certificate file; when it and tlsPrivateKeyFile are empty a self-signed pair is generated.
tlsPrivateKeyFile --tls-private-key-file Private key that belongs to tlsCertFile.
tlsCipherSuites --tls-cipher-suites Allowed TLS 1.2 cipher suites, by Go crypto/tls name.
tlsCurvePreferences - Allowed key exchange mechanisms as Go CurveID numbers; order is ignored.
tlsMinVersion --tls-min-version Lowest TLS version accepted by the server (empty means 1.2).
rotateCertificates --rotate-certificates Renew the client certificate through the certificates API.
serverTLSBootstrap --rotate-server-certificates Request the serving certificate through the certificates API.
authentication - How callers of the kubelet server are authenticated.
authentication.x509 - Client certificate authentication.
authentication.x509.clientCAFile --client-ca-file CA bundle that signs accepted client certificates.
authentication.webhook - Bearer token authentication through TokenReview.
authentication.webhook.enabled --authentication-token-webhook Accept bearer tokens checked with TokenReview.
authentication.webhook.cacheTTL --authentication-token-webhook-cache-ttl How long token review results are cached.
authentication.anonymous - Anonymous requests.
authentication.anonymous.enabled --anonymous-auth Accept requests that no other method authenticates as system:anonymous. The --anonymous-auth flag without a config file defaults to true; a config file defaults to false.
authorization - How requests to the kubelet server are authorised.
authorization.mode --authorization-mode Authorisation mode. Without a config file the flag default is AlwaysAllow. Not checked by config validation; a wrong value fails server start with: unknown authorization mode X
authorization.webhook - SubjectAccessReview settings.
authorization.webhook.cacheAuthorizedTTL --authorization-webhook-cache-authorized-ttl Cache time of positive answers.
authorization.webhook.cacheUnauthorizedTTL --authorization-webhook-cache-unauthorized-ttl Cache time of negative answers.
registryPullQPS --registry-qps Image pulls per second; 0 means unlimited.
registryBurst --registry-burst Burst of image pulls on top of registryPullQPS.
imagePullCredentialsVerificationPolicy - When credentials are checked again for images already on the node. The default is applied only while the gate is on (on by default from 1.35).
preloadedImagesVerificationAllowlist - Images exempt from the check under NeverVerifyAllowlistedImages; no tag or digest, optional trailing /*.
eventRecordQPS --event-qps Events created per second. 0 means unlimited. Up to 1.36 an explicit 0 was treated as the client default; from 1.37 it really is unlimited.
eventBurst --event-burst Burst of events on top of eventRecordQPS.
enableDebuggingHandlers --enable-debugging-handlers Serve logs, exec, attach and port-forward endpoints.
enableContentionProfiling --contention-profiling Block profiling, when debugging handlers are on.
healthzPort --healthz-port Port of the local healthz endpoint; 0 turns it off.
healthzBindAddress --healthz-bind-address Address of the healthz endpoint.
oomScoreAdj --oom-score-adj oom_score_adj of the kubelet process.
clusterDomain --cluster-domain DNS domain of the cluster, added to the search path of pods.
clusterDNS --cluster-dns DNS server addresses given to pods.
streamingConnectionIdleTimeout --streaming-connection-idle-timeout Deprecated: no effect. Idle limit of streaming connections; has no effect any more.
nodeStatusUpdateFrequency --node-status-update-frequency How often node status is computed.
nodeStatusReportFrequency - How often unchanged node status is posted. Defaults to nodeStatusUpdateFrequency when that field is set explicitly and this one is not.
nodeLeaseDurationSeconds - Duration written to the node Lease. 0 is replaced by the default, so only negative values reach the check.
imageMinimumGCAge --minimum-image-ttl-duration Youngest age at which an unused image may be removed.
imageMaximumGCAge - Age after which an unused image is removed regardless of disk use; 0s turns it off. Must be greater than imageMinimumGCAge when set.
imageGCHighThresholdPercent --image-gc-high-threshold Disk use that starts image garbage collection.
imageGCLowThresholdPercent --image-gc-low-threshold Disk use at which image garbage collection stops; must be below the high threshold.
volumeStatsAggPeriod --volume-stats-agg-period How often volume disk use is computed.
kubeletCgroups --kubelet-cgroups Cgroup in which the kubelet itself runs.
systemCgroups --system-cgroups Cgroup for other non-kernel processes; needs cgroupRoot.
cgroupRoot --cgroup-root Root cgroup for pods.
cgroupsPerQOS --cgroups-per-qos Create the QoS cgroup tree; needed for any enforceNodeAllocatable value other than none.
cgroupDriver --cgroup-driver Cgroup driver; overridden by the container runtime when it reports one.
cpuManagerPolicy --cpu-manager-policy CPU manager policy. Not checked by config validation; a wrong value fails later with: unknown policy: "X"
cpuManagerPolicyOptions --cpu-manager-policy-options Options of the static CPU manager policy. Known keys: full-pcpus-only, distribute-cpus-across-numa, align-by-socket, distribute-cpus-across-cores, strict-cpu-reservation, prefer-align-cpus-by-uncorecache.
cpuManagerReconcilePeriod --cpu-manager-reconcile-period CPU manager reconciliation period.
singleProcessOOMKill - true: an out-of-memory kill hits single processes; false: the whole container (cgroup v2 memory.oom.group). Unset: true on cgroup v1, false on cgroup v2. Linux only; false is rejected on cgroup v1.
memoryManagerPolicy --memory-manager-policy Memory manager policy. Case-sensitive. BestEffort is Windows only, Static is not available on Windows.
topologyManagerPolicy --topology-manager-policy NUMA alignment policy.
topologyManagerScope --topology-manager-scope Unit to which the alignment policy applies.
topologyManagerPolicyOptions --topology-manager-policy-options Options of the topology manager. Known keys: prefer-closest-numa-nodes, max-allowable-numa-nodes.
qosReserved --qos-reserved Share of a resource reserved for Guaranteed pods, as a percentage; only memory.
runtimeRequestTimeout --runtime-request-timeout Timeout of short runtime calls.
hairpinMode --hairpin-mode How hairpin traffic is set up.
maxPods --max-pods Largest number of pods on the node.
podCIDR --pod-cidr Pod address range in standalone mode.
podPidsLimit --pod-max-pids Process limit per pod; -1 uses the node limit. Any negative value becomes -1.
resolvConf --resolv-conf Resolver file used as the base of pod DNS; empty string disables host lookups.
runOnce --runonce Deprecated: must not be true from 1.32. Old run-once mode; must stay false from 1.32.
cpuCFSQuota --cpu-cfs-quota Enforce CPU limits with CFS quota.
cpuCFSQuotaPeriod --cpu-cfs-quota-period CFS quota period. Without the gate only 100ms is accepted. Gate is GA and on by default from 1.36.
nodeStatusMaxImages --node-status-max-images Images listed in node status; -1 unlimited, 0 none.
maxOpenFiles --max-open-files Open file limit of the kubelet process.
contentType --kube-api-content-type Content type of API requests.
kubeAPIQPS --kube-api-qps API requests per second.
kubeAPIBurst --kube-api-burst API request burst.
serializeImagePulls --serialize-image-pulls Pull one image at a time. Defaults to false when maxParallelImagePulls is 2 or more.
maxParallelImagePulls - Largest number of parallel pulls; unset means unlimited. More than 1 needs serializeImagePulls: false.
evictionHard --eviction-hard Hard eviction thresholds by signal (quantity or percentage). Setting any key drops the defaults of the others unless mergeDefaultEvictionSettings is true. Windows default: memory.available 500Mi, nodefs.available 10%, imagefs.available 15%. containerfs.* entries are ignored.
evictionSoft --eviction-soft Soft eviction thresholds; every key needs an entry in evictionSoftGracePeriod.
evictionSoftGracePeriod --eviction-soft-grace-period Grace period per soft threshold, as durations.
evictionPressureTransitionPeriod --eviction-pressure-transition-period Minimum time before a pressure condition is cleared; 0s becomes the default.
evictionMaxPodGracePeriod --eviction-max-pod-grace-period Cap in seconds on the pod grace period in soft evictions.
evictionMinimumReclaim --eviction-minimum-reclaim Amount to reclaim per signal once eviction starts.
mergeDefaultEvictionSettings - Keep the built-in evictionHard defaults for signals that are not listed.
podsPerCore --pods-per-core Pods per CPU core; 0 means no limit.
enableControllerAttachDetach --enable-controller-attach-detach Volume attach/detach is done by the controller instead of the kubelet.
protectKernelDefaults --protect-kernel-defaults Fail instead of changing kernel settings.
makeIPTablesUtilChains --make-iptables-util-chains Create the kubelet hint chain in iptables.
iptablesMasqueradeBit - Deprecated: no effect. No effect any more.
iptablesDropBit - Deprecated: no effect. No effect any more.
featureGates --feature-gates Feature gates to switch on or off for this kubelet.
failSwapOn --fail-swap-on Refuse to start while swap is on.
memorySwap - Swap use by workloads.
memorySwap.swapBehavior - Swap policy; empty means NoSwap. Up to 1.29 the values were "", LimitedSwap and UnlimitedSwap.
containerLogMaxSize --container-log-max-size Size at which a container log is rotated (quantity).
containerLogMaxFiles --container-log-max-files Log files kept per container.
containerLogMaxWorkers - Parallel log rotations.
containerLogMonitorInterval - How often log sizes are checked.
configMapAndSecretChangeDetectionStrategy - How ConfigMaps and Secrets are followed.
systemReserved --system-reserved Resources kept for the operating system.
kubeReserved --kube-reserved Resources kept for Kubernetes daemons.
reservedSystemCPUs --reserved-cpus CPU list kept for system use; excludes systemReservedCgroup and kubeReservedCgroup.
showHiddenMetricsForVersion - Previous minor version whose hidden metrics are shown.
systemReservedCgroup --system-reserved-cgroup Cgroup on which systemReserved is enforced.
kubeReservedCgroup --kube-reserved-cgroup Cgroup on which kubeReserved is enforced.
enforceNodeAllocatable --enforce-node-allocatable Node allocatable enforcement. The -compressible values exist from 1.32 and exclude their plain counterpart; none must be alone.
allowedUnsafeSysctls --allowed-unsafe-sysctls Unsafe sysctls (or patterns ending in *) pods may set.
defaultPodSysctls - Sysctls applied to every pod unless the pod sets them. Refused while the gate is off (alpha, off in 1.37). Keys must be namespaced sysctls; Linux only.
volumePluginDir --volume-plugin-dir Directory of FlexVolume plugins.
providerID --provider-id Cloud identifier of the node.
kernelMemcgNotification --kernel-memcg-notification Use kernel memcg events for memory eviction.
logging - Logging of the kubelet.
logging.format --logging-format Log format.
logging.flushFrequency --log-flush-frequency Flush interval; a string duration, or an integer number of nanoseconds.
logging.verbosity -v Log level.
logging.vmodule --vmodule Per-file log levels; text format only.
logging.vmodule[].filePattern - File name or glob without .go; no = or comma.
logging.vmodule[].verbosity - Level for matching files.
logging.options - Options per format.
logging.options.text - Options of the text format.
logging.options.text.splitStream - Errors to stderr, the rest to stdout.
logging.options.text.infoBufferSize - Buffer of the info stream (quantity).
logging.options.json - Options of the JSON format.
logging.options.json.splitStream - Errors to stderr, the rest to stdout.
logging.options.json.infoBufferSize - Buffer of the info stream (quantity).
enableSystemLogHandler - Serve system logs under /logs/.
enableSystemLogQuery - Node log query on /logs/; needs enableSystemLogHandler.
shutdownGracePeriod - Total time a node shutdown is delayed for pod termination; 0s or at least 1s.
shutdownGracePeriodCriticalPods - Last part of shutdownGracePeriod, kept for critical pods; not longer than shutdownGracePeriod.
shutdownGracePeriodByPodPriority - Shutdown grace periods by pod priority; excludes the two shutdownGracePeriod fields.
shutdownGracePeriodByPodPriority[].priority - Lowest priority value the entry applies to.
shutdownGracePeriodByPodPriority[].shutdownGracePeriodSeconds - Grace period in seconds.
crashLoopBackOff - Node-wide settings of the container restart back-off.
crashLoopBackOff.maxContainerRestartPeriod - Upper bound of the restart back-off, 1s to 300s; also lowers the initial delay when it is shorter than that. The default is filled in only while the gate is on (default on from 1.35). With the gate off the field must be absent.
reservedMemory --reserved-memory Memory kept back per NUMA node for the memory manager.
reservedMemory[].numaNode - NUMA node number.
reservedMemory[].limits - Amounts by resource (memory or hugepages-<size>); not zero.
enableProfilingHandler - Serve /debug/pprof/.
enableDebugFlagsHandler - Serve /debug/flags/v.
seccompDefault --seccomp-default Use RuntimeDefault as seccomp profile for all workloads.
memoryThrottlingFactor - Factor for cgroup v2 memory.high; above 0, at most 1. Unset by default from 1.37 (memory.high not written). From 1.37, with MemoryQoS off, any value but 0.9 is refused.
memoryReservationPolicy - cgroup v2 memory protection.
registerWithTaints --register-with-taints Taints put on the node at registration.
registerWithTaints[].key - Taint key.
registerWithTaints[].value - Taint value.
registerWithTaints[].effect - Taint effect.
registerWithTaints[].timeAdded - Deprecated: must not be set. Must not be set in the kubelet config.
registerNode --register-node Register the node with the API server.
tracing - OpenTelemetry tracing.
tracing.endpoint - Collector address (dns, unix or unix-abstract scheme).
tracing.samplingRatePerMillion - Samples per million spans.
localStorageCapacityIsolation --local-storage-capacity-isolation Account and limit local ephemeral storage.
containerRuntimeEndpoint --container-runtime-endpoint CRI endpoint.
imageServiceEndpoint --image-service-endpoint CRI image endpoint; empty uses containerRuntimeEndpoint.
failCgroupV1 --fail-cgroupv1 Refuse to start on cgroup v1.
userNamespaces - User namespace settings; Linux only.
userNamespaces.idsPerPod - IDs mapped per pod; a multiple of 65536 below 2^32.
`;

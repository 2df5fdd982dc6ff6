// Written by tools/generate-feature-gates.mjs. What each of these gates does, for people.
// The format of a line: feature-gate-table.ts.
export const gateSummaries = `
AllowOverwriteTerminationGracePeriodSeconds Deprecated switch: lets evictionMaxPodGracePeriod lengthen as well as shorten a pod grace period in soft evictions.
CPUManager cpuManagerPolicy other than none.
CPUManagerPolicyAlphaOptions Alpha-level entries of cpuManagerPolicyOptions.
CPUManagerPolicyBetaOptions Beta-level entries of cpuManagerPolicyOptions.
CPUManagerPolicyOptions cpuManagerPolicyOptions.
ChangeContainerStatusOnKubeletRestart Deprecated switch that brings back the old behaviour of resetting container started/ready state after a kubelet restart (off since 1.35).
ContainerRestartRules Adds restartPolicy on regular/init containers (Always, OnFailure, Never) and restartPolicyRules keyed on exit codes. With the gate off the API server drops both on create.
ContainerStopSignals lifecycle.stopSignal on containers (needs spec.os.name). Still alpha in 1.37.
ContextualLogging Contextual logging.
CronJobTimeZone spec.timeZone on CronJobs.
CustomCPUCFSQuotaPeriod cpuCFSQuotaPeriod other than 100ms. (Go constant CPUCFSQuotaPeriod.)
DefaultPodSysctls defaultPodSysctls.
ElasticIndexedJob completions of an Indexed Job may change together with parallelism.
EventedPLEG Pod lifecycle changes are taken from CRI events in addition to relisting.
EvictionRequestAPI Eviction request API and spec.evictionResponders on pods.
ExecProbeTimeout Kubelet enforces timeoutSeconds for exec probes.
GRPCContainerProbe grpc probe handler.
GRPCContainerProbeTLS grpc.mode on probes (Plaintext or TLS without certificate verification).
GenericWorkload Workload-aware scheduling API objects (prerequisite of WorkloadWithJob).
GracefulNodeShutdown shutdownGracePeriod and shutdownGracePeriodCriticalPods in the kubelet config.
GracefulNodeShutdownBasedOnPodPriority shutdownGracePeriodByPodPriority in the kubelet config.
H2CContainerProbe httpGet.protocol on probes (HTTP1 or HTTP2 cleartext).
ImageMaximumGCAge imageMaximumGCAge.
ImageVolume image volume source.
ImageVolumeWithDigest Reports the digest of image volumes in status.
InPlacePodLevelResourcesVerticalScaling Resize of spec.resources.
InPlacePodVerticalScaling resizePolicy on containers and the resize subresource.
InPlacePodVerticalScalingInitContainers Resize of non-sidecar init containers.
IndexedJob spec.completionMode: Indexed.
JobBackoffLimitPerIndex spec.backoffLimitPerIndex, spec.maxFailedIndexes and the FailIndex action.
JobManagedBy spec.managedBy on Jobs.
JobMutableNodeSchedulingDirectives Node affinity, selector and tolerations of a suspended Job template may be changed.
JobPodFailurePolicy spec.podFailurePolicy on Jobs.
JobPodReplacementPolicy spec.podReplacementPolicy on Jobs.
JobReadyPods status.ready on Jobs.
JobSuccessPolicy spec.successPolicy on Indexed Jobs.
JobTrackingWithFinalizers Jobs count finished pods through a pod finalizer.
KubeletCgroupDriverFromCRI cgroupDriver is taken from the container runtime when it reports one.
KubeletCrashLoopBackOffMax Enables KubeletConfiguration crashLoopBackOff.maxContainerRestartPeriod (1s..300s), the per-node cap of the container restart back-off.
KubeletEnsureSecretPulledImages imagePullCredentialsVerificationPolicy and preloadedImagesVerificationAllowlist.
KubeletInUserNamespace Kubelet running inside a user namespace (rootless).
KubeletPSI Pressure stall metrics.
KubeletSeparateDiskGC Separate image/container file systems in eviction and image GC.
KubeletServiceAccountTokenForCredentialProviders Service account tokens for image credential providers.
KubeletTracing tracing section.
LegacySidecarContainers Temporary switch (1.33 only) back to the kubelet code path from before sidecars.
LoggingAlphaOptions Alpha fields of the logging section (options.text/json).
LoggingBetaOptions Beta log formats (json).
MemoryManager memoryManagerPolicy and reservedMemory.
MemoryQoS memoryThrottlingFactor and memoryReservationPolicy (cgroup v2 memory QoS).
MutablePodResourcesForSuspendedJobs Container resources of a suspended Job template may be changed.
MutableSchedulingDirectivesForSuspendedJobs Scheduling directives of a suspended Job template may be changed.
NodeDeclaredFeatures Nodes publish the gated features they support so scheduling/admission can avoid nodes that lack them; prerequisite of RestartAllContainersOnContainerExits.
NodeLogQuery enableSystemLogQuery.
NodeSwap memorySwap.swapBehavior.
PLEGOnDemandRelist Lets the kubelet ask the generic PLEG for a relist of one pod when needed instead of waiting for the next period.
PodDisruptionConditions DisruptionTarget pod condition, used by podFailurePolicy.
PodHasNetworkCondition Old name of PodReadyToStartContainersCondition.
PodLevelResources spec.resources on the pod.
PodLevelResourcesFixDefaulting Corrects defaulting of pod-level resources; disabling PodLevelResources without it makes the kubelet refuse to start.
PodLifecycleSleepAction sleep handler for preStop/postStart.
PodLifecycleSleepActionAllowZero sleep.seconds may be 0.
PodObservedGenerationTracking status.observedGeneration on pods and pod conditions.
PodReadyToStartContainersCondition PodReadyToStartContainers condition; called PodHasNetworkCondition (condition PodHasNetwork) in 1.25-1.27.
PreventStaticPodAPIReferences Static pods that reference API objects are rejected by the kubelet.
ProbeHostPodSecurityStandards Pod Security baseline level forbids a host in httpGet/tcpSocket of probes and lifecycle hooks (still in force after the gate was removed).
ProbeTerminationGracePeriod terminationGracePeriodSeconds inside liveness and startup probes.
QOSReserved qosReserved.
ReduceDefaultCrashLoopBackOffDecay Changes the built-in restart back-off to start at 1s and cap at 60s instead of 10s and 300s.
RestartAllContainersOnContainerExits Adds the RestartAllContainers rule action (restart every container of the pod in place) and allows restartPolicyRules on sidecars (init containers with restartPolicy: Always).
RotateKubeletServerCertificate serverTLSBootstrap.
SeccompDefault seccompDefault.
SidecarContainers Lets an init container carry restartPolicy: Always so that it runs as a sidecar for the life of the pod; also unlocks lifecycle hooks and probes on that init container.
StaleControllerConsistencyJob Job controller waits until it can read its own writes before it reconciles again.
StartupProbe startupProbe on containers.
SuspendJob spec.suspend on Jobs.
SystemdWatchdog systemd watchdog health checking of the kubelet.
TopologyManager topologyManagerPolicy.
TopologyManagerPolicyAlphaOptions Alpha-level entries of topologyManagerPolicyOptions.
TopologyManagerPolicyBetaOptions Beta-level entries of topologyManagerPolicyOptions.
TopologyManagerPolicyOptions topologyManagerPolicyOptions.
UserNamespacesSupport spec.hostUsers on pods; kubelet userNamespaces config.
WindowsGracefulNodeShutdown Graceful node shutdown on Windows nodes.
WorkloadWithJob spec.scheduling on Jobs (workload-aware scheduling).
`;

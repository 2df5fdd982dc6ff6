// What each of these feature gates does, for people: `GATE TEXT`.
export const gateSummaries = `
AllowOverwriteTerminationGracePeriodSeconds Lets evictionMaxPodGracePeriod also lengthen the grace period of pods in soft evictions. Deprecated.
CPUManager Enables other values of cpuManagerPolicy than none.
CPUManagerPolicyAlphaOptions Enables alpha options in cpuManagerPolicyOptions.
CPUManagerPolicyBetaOptions Enables beta options in cpuManagerPolicyOptions.
CPUManagerPolicyOptions Enables cpuManagerPolicyOptions.
ChangeContainerStatusOnKubeletRestart Resets the started and ready status of containers when the kubelet restarts. Deprecated; off since 1.35.
ContainerRestartRules Enables restartPolicy on regular and init containers (Always, OnFailure, Never), and restartPolicyRules by exit code. While it is disabled, the API server drops both fields from new pods.
ContainerStopSignals Enables lifecycle.stopSignal on containers. Requires spec.os.name.
ContextualLogging Enables contextual logging.
CronJobTimeZone Enables spec.timeZone on CronJobs.
CustomCPUCFSQuotaPeriod Enables other values of cpuCFSQuotaPeriod than 100ms.
DefaultPodSysctls Enables defaultPodSysctls.
ElasticIndexedJob Lets completions of an Indexed Job change together with parallelism.
EventedPLEG Takes pod lifecycle changes from CRI events in addition to relisting.
EvictionRequestAPI Enables the eviction request API and spec.evictionResponders on pods.
ExecProbeTimeout Enforces timeoutSeconds on exec probes.
GRPCContainerProbe Enables grpc probes.
GRPCContainerProbeTLS Enables grpc.mode on probes: Plaintext, or TLS without verification of the certificate.
GenericWorkload Enables API objects for workload-aware scheduling. Required by WorkloadWithJob.
GracefulNodeShutdown Enables shutdownGracePeriod and shutdownGracePeriodCriticalPods.
GracefulNodeShutdownBasedOnPodPriority Enables shutdownGracePeriodByPodPriority.
H2CContainerProbe Enables httpGet.protocol on probes: HTTP1, or HTTP2 without encryption.
ImageMaximumGCAge Enables imageMaximumGCAge.
ImageVolume Enables image volumes.
ImageVolumeWithDigest Reports the digest of image volumes in the status.
InPlacePodLevelResourcesVerticalScaling Enables resizing spec.resources of a pod.
InPlacePodVerticalScaling Enables resizePolicy on containers and the resize subresource of pods.
InPlacePodVerticalScalingInitContainers Enables resizing init containers that are not sidecars.
IndexedJob Enables completionMode: Indexed on Jobs.
JobBackoffLimitPerIndex Enables backoffLimitPerIndex, maxFailedIndexes, and the action FailIndex on Jobs.
JobManagedBy Enables managedBy on Jobs.
JobMutableNodeSchedulingDirectives Lets node affinity, selector, and tolerations of a suspended Job's template change.
JobPodFailurePolicy Enables podFailurePolicy on Jobs.
JobPodReplacementPolicy Enables podReplacementPolicy on Jobs.
JobReadyPods Reports status.ready on Jobs.
JobSuccessPolicy Enables successPolicy on Indexed Jobs.
JobTrackingWithFinalizers Counts finished pods of Jobs with a finalizer.
KubeletCgroupDriverFromCRI Uses the cgroup driver that the container runtime reports.
KubeletCrashLoopBackOffMax Enables crashLoopBackOff.maxContainerRestartPeriod (1s–300s), the maximum back-off of a node.
KubeletEnsureSecretPulledImages Enables imagePullCredentialsVerificationPolicy and preloadedImagesVerificationAllowlist.
KubeletInUserNamespace Lets the kubelet run in a user namespace (rootless).
KubeletPSI Exposes pressure stall metrics.
KubeletSeparateDiskGC Supports separate file systems for images and containers in eviction and image garbage collection.
KubeletServiceAccountTokenForCredentialProviders Enables service account tokens for image credential providers.
KubeletTracing Enables tracing.
LegacySidecarContainers Restores the kubelet code from before sidecars. Only in 1.33.
LoggingAlphaOptions Enables alpha fields of logging (options.text and options.json).
LoggingBetaOptions Enables beta log formats (json).
MemoryManager Enables memoryManagerPolicy and reservedMemory.
MemoryQoS Enables memoryThrottlingFactor and memoryReservationPolicy (cgroup v2).
MutablePodResourcesForSuspendedJobs Lets container resources of a suspended Job's template change.
MutableSchedulingDirectivesForSuspendedJobs Lets scheduling directives of a suspended Job's template change.
NodeDeclaredFeatures Nodes publish the gated features that they support, so that pods are not scheduled to nodes without them. Required by RestartAllContainersOnContainerExits.
NodeLogQuery Enables enableSystemLogQuery.
NodeSwap Enables memorySwap.swapBehavior.
PLEGOnDemandRelist Lets the kubelet relist a single pod when needed instead of waiting for the next relist.
PodDisruptionConditions Adds the pod condition DisruptionTarget, which podFailurePolicy can match.
PodHasNetworkCondition Old name of PodReadyToStartContainersCondition.
PodLevelResources Enables spec.resources on pods.
PodLevelResourcesFixDefaulting Corrects the defaulting of pod-level resources. If PodLevelResources is disabled without it, the kubelet does not start.
PodLifecycleSleepAction Enables sleep in preStop and postStart.
PodLifecycleSleepActionAllowZero Lets sleep.seconds be 0.
PodObservedGenerationTracking Reports observedGeneration in the pod status and its conditions.
PodReadyToStartContainersCondition Adds the pod condition PodReadyToStartContainers (PodHasNetwork before 1.28).
PreventStaticPodAPIReferences The kubelet rejects static pods that reference API objects.
ProbeHostPodSecurityStandards The Pod Security level baseline forbids host in probes and lifecycle hooks.
ProbeTerminationGracePeriod Enables terminationGracePeriodSeconds in liveness and startup probes.
QOSReserved Enables qosReserved.
ReduceDefaultCrashLoopBackOffDecay Starts the restart back-off at 1s with a maximum of 60s, instead of 10s and 300s.
RestartAllContainersOnContainerExits Enables the action RestartAllContainers, which restarts every container of a pod in place, and restartPolicyRules on sidecars (init containers with restartPolicy: Always).
RotateKubeletServerCertificate Enables serverTLSBootstrap.
SeccompDefault Enables seccompDefault.
SidecarContainers Enables sidecars: init containers with restartPolicy: Always that run as long as the pod. Also enables lifecycle hooks and probes on them.
StaleControllerConsistencyJob The Job controller waits until it can read its own writes before it reconciles again.
StartupProbe Enables startupProbe on containers.
SuspendJob Enables suspend on Jobs.
SystemdWatchdog Enables systemd watchdog health checks of the kubelet.
TopologyManager Enables topologyManagerPolicy.
TopologyManagerPolicyAlphaOptions Enables alpha options in topologyManagerPolicyOptions.
TopologyManagerPolicyBetaOptions Enables beta options in topologyManagerPolicyOptions.
TopologyManagerPolicyOptions Enables topologyManagerPolicyOptions.
UserNamespacesSupport Enables spec.hostUsers on pods and userNamespaces in the kubelet configuration.
WindowsGracefulNodeShutdown Enables graceful node shutdown on Windows.
WorkloadWithJob Enables spec.scheduling on Jobs (workload-aware scheduling).
`;

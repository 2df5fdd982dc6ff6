// Written by tools/generate-feature-gates.mjs. The gates that Pod Cadence models or describes.
// The format of a line: feature-gate-table.ts.
export const gateLines = `
AllowOverwriteTerminationGracePeriodSeconds 32d- 35d-!; Deprecated switch: lets evictionMaxPodGracePeriod lengthen as well as shorten a pod grace period in soft evictions.
CPUManager 20b+ 26g+! 33x; cpuManagerPolicy other than none.
CPUManagerPolicyAlphaOptions 23a-; Alpha-level entries of cpuManagerPolicyOptions.
CPUManagerPolicyBetaOptions 23b+; Beta-level entries of cpuManagerPolicyOptions.
CPUManagerPolicyOptions 22a- 23b+ 33g+!; cpuManagerPolicyOptions.
ChangeContainerStatusOnKubeletRestart 35d-; Deprecated switch that brings back the old behaviour of resetting container started/ready state after a kubelet restart (off since 1.35).
ContainerRestartRules 34a- 35b+; Adds restartPolicy on regular/init containers (Always, OnFailure, Never) and restartPolicyRules keyed on exit codes. With the gate off the API server drops both on create.
ContainerStopSignals 33a-; lifecycle.stopSignal on containers (needs spec.os.name). Still alpha in 1.37.
ContextualLogging 24a- 30b+; Contextual logging.
CronJobTimeZone 24a- 25b+ 27g+! 29x; spec.timeZone on CronJobs.
CustomCPUCFSQuotaPeriod 20a- 36g+; cpuCFSQuotaPeriod other than 100ms. (Go constant CPUCFSQuotaPeriod.)
DefaultPodSysctls 37a-; defaultPodSysctls.
ElasticIndexedJob 27b+ 31g+! 34x; completions of an Indexed Job may change together with parallelism.
EventedPLEG 26a-; Pod lifecycle changes are taken from CRI events in addition to relisting.
EvictionRequestAPI 37a-; Eviction request API and spec.evictionResponders on pods.
ExecProbeTimeout 20g+ 35g+!; Kubelet enforces timeoutSeconds for exec probes.
GRPCContainerProbe 23a- 24b+ 27g+! 29x; grpc probe handler.
GRPCContainerProbeTLS 37a-; grpc.mode on probes (Plaintext or TLS without certificate verification).
GenericWorkload 35a- 37b-; Workload-aware scheduling API objects (prerequisite of WorkloadWithJob).
GracefulNodeShutdown 20a- 21b+; shutdownGracePeriod and shutdownGracePeriodCriticalPods in the kubelet config.
GracefulNodeShutdownBasedOnPodPriority 23a- 24b+; shutdownGracePeriodByPodPriority in the kubelet config.
H2CContainerProbe 37a-; httpGet.protocol on probes (HTTP1 or HTTP2 cleartext).
ImageMaximumGCAge 29a- 30b+ 35g+!; imageMaximumGCAge.
ImageVolume 31a- 33b- 35b+ 36g+!; image volume source.
ImageVolumeWithDigest 36a-; Reports the digest of image volumes in status.
InPlacePodLevelResourcesVerticalScaling 35a- 36b+; Resize of spec.resources.
InPlacePodVerticalScaling 27a- 33b+ 35g+!; resizePolicy on containers and the resize subresource.
InPlacePodVerticalScalingInitContainers 36b+ 37g+!; Resize of non-sidecar init containers.
IndexedJob 21a- 22b+ 24g+! 26x; spec.completionMode: Indexed.
JobBackoffLimitPerIndex 28a- 29b+ 33g+! 37x; spec.backoffLimitPerIndex, spec.maxFailedIndexes and the FailIndex action.
JobManagedBy 30a- 32b+ 35g+!; spec.managedBy on Jobs.
JobMutableNodeSchedulingDirectives 23b+ 27g+! 29x; Node affinity, selector and tolerations of a suspended Job template may be changed.
JobPodFailurePolicy 25a- 26b+ 31g+! 33x; spec.podFailurePolicy on Jobs.
JobPodReplacementPolicy 28a- 29b+ 34g+! 37x; spec.podReplacementPolicy on Jobs.
JobReadyPods 23a- 24b+ 29g+! 31x; status.ready on Jobs.
JobSuccessPolicy 30a- 31b+ 33g+! 37x; spec.successPolicy on Indexed Jobs.
JobTrackingWithFinalizers 22a- 23b- 25b+ 26g+! 29x; Jobs count finished pods through a pod finalizer.
KubeletCgroupDriverFromCRI 28a- 31b+ 34g+!; cgroupDriver is taken from the container runtime when it reports one.
KubeletCrashLoopBackOffMax 32a- 35b+; Enables KubeletConfiguration crashLoopBackOff.maxContainerRestartPeriod (1s..300s), the per-node cap of the container restart back-off.
KubeletEnsureSecretPulledImages 33a- 35b+; imagePullCredentialsVerificationPolicy and preloadedImagesVerificationAllowlist.
KubeletInUserNamespace 22a- 37b+; Kubelet running inside a user namespace (rootless).
KubeletPSI 33a- 34b+ 36g+!; Pressure stall metrics.
KubeletSeparateDiskGC 29a- 31b+; Separate image/container file systems in eviction and image GC.
KubeletServiceAccountTokenForCredentialProviders 33a- 34b+; Service account tokens for image credential providers.
KubeletTracing 25a- 27b+ 34g+!; tracing section.
LegacySidecarContainers 33d- 34x; Temporary switch (1.33 only) back to the kubelet code path from before sidecars.
LoggingAlphaOptions 24a-; Alpha fields of the logging section (options.text/json).
LoggingBetaOptions 24b+; Beta log formats (json).
MemoryManager 21a- 22b+ 32g+! 36x; memoryManagerPolicy and reservedMemory.
MemoryQoS 22a- 37b+; memoryThrottlingFactor and memoryReservationPolicy (cgroup v2 memory QoS).
MutablePodResourcesForSuspendedJobs 35a- 36b+; Container resources of a suspended Job template may be changed.
MutableSchedulingDirectivesForSuspendedJobs 35a- 36b+; Scheduling directives of a suspended Job template may be changed.
NodeDeclaredFeatures 35a- 36b+ 37g+!; Nodes publish the gated features they support so scheduling/admission can avoid nodes that lack them; prerequisite of RestartAllContainersOnContainerExits.
NodeLogQuery 27a- 30b- 36g+!; enableSystemLogQuery.
NodeSwap 22a- 28b- 30b+ 34g+!; memorySwap.swapBehavior.
PLEGOnDemandRelist 36b+ 37g+!; Lets the kubelet ask the generic PLEG for a relist of one pod when needed instead of waiting for the next period.
PodDisruptionConditions 25a- 26b+ 31g+! 34x; DisruptionTarget pod condition, used by podFailurePolicy.
PodHasNetworkCondition 25a- 28x; Old name of PodReadyToStartContainersCondition.
PodLevelResources 32a- 34b+; spec.resources on the pod.
PodLevelResourcesFixDefaulting 37b+; Corrects defaulting of pod-level resources; disabling PodLevelResources without it makes the kubelet refuse to start.
PodLifecycleSleepAction 29a- 30b+ 34g+! 37x; sleep handler for preStop/postStart.
PodLifecycleSleepActionAllowZero 32a- 33b+ 34g+! 37x; sleep.seconds may be 0.
PodObservedGenerationTracking 33a- 34b+ 35g+!; status.observedGeneration on pods and pod conditions.
PodReadyToStartContainersCondition 28a- 29b+ 37g+!; PodReadyToStartContainers condition; called PodHasNetworkCondition (condition PodHasNetwork) in 1.25-1.27.
PreventStaticPodAPIReferences 34b+ 37x; Static pods that reference API objects are rejected by the kubelet.
ProbeHostPodSecurityStandards 34g+! 35x; Pod Security baseline level forbids a host in httpGet/tcpSocket of probes and lifecycle hooks (still in force after the gate was removed).
ProbeTerminationGracePeriod 21a- 22b- 25b+ 28g+! 29x; terminationGracePeriodSeconds inside liveness and startup probes.
QOSReserved 20a-; qosReserved.
ReduceDefaultCrashLoopBackOffDecay 33a-; Changes the built-in restart back-off to start at 1s and cap at 60s instead of 10s and 300s.
RestartAllContainersOnContainerExits 35a- 36b+; Adds the RestartAllContainers rule action (restart every container of the pod in place) and allows restartPolicyRules on sidecars (init containers with restartPolicy: Always).
RotateKubeletServerCertificate 20b+; serverTLSBootstrap.
SeccompDefault 22a- 25b+ 27g+! 29x; seccompDefault.
SidecarContainers 28a- 29b+ 33g+! 37x; Lets an init container carry restartPolicy: Always so that it runs as a sidecar for the life of the pod; also unlocks lifecycle hooks and probes on that init container.
StaleControllerConsistencyJob 36b+; Job controller waits until it can read its own writes before it reconciles again.
StartupProbe 20g+! 24x; startupProbe on containers.
SuspendJob 21a- 22b+ 24g+! 26x; spec.suspend on Jobs.
SystemdWatchdog 32b+ 35g+!; systemd watchdog health checking of the kubelet.
TopologyManager 20b+ 27g+! 29x; topologyManagerPolicy.
TopologyManagerPolicyAlphaOptions 26a-; Alpha-level entries of topologyManagerPolicyOptions.
TopologyManagerPolicyBetaOptions 26b- 28b+; Beta-level entries of topologyManagerPolicyOptions.
TopologyManagerPolicyOptions 26a- 28b+ 32g+ 36g+!; topologyManagerPolicyOptions.
UserNamespacesSupport 28a- 30b- 33b+ 36g+!; spec.hostUsers on pods; kubelet userNamespaces config.
WindowsGracefulNodeShutdown 32a- 34b+; Graceful node shutdown on Windows nodes.
WorkloadWithJob 36a-; spec.scheduling on Jobs (workload-aware scheduling).
`;

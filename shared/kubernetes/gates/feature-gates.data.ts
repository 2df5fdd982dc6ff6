// Written by tools/generate-feature-gates.mjs. The other gates that Pod Cadence asks for or describes.
// The format of a line: feature-gate-table.ts.
export const gateLines = `
AllowOverwriteTerminationGracePeriodSeconds 32d- 35d-! 38x
AtomicWriteVolumeUserFields 37a- 38b+
CPUManager 26g+! 33x
CPUManagerPolicyAlphaOptions 23a-
CPUManagerPolicyBetaOptions 23b+
CPUManagerPolicyOptions 23b+ 33g+!
ClusterTrustBundleProjection 29a- 33b- 37g+
ContainerStopSignals 33a-
ContextualLogging 24a- 30b+
CronJobTimeZone 27g+! 29x
CustomCPUCFSQuotaPeriod 20a- 36g+
DefaultPodSysctls 37a-
DeploymentReplicaSetTerminatingReplicas 33a- 35b+
DynamicResourceAllocation 26a- 32b- 34g+ 35g+! 38x
ElasticIndexedJob 27b+ 31g+! 34x
EmptyDirVolumeMode 37a-
EnvFiles 34a- 35b+ 38g+!
EventedPLEG 26a-
EvictionRequestAPI 37a-
ExecProbeTimeout 20g+ 35g+! 38x
GRPCContainerProbe 27g+! 29x
GRPCContainerProbeTLS 37a-
GenericWorkload 35a- 37b-
GitRepoVolumeDriver 33d- 36d-!
GracefulNodeShutdown 21b+
GracefulNodeShutdownBasedOnPodPriority 24b+
H2CContainerProbe 37a-
HostnameOverride 34a- 35b+ 37g+!
ImageMaximumGCAge 29a- 30b+ 35g+!
ImageVolume 31a- 33b- 35b+ 36g+!
ImageVolumeWithDigest 36a-
InPlacePodLevelResourcesVerticalScaling 35a- 36b+
InPlacePodVerticalScaling 27a- 33b+ 35g+! 38x
InPlacePodVerticalScalingInitContainers 36b+ 37g+!
IndexedJob 24g+! 26x
JobBackoffLimitPerIndex 28a- 29b+ 33g+! 37x
JobManagedBy 30a- 32b+ 35g+! 38x
JobMutableNodeSchedulingDirectives 27g+! 29x
JobPodFailurePolicy 26b+ 31g+! 33x
JobPodReplacementPolicy 28a- 29b+ 34g+! 37x
JobReadyPods 24b+ 29g+! 31x
JobSuccessPolicy 30a- 31b+ 33g+! 37x
JobTrackingWithFinalizers 26g+! 29x
KubeletCgroupDriverFromCRI 28a- 31b+ 34g+!
KubeletEnsureSecretPulledImages 33a- 35b+
KubeletInUserNamespace 22a- 37b+
KubeletPSI 33a- 34b+ 36g+!
KubeletSeparateDiskGC 29a- 31b+
KubeletServiceAccountTokenForCredentialProviders 33a- 34b+
KubeletTracing 27b+ 34g+! 38x
LegacySidecarContainers 33d- 34x
LoggingAlphaOptions 24a-
LoggingBetaOptions 24b+
MatchLabelKeysInPodAffinity 29a- 31b+ 33g+! 38x
MatchLabelKeysInPodTopologySpread 27b+
MatchLabelKeysInPodTopologySpreadSelectorMerge 34b+
MaxUnavailableStatefulSet 25a- 35b+ 35.4b- 37b+
MemoryManager 22b+ 32g+! 36x
MemoryQoS 22a- 37b+
MutablePodResourcesForSuspendedJobs 35a- 36b+
MutableSchedulingDirectivesForSuspendedJobs 35a- 36b+
NodeInclusionPolicyInPodTopologySpread 26b+ 33g+!
NodeLogQuery 27a- 30b- 36g+!
NodeSwap 28b- 30b+ 34g+! 38x
PodCertificateRequest 34a- 35b- 37g+
PodDeletionCost 25b+
PodDisruptionConditions 26b+ 31g+! 34x
PodHasNetworkCondition 25a- 28x
PodLevelResources 32a- 34b+
PodLevelResourcesFixDefaulting 37b+
PodLifecycleSleepActionAllowZero 32a- 33b+ 34g+! 37x
PodObservedGenerationTracking 33a- 34b+ 35g+!
PreventStaticPodAPIReferences 34b+ 37x
ProbeHostPodSecurityStandards 34g+! 35x
ProbeTerminationGracePeriod 28g+! 29x
ProcMountType 25a- 31b- 33b+ 36g+!
QOSReserved 20a-
RecursiveReadOnlyMounts 30a- 31b+ 33g+!
RelaxedDNSSearchValidation 32a- 33b+ 34g+! 37x
RelaxedEnvironmentVariableValidation 30a- 32b+ 34g+!
RotateKubeletServerCertificate 20b+
SELinuxChangePolicy 32a- 33b+ 36g+!
SELinuxMount 30a- 33b- 37g+
SeccompDefault 27g+! 29x
SecurityProfileOCI 38a-
StaleControllerConsistencyJob 36b+
StartupProbe 20g+! 24x
StatefulSetAutoDeletePVC 27b+ 32g+! 35x
StatefulSetRecreateStrategy 37a- 38b+
StrictIPCIDRValidation 33a- 36b+ 38g+!
SupplementalGroupsPolicy 31a- 33b+ 35g+! 38x
SuspendJob 24g+! 26x
SystemdWatchdog 32b+ 35g+! 38x
TaintTolerationComparisonOperators 35a-
TopologyManager 27g+! 29x
TopologyManagerPolicyAlphaOptions 26a-
TopologyManagerPolicyBetaOptions 28b+
TopologyManagerPolicyOptions 28b+ 32g+ 36g+!
UserNamespacesHostNetworkSupport 35a-
UserNamespacesSupport 28a- 30b- 33b+ 36g+!
VolumeAttributesClass 29a- 31b- 34g+ 36g+!
VolumeBindMountOptions 37a-
WindowsGracefulNodeShutdown 32a- 34b+
WorkloadWithJob 36a-
`;

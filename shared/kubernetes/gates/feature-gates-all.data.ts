// Written by tools/generate-feature-gates.mjs. Every gate that a component of 1.28 or later knows.
// The format of a line: feature-gate-table.ts.
export const everyGateLine = `
APIListChunking 25b+ 29g+! 33x
APIPriorityAndFairness 25b+ 29g+! 31x
APIResponseCompression 25b+
APISelfSubjectReview 28g+! 30x
APIServerIdentity 26b+
APIServerTracing 27b+ 34g+! 37x
APIServerWebhookAuthenticationToken 37a-
APIServingWithRoutine 30a-
AdmissionWebhookMatchConditions 28b+ 30g+! 33x
AggregatedDiscoveryEndpoint 27b+ 30g+! 33x
AggregatedDiscoveryRemoveBetaType 33d+ 35d+! 38x
AllocatorPoolBufferCap 38b+
AllowDNSOnlyNodeCSR 31d-
AllowInsecureKubeletCertificateSigningRequests 31d-
AllowOverwriteTerminationGracePeriodSeconds 32d- 35d-! 38x
AllowParsingUserUIDFromCertAuth 33b+
AllowServiceExternalIPs 36g+
AllowServiceLBStatusOnNonLB 29d- 32d-! 35x
AllowUnsafeMalformedObjectDeletion 32a- 37b+
AnonymousAuthConfigurableEndpoints 31a- 32b+ 34g+! 37x
AnyVolumeDataSource 25b+ 33g+! 37x
AppArmor 25b+ 31g+! 33x
AppArmorFields 30b+ 31g+! 33x
AtomicFIFO 36b+
AtomicWriteVolumeUserFields 37a- 38b+
AuthorizeNodeWithSelectors 31a- 32b+ 34g+! 37x >AuthorizeWithSelectors
AuthorizePodWebsocketUpgradeCreatePermission 35b+ 38g+!
AuthorizeWithSelectors 31a- 32b+ 34g+! 37x
BtreeWatchCache 32b+ 33g+! 37x
CBORServingAndStorage 32a-
CPUManager 26g+! 33x
CPUManagerPolicyAlphaOptions 25a-
CPUManagerPolicyBetaOptions 25b+
CPUManagerPolicyOptions 25b+ 33g+!
CRDObservedGenerationTracking 35b- 36b+
CRDValidationRatcheting 28a- 30b+ 33g+! 38x
CRIListStreaming 36a-
CSIMigrationAzureFile 27g+! 30x
CSIMigrationPortworx 25b- 31b+ 33g+! 36x
CSIMigrationRBD 28d- 31x
CSIMigrationvSphere 27g+! 29x
CSINodeExpandSecret 27b+ 29g+! 31x
CSIServiceAccountTokenSecrets 35b+ 36g+!
CSIVolumeHealth 25a-
CertificateSigningRequestMLDSA 38b-
ChangeContainerStatusOnKubeletRestart 35d-
ClearingNominatedNodeNameAfterBinding 34a- 35b+
ClientsAllowCARotation 36b+
ClientsAllowCBOR 32a-
ClientsAllowConnectionPool 38b+
ClientsAllowTLSCacheGC 36b+
ClientsPreferCBOR 32a-
CloudControllerManagerWatchBasedRoutesReconciliation 35a-
CloudControllerManagerWebhook 27a-
CloudDualStackNodeIPs 27a- 29b+ 30g+! 32x
CloudNodeAdditionalLabelsReconciliation 38a-
ClusterTrustBundle 27a- 33b- 37g+
ClusterTrustBundleProjection 29a- 33b- 37g+ >ClusterTrustBundle
ComponentFlagz 32a- 36b+
ComponentSLIs 27b+ 32g+! 35x
ComponentStatusz 32a- 36b+
CompositePodGroup 37a- 38b- >GenericWorkload >TopologyAwareWorkloadScheduling
ConcurrentWatchObjectDecode 31b- 37b+
ConditionalAuthorization 38a-
ConsistentGetFromCache 38a-
ConsistentHTTPGetHandlers 26g+ 30g+! 31x
ConsistentListFromCache 28a- 31b+ 34g+! 37x
ConsistentListFromCacheSkipTimeoutFallback 37a-
ConstrainedImpersonation 35a- 36b+
ContainerCheckpoint 25a- 30b+
ContainerRestartRules 34a- 35b+
ContainerStopSignals 33a-
ContextualLogging 25a- 30b+
ControllerManagerReleaseLeaderElectionLockOnExit 36a-
CoordinatedLeaderElection 31a- 33b-
CronJobTimeZone 27g+! 29x
CronJobsScheduledAnnotation 28b+ 32g+! 35x
CrossNamespaceVolumeDataSource 26a-
CustomCPUCFSQuotaPeriod 25a- 36g+
CustomResourceFieldSelectors 30a- 31b+ 32g+! 38x
CustomResourceValidationExpressions 25b+ 29g+! 31x
DRAAdminAccess 32a- 34b+ 36g+! >DynamicResourceAllocation
DRAConsumableCapacity 34a- 36b+ 38g+ >DynamicResourceAllocation
DRAControlPlaneController 31a- 32x
DRADerivedAttributes 37a- >DynamicResourceAllocation
DRADeviceBindingConditions 34a- 36b+ 38g+! >DynamicResourceAllocation >DRAResourceClaimDeviceStatus
DRADeviceCompatibilityGroups 37a- >DRAPartitionableDevices >DynamicResourceAllocation
DRADeviceTaintRules 35a- 36b- 37g+ 38g+! >DRADeviceTaints
DRADeviceTaints 33a- 36b+ 37g+ 38g+! >DynamicResourceAllocation
DRAExtendedResource 34a- 36b+ 37g+! >DynamicResourceAllocation
DRAFractionalCapacityRange 37b- 38g+ >DRAConsumableCapacity
DRAListTypeAttributes 36a- >DynamicResourceAllocation
DRANodeAllocatableResources 36a- >DynamicResourceAllocation
DRAOptionalNodeOperations 37a- >DynamicResourceAllocation >NodeDeclaredFeatures
DRAPartitionableDevices 33a- 36b+ 38g+! >DynamicResourceAllocation
DRAPartitionableDevicesType 37a- >DRAPartitionableDevices >DRAResourcePoolStatus >DynamicResourceAllocation
DRAPrioritizedList 33a- 34b+ 36g+ 37g+! >DynamicResourceAllocation
DRAResourceClaimDeviceStatus 32a- 33b+ 37g+!
DRAResourceClaimGranularStatusAuthorization 36b+ >DynamicResourceAllocation >DRAResourceClaimDeviceStatus
DRAResourcePoolStatus 36a- >DynamicResourceAllocation
DRASchedulerFilterTimeout 34b+ >DynamicResourceAllocation
DRAWorkloadResourceClaims 36a- 37b- >DynamicResourceAllocation >GenericWorkload
DeclarativeValidation 33b+ 36g+!
DeclarativeValidationBeta 36b+ >DeclarativeValidation
DeclarativeValidationTakeover 33b- 36d- 37d-! >DeclarativeValidation
DefaultHostNetworkHostPortsInPodTemplates 28d- 31x
DefaultPodSysctls 37a-
DeploymentReplicaSetTerminatingReplicas 33a- 35b+
DetectCacheInconsistency 34b+
DevicePluginCDIDevices 28a- 29b+ 31g+! 34x
DisableAllocatorDualWrite 31a- 33b- 34g+ 35g+! 38x >MultiCIDRServiceAllocator
DisableCPUQuotaWithExclusiveCPUs 33b+ 36d+ 37d+!
DisableCloudProviders 25a- 29b+ 31g+! 33x
DisableKubeletCloudCredentialProviders 25a- 29b+ 31g+! 33x
DisableNodeKubeProxyVersion 29a- 31d- 33d+ 36d+!
DownwardAPIHugePages 27g+! 29x
DynamicNodeLocalEphemeralVolumes 38a- >NodeDeclaredFeatures
DynamicResourceAllocation 26a- 32b- 34g+ 35g+! 38x
EfficientWatchResumption 25g+! 33x
ElasticIndexedJob 27b+ 31g+! 34x
EmptyDirVolumeMode 37a-
EnvFiles 34a- 35b+ 38g+!
EtcdRangeStream 37b+
EventedPLEG 26a- >PLEGOnDemandRelist@37
EvictionRequestAPI 37a-
ExcludeAdmissionWebhookVirtualResources 37b+
ExecProbeTimeout 25g+ 35g+! 38x
ExpandedDNSConfig 28g+! 30x
ExperimentalHostUserNamespaceDefaulting 28d-! 30x
ExtendWebSocketsToKubelet 36b+ 38g+! >NodeDeclaredFeatures
ExternalServiceAccountTokenSigner 32a- 34b+ 36g+!
GRPCContainerProbe 27g+! 29x
GRPCContainerProbeTLS 37a-
GangScheduling 35a- 37x >GenericWorkload
GenericWorkload 35a- 37b-
GitRepoVolumeDriver 33d- 36d-!
GracefulNodeShutdown 25b+
GracefulNodeShutdownBasedOnPodPriority 25b+ >GracefulNodeShutdown
H2CContainerProbe 37a- >NodeDeclaredFeatures
HPAConfigurableTolerance 33a- 35b+ 37g+!
HPAContainerMetrics 27b+ 30g+! 32x
HPAGeneration 37b+ 38g+!
HPAOptimizedSelectorStore 37b+
HPAScaleToZero 25a- 37b+
HonorPVReclaimPolicy 25a- 31b+ 33g+! 36x
HostnameOverride 34a- 35b+ 37g+!
HugepageAwareEviction 37b+
IPTablesOwnershipCleanup 28g+! 30x
ImageMaximumGCAge 29a- 30b+ 35g+!
ImageVolume 31a- 33b- 35b+ 36g+!
ImageVolumeWithDigest 36a- >ImageVolume
InOrderInformers 33b+ 36g+!
InOrderInformersBatchProcess 35b+
InPlacePodLevelResourcesVerticalScaling 35a- 36b+ >InPlacePodVerticalScaling >PodLevelResources >NodeDeclaredFeatures
InPlacePodVerticalScaling 27a- 33b+ 35g+! 38x
InPlacePodVerticalScalingAllocatedStatus 32a- 33d- 36x
InPlacePodVerticalScalingExclusiveCPUs 32a- >InPlacePodVerticalScaling
InPlacePodVerticalScalingExclusiveMemory 34a- >InPlacePodVerticalScaling
InPlacePodVerticalScalingInitContainers 36b+ 37g+! >InPlacePodVerticalScaling >NodeDeclaredFeatures
InPlacePodVerticalScalingMemoryBackedVolumes 37a- >InPlacePodVerticalScaling >NodeDeclaredFeatures
InPlacePodVerticalScalingSchedulerPreemption 37a- >InPlacePodVerticalScaling
InTreePluginAWSUnregister 25a- 31x
InTreePluginAzureDiskUnregister 25a- 31x
InTreePluginAzureFileUnregister 25a- 31x
InTreePluginGCEUnregister 25a- 31x
InTreePluginOpenStackUnregister 25a- 31x
InTreePluginPortworxUnregister 25a- 36x
InTreePluginRBDUnregister 28d- 31x
InTreePluginvSphereUnregister 25a- 31x
InformerResourceVersion 30a- 35g+
InterPodAffinityHostnameFastPath 37a-
JobBackoffLimitPerIndex 28a- 29b+ 33g+! 37x
JobManagedBy 30a- 32b+ 35g+! 38x
JobMutableNodeSchedulingDirectives 27g+! 29x
JobPodFailurePolicy 26b+ 31g+! 33x
JobPodReplacementPolicy 28a- 29b+ 34g+! 37x
JobReadyPods 25b+ 29g+! 31x
JobSuccessPolicy 30a- 31b+ 33g+! 37x
JobTrackingWithFinalizers 26g+! 29x
KMSv1 28d+ 29d-
KMSv2 27b+ 29g+! 32x
KMSv2KDF 28b- 29g+! 32x
KubeAPIServerWorkloadsTrust 38a- >ClusterTrustBundle >ClusterTrustBundleProjection
KubeProxyDrainingTerminatingNodes 28a- 30b+ 31g+! 33x
KubeProxyIPVS 37d+
KubeProxyNFTablesLocalhostNodePorts 37a- 38b+
KubeletAllocatedPodsEndpoint 37a- >InPlacePodVerticalScaling
KubeletCgroupDriverFromCRI 28a- 31b+ 34g+!
KubeletCrashLoopBackOffMax 32a- 35b+
KubeletEnsureSecretPulledImages 33a- 35b+
KubeletFineGrainedAuthz 32a- 33b+ 36g+!
KubeletInUserNamespace 25a- 37b+
KubeletPSI 33a- 34b+ 36g+!
KubeletPodResources 28g+! 30x
KubeletPodResourcesDynamicResources 27a- 34b+ 36g+!
KubeletPodResourcesGet 27a- 34b+ 36g+!
KubeletPodResourcesGetAllocatable 28g+! 30x
KubeletPodResourcesListUseActivePods 34d+
KubeletRegistrationGetOnExistsOnly 32d-
KubeletSeparateDiskGC 29a- 31b+
KubeletServiceAccountTokenForCredentialProviders 33a- 34b+
KubeletTracing 27b+ 34g+! 38x
LegacyServiceAccountTokenCleanUp 28a- 29b+ 30g+! 32x
LegacyServiceAccountTokenNoAutoGeneration 27g+! 29x
LegacyServiceAccountTokenTracking 28g+! 30x
LegacySidecarContainers 33d- 34x
ListFromCacheSnapshot 33a- 34b+
LoadBalancerIPMode 29a- 30b+ 32g+! 35x
LocalStorageCapacityIsolationFSQuotaMonitoring 25a- 31b-
LogarithmicScaleDown 25b+ 31g+! 37x
LoggingAlphaOptions 25a-
LoggingBetaOptions 25b+
ManagedFieldsOptOut 38a-
ManagedFieldsOptOutClient 38a-
ManifestBasedAdmissionControlConfig 36a- 37b+
MatchLabelKeysInPodAffinity 29a- 31b+ 33g+! 38x
MatchLabelKeysInPodTopologySpread 27b+
MatchLabelKeysInPodTopologySpreadSelectorMerge 34b+ >MatchLabelKeysInPodTopologySpread
MaxUnavailableStatefulSet 25a- 35b+ 35.4b- 37b+
MemoryManager 25b+ 32g+! 36x
MemoryQoS 25a- 37b+
MinDomainsInPodTopologySpread 27b+ 30g+! 32x
MinimizeIPTablesRestore 28g+! 30x
MultiCIDRRangeAllocator 25a- 29x
MultiCIDRServiceAllocator 27a- 31b- 33g+ 34g+! 38x
MutableCSINodeAllocatableCount 33a- 34b- 35b+ 36g+!
MutablePVNodeAffinity 35a-
MutablePodResourcesForSuspendedJobs 35a- 36b+
MutableSchedulingDirectivesForSuspendedJobs 35a- 36b+
MutatingAdmissionPolicy 30a- 34b- 36g+
NFTablesNetlink 37b+
NFTablesProxyMode 29a- 31b+ 33g+! 38x
NativeHistograms 36a- 37b+
NewVolumeManagerReconstruction 28b+ 30g+! 32x
NodeControllerLeaseCircuitBreaker 37b+ >AtomicFIFO
NodeDeclaredFeatures 35a- 36b+ 37g+!
NodeInclusionPolicyInPodTopologySpread 26b+ 33g+!
NodeLifecycleConditions 37a-
NodeLogQuery 27a- 30b- 36g+!
NodeOutOfServiceVolumeDetach 28g+! 32x
NodeSwap 28b- 30b+ 34g+! 38x
NominatedNodeNameForExpectation 34a- 35b+
OpenAPIEnums 25b+
OpenAPIV2LazyBuild 38b+
OpenAPIV3 27g+! 29x
OpportunisticBatching 35b+
OrderedNamespaceDeletion 30b- 33b+ 34g+! 37x
PDBUnhealthyPodEvictionPolicy 27b+ 31g+! 33x
PLEGOnDemandRelist 36b+ 37g+!
PersistentVolumeClaimUnusedSinceTime 36a- 37b+
PersistentVolumeLastPhaseTransitionTime 28a- 29b+ 31g+! 33x
PodAndContainerStatsFromCRI 25a- 37b-
PodCertificateMLDSA 38b-
PodCertificateRequest 34a- 35b- 37g+ >AuthorizeNodeWithSelectors@35-36
PodDeletionCost 25b+
PodDisruptionConditions 26b+ 31g+! 34x
PodGroupPreemptionPolicy 37a- 38x >GenericWorkload
PodHostIPs 28a- 29b+ 30g+! 32x
PodIndexLabel 28b+ 32g+! 35x
PodLevelResourceManagers 36a- 37b- >PodLevelResources
PodLevelResources 32a- 34b+
PodLevelResourcesFixDefaulting 37b+ >PodLevelResources
PodLevelResourcesFixKubeletQOSClass 37b+ >PodLevelResources
PodLifecycleSleepAction 29a- 30b+ 34g+! 37x
PodLifecycleSleepActionAllowZero 32a- 33b+ 34g+! 37x >PodLifecycleSleepAction
PodLogsQuerySplitStreams 32a-
PodObservedGenerationTracking 33a- 34b+ 35g+!
PodReadyToStartContainersCondition 28a- 29b+ 37g+!
PodSchedulingReadiness 27b+ 30g+! 38x
PodTopologyLabelsAdmission 33a- 35b+
PodsAPI 36a- 37b+
PortForwardWebsockets 30a- 31b+ 38g+!
PreferSameTrafficDistribution 33a- 34b+ 35g+! 38x
PreventStaticPodAPIReferences 34b+ 37x
ProbeHostPodSecurityStandards 34g+! 35x
ProbeTerminationGracePeriod 28g+! 29x
ProcMountType 25a- 31b- 33b+ 36g+! >UserNamespacesSupport
ProxyTerminatingEndpoints 28g+! 30x
QOSReserved 25a-
ReadWriteOncePod 27b+ 29g+! 31x
RecoverVolumeExpansionFailure 25a- 32b+ 34g+! 38x
RecursiveReadOnlyMounts 30a- 31b+ 33g+!
ReduceDefaultCrashLoopBackOffDecay 33a-
RelaxedDNSSearchValidation 32a- 33b+ 34g+! 37x
RelaxedEnvironmentVariableValidation 30a- 32b+ 34g+!
RelaxedServiceNameValidation 34a- 36b+ 37g+!
ReloadKubeletClientCAFile 36b+
ReloadKubeletServerCertificateFile 31b+
RemainingItemCount 25b+ 29g+! 33x
RemoteRequestHeaderUID 32a- 33b+
RemoveSelfLink 25g+! 30x
RequestCostAggregation 38a-
ResilientWatchCacheInitialization 31b+ 34g+! 37x
ResourceHealthStatus 31a- 36b+ >DynamicResourceAllocation
ResourceHealthStatusMessage 36b+ >ResourceHealthStatus
RestartAllContainersOnContainerExits 35a- 36b+ >ContainerRestartRules >NodeDeclaredFeatures
RetroactiveDefaultStorageClass 28g+ 29x
RetryGenerateName 30a- 31b+ 32g+! 37x
RotateKubeletServerCertificate 25b+
RuntimeClassInImageCriApi 29a-
SELinuxChangePolicy 32a- 33b+ 36g+!
SELinuxMount 30a- 33b- 37g+
SELinuxMountReadWriteOncePod 28b+ 36g+!
SchedulerAsyncAPICalls 34b-
SchedulerAsyncPreemption 32a- 33b+
SchedulerPopFromBackoffQ 33b+
SchedulerPreQueueingHints 37a- 38b+
SchedulerQueueingHints 28b- 32b+ 34g+! 37x
SeccompDefault 27g+! 29x
SecurityContextDeny 27a- 30x
SecurityProfileOCI 38a-
SeparateCacheWatchRPC 28b+ 33d- 36d-!
SeparateTaintEvictionController 29b+ 34g+! 38x
ServerSideApply 26g+! 32x
ServerSideFieldValidation 27g+! 32x
ServiceAccountNodeAudienceRestriction 32b- 33b+
ServiceAccountTokenJTI 29a- 30b+ 32g+! 38x
ServiceAccountTokenMLDSA 38b-
ServiceAccountTokenNodeBinding 29a- 31b+ 33g+! 38x >ServiceAccountTokenNodeBindingValidation
ServiceAccountTokenNodeBindingValidation 29a- 30b+ 32g+! 38x
ServiceAccountTokenPodNodeInfo 29a- 30b+ 32g+! 38x
ServiceCIDRStatusFieldWiping 36d+
ServiceNodePortStaticSubrange 28b+ 29g+! 31x
ServiceTrafficDistribution 30a- 31b+ 33g+! 36x
ShardedListAndWatch 36a- 38b+
SidecarContainers 28a- 29b+ 33g+! 37x
SizeBasedListCostEstimate 34b+
SizeMemoryBackedVolumes 25b+ 32g+! 35x
SkipReadOnlyValidationGCE 28a- 29d+ 31x
StableLoadBalancerNodeSet 27b+ 30g+! 32x
StaleControllerConsistencyDaemonSet 36b+ >AtomicFIFO
StaleControllerConsistencyHPA 37b+ >AtomicFIFO
StaleControllerConsistencyJob 36b+ >AtomicFIFO
StaleControllerConsistencyReplicaSet 36b+ >AtomicFIFO
StaleControllerConsistencyStatefulSet 36b+ >AtomicFIFO
StatefulSetAutoDeletePVC 27b+ 32g+! 35x
StatefulSetRecreateStrategy 37a- 38b+
StatefulSetSemanticRevisionComparison 34b+
StatefulSetStartOrdinal 27b+ 31g+! 34x
StorageCapacityScoring 33a- 37b+
StorageNamespaceIndex 30b+ 33d+
StorageVersionAPI 25a- >APIServerIdentity
StorageVersionHash 25b+
StorageVersionMigrator 30a- 35b- 37g+
StreamingCollectionEncodingToJSON 33b+ 34g+! 37x
StreamingCollectionEncodingToProtobuf 33b+ 34g+! 37x
StrictCostEnforcementForVAP 30b- 32g+! 35x
StrictCostEnforcementForWebhooks 30b- 32g+! 35x
StrictIPCIDRValidation 33a- 36b+ 38g+!
StructuredAuthenticationConfiguration 29a- 30b+ 34g+! 37x
StructuredAuthenticationConfigurationEgressSelector 34b+ >StructuredAuthenticationConfiguration@35-36
StructuredAuthenticationConfigurationJWKSMetrics 35b+ >StructuredAuthenticationConfiguration@35-36
StructuredAuthorizationConfiguration 29a- 30b+ 32g+! 36x
SupplementalGroupsPolicy 31a- 33b+ 35g+! 38x
SystemdWatchdog 32b+ 35g+! 38x
TaintTolerationComparisonOperators 35a-
TokenRequestServiceAccountUIDValidation 34b+
TopologyAwareHints 25b+ 33g+! 36x
TopologyAwareWorkloadScheduling 36a- 38b- >GenericWorkload
TopologyManager 27g+! 29x
TopologyManagerPolicyAlphaOptions 26a-
TopologyManagerPolicyBetaOptions 28b+
TopologyManagerPolicyOptions 28b+ 32g+ 36g+!
TranslateStreamCloseWebsocketRequests 29a- 30b+ 38g+!
UnauthenticatedHTTP2DOSMitigation 26b- 29b+
UnknownVersionInteroperabilityProxy 28a- 36b+ >APIServerIdentity
UnlockWhileProcessingFIFO 36b+
UserNamespacesHostNetworkSupport 35a- >UserNamespacesSupport >NodeDeclaredFeatures@36
UserNamespacesPodSecurityStandards 29a- 35x
UserNamespacesSupport 28a- 30b- 33b+ 36g+!
ValidatingAdmissionPolicy 28b- 30g+! 32x
VolumeAttributesClass 29a- 31b- 34g+ 36g+!
VolumeBindMountOptions 37a-
VolumeCapacityPriority 25a- 33x
VolumeLimitScaling 35a- 37b+
WatchBookmark 25g+! 33x
WatchCacheInitializationPostStartHook 31b- 36b+ 37g+!
WatchFromStorageWithoutPrevKV 38b+
WatchFromStorageWithoutResourceVersion 27b- 33d-! 36x
WatchList 27a- 32b+ 33b- 34b+
WatchListClient 30b- 35b+
WatchListClientConcurrentDecoding 38b+
WatchListCompression 37b+
WebhookRoundTripLoadBalancing 37b+
WinDSR 25a- 33b+ 34g+! 38x
WinOverlay 25b+ 34g+! 38x
WindowsCPUAndMemoryAffinity 32a- 38b+
WindowsGracefulNodeShutdown 32a- 34b+ >GracefulNodeShutdown
WindowsHostNetwork 26a+ 33d- 38x
WorkloadAwarePreemption 36a- 37x >GangScheduling
WorkloadWithJob 36a- >GenericWorkload
ZeroLimitedNominalConcurrencyShares 29b- 30g+! 32x
`;

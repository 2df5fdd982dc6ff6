// Written by tools/generate-api-types.mjs. The format of a line: api-types.ts.
export const apiTypeLines = `
AWSElasticBlockStoreVolumeSource fsType:s partition:i readOnly:b volumeID:s
Affinity nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AppArmorProfile localhostProfile:s type:s
AzureDiskVolumeSource cachingMode:s diskName:s diskURI:s fsType:s kind:s=Shared readOnly:b
AzureFileVolumeSource readOnly:b secretName:s shareName:s
CSIVolumeSource driver:s fsType:s nodePublishSecretRef:LocalObjectReference readOnly:b volumeAttributes:{s
Capabilities add:[s drop:[s
CephFSVolumeSource monitors:[s path:s readOnly:b secretFile:s secretRef:LocalObjectReference user:s
CinderVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeID:s
ClaimSource resourceClaimName:s@-30 resourceClaimTemplateName:s@-30
ClusterTrustBundleProjection labelSelector:LabelSelector name:s optional:b path:s signerName:s user:l@37?AtomicWriteVolumeUserFields
ConfigMapEnvSource name:s optional:b
ConfigMapKeySelector key:s name:s optional:b
ConfigMapProjection items:[KeyToPath name:s optional:b
ConfigMapVolumeSource defaultMode:i defaultUser:l@37?AtomicWriteVolumeUserFields items:[KeyToPath name:s optional:b
Container args:[s command:[s env:[EnvVar envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle livenessProbe:Probe name:s ports:[ContainerPort readinessProbe:Probe resizePolicy:[ContainerResizePolicy?InPlacePodVerticalScaling resources:ResourceRequirements restartPolicy:s restartPolicyRules:[ContainerRestartRule@34?ContainerRestartRules securityContext:SecurityContext startupProbe:Probe stdin:b stdinOnce:b terminationMessagePath:s terminationMessagePolicy:s~File tty:b volumeDevices:[VolumeDevice volumeMounts:[VolumeMount workingDir:s
ContainerPort containerPort:i hostIP:s hostPort:i name:s protocol:s~TCP
ContainerResizePolicy resourceName:s restartPolicy:s
ContainerRestartRule action:s@34 exitCodes:ContainerRestartRuleOnExitCodes@34
ContainerRestartRuleOnExitCodes operator:s@34 values:[i@34
CronJob apiVersion:s kind:s metadata:ObjectMeta spec:CronJobSpec status:a
CronJobSpec concurrencyPolicy:s~Allow failedJobsHistoryLimit:i>0 jobTemplate:JobTemplateSpec schedule:s startingDeadlineSeconds:l>0 successfulJobsHistoryLimit:i>0 suspend:b timeZone:s
DaemonSet apiVersion:s kind:s metadata:ObjectMeta spec:DaemonSetSpec status:a
DaemonSetSpec minReadySeconds:i>0 revisionHistoryLimit:i>0 selector:LabelSelector template:PodTemplateSpec updateStrategy:DaemonSetUpdateStrategy
DaemonSetUpdateStrategy rollingUpdate:RollingUpdateDaemonSet type:s~RollingUpdate
Deployment apiVersion:s kind:s metadata:ObjectMeta spec:DeploymentSpec status:a
DeploymentSpec minReadySeconds:i>0 paused:b progressDeadlineSeconds:i>0=600 replicas:i>0=1 revisionHistoryLimit:i>0=10 selector:LabelSelector strategy:DeploymentStrategy template:PodTemplateSpec
DeploymentStrategy rollingUpdate:RollingUpdateDeployment type:s~RollingUpdate
DownwardAPIProjection items:[DownwardAPIVolumeFile
DownwardAPIVolumeFile fieldRef:ObjectFieldSelector mode:i path:s resourceFieldRef:ResourceFieldSelector user:l@37?AtomicWriteVolumeUserFields
DownwardAPIVolumeSource defaultMode:i defaultUser:l@37?AtomicWriteVolumeUserFields items:[DownwardAPIVolumeFile
EmptyDirVolumeSource medium:s mode:i@37?EmptyDirVolumeMode sizeLimit:q
EnvFromSource configMapRef:ConfigMapEnvSource prefix:s secretRef:SecretEnvSource
EnvVar name:s value:s valueFrom:EnvVarSource
EnvVarSource configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector@34?EnvFiles resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer args:[s command:[s env:[EnvVar envFrom:[EnvFromSource image:s imagePullPolicy:s lifecycle:Lifecycle livenessProbe:Probe name:s ports:[ContainerPort readinessProbe:Probe resizePolicy:[ContainerResizePolicy?InPlacePodVerticalScaling resources:ResourceRequirements restartPolicy:s restartPolicyRules:[ContainerRestartRule@34?ContainerRestartRules securityContext:SecurityContext startupProbe:Probe stdin:b stdinOnce:b targetContainerName:s terminationMessagePath:s terminationMessagePolicy:s~File tty:b volumeDevices:[VolumeDevice volumeMounts:[VolumeMount workingDir:s
EphemeralVolumeSource volumeClaimTemplate:PersistentVolumeClaimTemplate
EvictionResponder name:s@37 priority:i@37
ExecAction command:[s
FCVolumeSource fsType:s lun:i readOnly:b targetWWNs:[s wwids:[s
FileKeySelector key:s@34 optional:b@34 path:s@34 volumeName:s@34
FlexVolumeSource driver:s fsType:s options:{s readOnly:b secretRef:LocalObjectReference
FlockerVolumeSource datasetName:s datasetUUID:s
GCEPersistentDiskVolumeSource fsType:s partition:i pdName:s readOnly:b
GRPCAction mode:s@37?GRPCContainerProbeTLS port:i service:s
GitRepoVolumeSource directory:s repository:s revision:s
GlusterfsVolumeSource endpoints:s path:s readOnly:b
HTTPGetAction host:s httpHeaders:[HTTPHeader path:s~/ port:o protocol:s@37?H2CContainerProbe scheme:s~HTTP
HTTPHeader name:s value:s
HostAlias hostnames:[s ip:s
HostPathVolumeSource path:s type:s
ISCSIVolumeSource chapAuthDiscovery:b chapAuthSession:b fsType:s initiatorName:s iqn:s iscsiInterface:s lun:i portals:[s readOnly:b secretRef:LocalObjectReference targetPortal:s
ImageVolumeSource pullPolicy:s@31~IfNotPresent reference:s@31
Job apiVersion:s kind:s metadata:ObjectMeta spec:JobSpec status:a
JobSchedulingConfiguration disruptionMode:WorkloadPodGroupDisruptionMode@37 resourceClaims:[WorkloadPodGroupResourceClaim@37 schedulingConstraints:WorkloadPodGroupSchedulingConstraints@37 schedulingPolicy:WorkloadPodGroupSchedulingPolicy@37
JobSpec activeDeadlineSeconds:l>0 backoffLimit:i>0 backoffLimitPerIndex:i?JobBackoffLimitPerIndex>0 completionMode:s=NonIndexed completions:i>0 managedBy:s@30?JobManagedBy manualSelector:b maxFailedIndexes:i?JobBackoffLimitPerIndex>0 parallelism:i>0=1 podFailurePolicy:PodFailurePolicy?JobPodFailurePolicy podReplacementPolicy:s?JobPodReplacementPolicy scheduling:JobSchedulingConfiguration@37 selector:LabelSelector successPolicy:SuccessPolicy@30?JobSuccessPolicy suspend:b template:PodTemplateSpec ttlSecondsAfterFinished:i>0
JobTemplateSpec metadata:ObjectMeta spec:JobSpec
KeyToPath key:s mode:i path:s user:l@37?AtomicWriteVolumeUserFields
LabelSelector matchExpressions:[LabelSelectorRequirement matchLabels:{s
LabelSelectorRequirement key:s operator:s values:[s
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:s@33?ContainerStopSignals
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction@29?PodLifecycleSleepAction tcpSocket:TCPSocketAction
LocalObjectReference name:s
ManagedFieldsEntry apiVersion:s fieldsType:s fieldsV1:a manager:s operation:s subresource:s time:t
ModifyVolumeStatus status:s targetVolumeAttributesClassName:s
NFSVolumeSource path:s readOnly:b server:s
NodeAffinity preferredDuringSchedulingIgnoredDuringExecution:[PreferredSchedulingTerm requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeSelector nodeSelectorTerms:[NodeSelectorTerm
NodeSelectorRequirement key:s operator:s values:[s
NodeSelectorTerm matchExpressions:[NodeSelectorRequirement matchFields:[NodeSelectorRequirement
ObjectFieldSelector apiVersion:s fieldPath:s
ObjectMeta annotations:{s creationTimestamp:t deletionGracePeriodSeconds:l deletionTimestamp:t finalizers:[s generateName:s generation:l labels:{s managedFields:[ManagedFieldsEntry name:s namespace:s ownerReferences:[OwnerReference resourceVersion:s selfLink:s uid:s
OwnerReference apiVersion:s blockOwnerDeletion:b controller:b kind:s name:s uid:s
PersistentVolumeClaim apiVersion:s kind:s metadata:ObjectMeta spec:PersistentVolumeClaimSpec status:PersistentVolumeClaimStatus
PersistentVolumeClaimCondition lastProbeTime:t lastTransitionTime:t message:s reason:s status:s type:s
PersistentVolumeClaimSpec accessModes:[s dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference resources:VolumeResourceRequirements selector:LabelSelector storageClassName:s volumeAttributesClassName:s@29 volumeMode:s volumeName:s
PersistentVolumeClaimStatus accessModes:[s allocatedResourceStatuses:{s allocatedResources:{q capacity:{q conditions:[PersistentVolumeClaimCondition currentVolumeAttributesClassName:s healthStatus:VolumeHealthStatus@37 modifyVolumeStatus:ModifyVolumeStatus phase:s
PersistentVolumeClaimTemplate metadata:ObjectMeta spec:PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource claimName:s readOnly:b
PhotonPersistentDiskVolumeSource fsType:s pdID:s
Pod apiVersion:s kind:s metadata:ObjectMeta spec:PodSpec status:a
PodAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm
PodAffinityTerm labelSelector:LabelSelector matchLabelKeys:[s@29?MatchLabelKeysInPodAffinity mismatchLabelKeys:[s@29?MatchLabelKeysInPodAffinity namespaceSelector:LabelSelector namespaces:[s topologyKey:s
PodAntiAffinity preferredDuringSchedulingIgnoredDuringExecution:[WeightedPodAffinityTerm requiredDuringSchedulingIgnoredDuringExecution:[PodAffinityTerm
PodCertificateProjection certificateChainPath:s@34 credentialBundlePath:s@34 keyPath:s@34 keyType:s@34 maxExpirationSeconds:i@34 signerName:s@34 user:l@37?AtomicWriteVolumeUserFields userAnnotations:{s@35
PodDNSConfig nameservers:[s options:[PodDNSConfigOption searches:[s
PodDNSConfigOption name:s value:s
PodFailurePolicy rules:[PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement containerName:s operator:s values:[i
PodFailurePolicyOnPodConditionsPattern status:s~True type:s
PodFailurePolicyRule action:s onExitCodes:PodFailurePolicyOnExitCodesRequirement onPodConditions:[PodFailurePolicyOnPodConditionsPattern
PodOS name:s
PodReadinessGate conditionType:s
PodResourceClaim name:s resourceClaimName:s@31 resourceClaimTemplateName:s@31 source:ClaimSource@-30
PodSchedulingGate name:s
PodSchedulingGroup podGroupName:s@36
PodSecurityContext appArmorProfile:AppArmorProfile@30 fsGroup:l fsGroupChangePolicy:s runAsGroup:l runAsNonRoot:b runAsUser:l seLinuxChangePolicy:s@32?SELinuxChangePolicy seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile supplementalGroups:[l supplementalGroupsPolicy:s@31?SupplementalGroupsPolicy sysctls:[Sysctl windowsOptions:WindowsSecurityContextOptions
PodSpec activeDeadlineSeconds:l>1 affinity:Affinity automountServiceAccountToken:b containers:[Container dnsConfig:PodDNSConfig dnsPolicy:s~ClusterFirst enableServiceLinks:b ephemeralContainers:[EphemeralContainer evictionResponders:[EvictionResponder@37?EvictionRequestAPI hostAliases:[HostAlias hostIPC:b hostNetwork:b hostPID:b hostUsers:b?UserNamespacesSupport hostname:s hostnameOverride:s@34?HostnameOverride imagePullSecrets:[LocalObjectReference initContainers:[Container nodeName:s nodeSelector:{s os:PodOS overhead:{q preemptionPolicy:s priority:i priorityClassName:s readinessGates:[PodReadinessGate resourceClaims:[PodResourceClaim?DynamicResourceAllocation resources:ResourceRequirements@32?PodLevelResources restartPolicy:s~Always runtimeClassName:s schedulerName:s schedulingGates:[PodSchedulingGate schedulingGroup:PodSchedulingGroup@36?GenericWorkload securityContext:PodSecurityContext serviceAccount:s serviceAccountName:s setHostnameAsFQDN:b shareProcessNamespace:b subdomain:s terminationGracePeriodSeconds:l=30 tolerations:[Toleration topologySpreadConstraints:[TopologySpreadConstraint volumes:[Volume workloadRef:WorkloadReference@35-35
PodTemplate apiVersion:s kind:s metadata:ObjectMeta template:PodTemplateSpec status:a
PodTemplateSpec metadata:ObjectMeta spec:PodSpec
PortworxVolumeSource fsType:s readOnly:b volumeID:s
PreferredSchedulingTerm preference:NodeSelectorTerm weight:i
Probe exec:ExecAction failureThreshold:i>0~3 grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:i>0 periodSeconds:i>0~10 successThreshold:i>0~1 tcpSocket:TCPSocketAction terminationGracePeriodSeconds:l>1 timeoutSeconds:i>0~1
ProjectedVolumeSource defaultMode:i defaultUser:l@37?AtomicWriteVolumeUserFields sources:[VolumeProjection
QuobyteVolumeSource group:s readOnly:b registry:s tenant:s user:s volume:s
RBDVolumeSource fsType:s image:s keyring:s monitors:[s pool:s readOnly:b secretRef:LocalObjectReference user:s
ReplicaSet apiVersion:s kind:s metadata:ObjectMeta spec:ReplicaSetSpec status:a
ReplicaSetSpec minReadySeconds:i>0 replicas:i>0 selector:LabelSelector template:PodTemplateSpec
ReplicationController apiVersion:s kind:s metadata:ObjectMeta spec:ReplicationControllerSpec status:a
ReplicationControllerSpec minReadySeconds:i>0 replicas:i>0 selector:{s template:PodTemplateSpec
ResourceClaim name:s request:s@31
ResourceFieldSelector containerName:s divisor:q resource:s
ResourceRequirements claims:[ResourceClaim?DynamicResourceAllocation limits:{q requests:{q
RollingUpdateDaemonSet maxSurge:o maxUnavailable:o
RollingUpdateDeployment maxSurge:o maxUnavailable:o
RollingUpdateStatefulSetStrategy maxUnavailable:o?MaxUnavailableStatefulSet partition:i>0
SELinuxOptions level:s role:s type:s user:s
ScaleIOVolumeSource fsType:s gateway:s protectionDomain:s readOnly:b secretRef:LocalObjectReference sslEnabled:b storageMode:s storagePool:s system:s volumeName:s
SeccompProfile localhostProfile:s oci:SecurityProfileOCI@38 type:s
SecretEnvSource name:s optional:b
SecretKeySelector key:s name:s optional:b
SecretProjection items:[KeyToPath name:s optional:b
SecretVolumeSource defaultMode:i defaultUser:l@37?AtomicWriteVolumeUserFields items:[KeyToPath optional:b secretName:s
SecurityContext allowPrivilegeEscalation:b appArmorProfile:AppArmorProfile@30 capabilities:Capabilities privileged:b procMount:s readOnlyRootFilesystem:b runAsGroup:l runAsNonRoot:b runAsUser:l seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile windowsOptions:WindowsSecurityContextOptions
SecurityProfileOCI baseProfile:SecurityProfileOCIBase@38 ref:s@38
SecurityProfileOCIBase localhostProfile:s@38 type:s@38
ServiceAccountTokenProjection audience:s expirationSeconds:l path:s user:l@37?AtomicWriteVolumeUserFields
SleepAction seconds:l>0
StatefulSet apiVersion:s kind:s metadata:ObjectMeta spec:StatefulSetSpec status:a
StatefulSetOrdinals start:i>0
StatefulSetPersistentVolumeClaimRetentionPolicy whenDeleted:s~Retain whenScaled:s~Retain
StatefulSetSpec minReadySeconds:i>0 ordinals:StatefulSetOrdinals persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy podManagementPolicy:s~OrderedReady replicas:i>0=1 revisionHistoryLimit:i selector:LabelSelector serviceName:s template:PodTemplateSpec updateStrategy:StatefulSetUpdateStrategy volumeClaimTemplates:[PersistentVolumeClaim
StatefulSetUpdateStrategy rollingUpdate:RollingUpdateStatefulSetStrategy type:s~RollingUpdate
StorageOSVolumeSource fsType:s readOnly:b secretRef:LocalObjectReference volumeName:s volumeNamespace:s
SuccessPolicy rules:[SuccessPolicyRule
SuccessPolicyRule succeededCount:i succeededIndexes:s
Sysctl name:s value:s
TCPSocketAction host:s port:o
Toleration effect:s key:s operator:s tolerationSeconds:l value:s
TopologyConstraint key:s@37
TopologySpreadConstraint labelSelector:LabelSelector matchLabelKeys:[s?MatchLabelKeysInPodTopologySpread maxSkew:i minDomains:i nodeAffinityPolicy:s?NodeInclusionPolicyInPodTopologySpread nodeTaintsPolicy:s?NodeInclusionPolicyInPodTopologySpread topologyKey:s whenUnsatisfiable:s
TypedLocalObjectReference apiGroup:s kind:s name:s
TypedObjectReference apiGroup:s kind:s name:s namespace:s
Volume awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource flexVolume:FlexVolumeSource flocker:FlockerVolumeSource gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource image:ImageVolumeSource@31 iscsi:ISCSIVolumeSource name:s nfs:NFSVolumeSource persistentVolumeClaim:PersistentVolumeClaimVolumeSource photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeDevice devicePath:s name:s
VolumeHealthCondition message:s@37 reason:s@37 status:s@37
VolumeHealthStatus healthConditions:[VolumeHealthCondition@37 lastTransitionTime:t@37
VolumeMount bindMountOptions:[s@37?VolumeBindMountOptions mountPath:s mountPropagation:s name:s readOnly:b recursiveReadOnly:s@30?RecursiveReadOnlyMounts subPath:s subPathExpr:s
VolumeProjection clusterTrustBundle:ClusterTrustBundleProjection@29?ClusterTrustBundleProjection configMap:ConfigMapProjection downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection@34?PodCertificateRequest secret:SecretProjection serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements limits:{q requests:{q
VsphereVirtualDiskVolumeSource fsType:s storagePolicyID:s storagePolicyName:s volumePath:s
WeightedPodAffinityTerm podAffinityTerm:PodAffinityTerm weight:i
WindowsSecurityContextOptions gmsaCredentialSpec:s gmsaCredentialSpecName:s hostProcess:b runAsUserName:s
WorkloadPodGroupAllDisruptionMode
WorkloadPodGroupBasicSchedulingPolicy
WorkloadPodGroupDisruptionMode all:WorkloadPodGroupAllDisruptionMode@37 single:WorkloadPodGroupSingleDisruptionMode@37
WorkloadPodGroupGangSchedulingPolicy minCount:i@37
WorkloadPodGroupResourceClaim name:s@37 resourceClaimName:s@37 resourceClaimTemplateName:s@37
WorkloadPodGroupSchedulingConstraints topology:[TopologyConstraint@37
WorkloadPodGroupSchedulingPolicy basic:WorkloadPodGroupBasicSchedulingPolicy@37 gang:WorkloadPodGroupGangSchedulingPolicy@37
WorkloadPodGroupSingleDisruptionMode
WorkloadReference name:s@35-35 podGroup:s@35-35 podGroupReplicaKey:s@35-35
`;

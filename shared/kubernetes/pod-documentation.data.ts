// What the fields of pods and workloads do that concern restarts, probes and termination, for people. The format: pod-documentation.ts.
export const podDocumentationLines = `
# Pod,Deployment,StatefulSet,DaemonSet,ReplicaSet,ReplicationController,Job,CronJob
metadata !,* Name, namespace and labels.
spec !,* What shall run.
# PodTemplate
metadata !,* Name, namespace and labels.
template !,* The pod that is stored under this name.
# ObjectMeta
name * Unique among the objects of this kind in the namespace.
namespace * Omitted: the namespace of the request.
labels * Words by which selectors find the object.
annotations * Texts for people and tools; nothing selects by them.
# LabelSelector
matchLabels * Labels that a pod has to have, all of them.
matchExpressions * Conditions on labels; all have to hold.
# DeploymentSpec,ReplicaSetSpec,ReplicationControllerSpec,StatefulSetSpec
replicas =1,>=0 How many pods shall run.
# DeploymentSpec,ReplicaSetSpec,StatefulSetSpec,DaemonSetSpec,ReplicationControllerSpec
selector ! Which pods belong to the object. Has to match the labels of the template.
template !,* The pod that is made, again and again.
minReadySeconds s,=0,>=0 How long a new pod has to be Ready, without a break, before it counts as available and the rollout goes on. A restart begins it anew.
# DeploymentSpec
progressDeadlineSeconds s,=600,>=0 A rollout without progress for that long is marked as failed (ProgressDeadlineExceeded); it is not rolled back. Has to be greater than minReadySeconds.
strategy - How pods are replaced by new ones.
# DeploymentSpec,StatefulSetSpec,DaemonSetSpec
revisionHistoryLimit =10,>=0 How many old revisions are kept to roll back to.
# DeploymentSpec
paused =false Changes of the template wait until this is false again; progressDeadlineSeconds does not count.
# DeploymentStrategy
type =RollingUpdate How pods are replaced.
.RollingUpdate - New pods start before all old ones have stopped.
.Recreate - All old pods stop, then the new ones start: there is a time without any.
rollingUpdate - How many pods are replaced at once.
# RollingUpdateDeployment
maxUnavailable =25%,>=0 How many of the replicas may be missing during a rollout, as a number or a share. Not 0 where maxSurge is 0.
maxSurge =25%,>=0 How many pods more than replicas may exist during a rollout, as a number or a share.
# StatefulSetSpec
serviceName - The headless Service that gives the pods their names in DNS.
podManagementPolicy =OrderedReady In which order pods are started and stopped.
.OrderedReady - One after the other: each waits until the one before is Ready, so that one that never gets Ready stops all after it.
.Parallel - All at once; they do not wait for each other.
updateStrategy - How pods are replaced by new ones.
ordinals - The numbers in the pods' names.
# StatefulSetUpdateStrategy
type =RollingUpdate How pods are replaced.
.RollingUpdate - One after the other, from the highest number down; each has to become Ready first.
.OnDelete - A pod is replaced when somebody deletes it.
.Recreate ~StatefulSetRecreateStrategy All pods stop, then the new ones start.
rollingUpdate - Which pods are replaced, and how many at once.
# RollingUpdateStatefulSetStrategy
partition =0,>=0 Only pods from this number on are replaced.
maxUnavailable =1,~MaxUnavailableStatefulSet How many pods may be missing during an update, as a number or a share; not 0.
# StatefulSetOrdinals
start =0,>=0 The number of the first pod.
# DaemonSetSpec
updateStrategy - How pods are replaced by new ones.
# DaemonSetUpdateStrategy
type =RollingUpdate How pods are replaced.
.RollingUpdate - Node by node, without being asked.
.OnDelete - A pod is replaced when somebody deletes it.
rollingUpdate - On how many nodes at once.
# RollingUpdateDaemonSet
maxUnavailable =1,>=0 On how many nodes the pod may be missing during an update, as a number or a share.
maxSurge =0,>=0 On how many nodes the new pod starts beside the old one. Then maxUnavailable has to be 0.
# CronJobSpec
schedule ! When a Job is made: five cron fields, or @hourly, @daily and the like.
jobTemplate ! The Job that is made.
concurrencyPolicy =Allow What happens when the Job before still runs.
.Allow - Jobs run side by side.
.Forbid - The new run is skipped.
.Replace - The old Job is deleted, the new one starts.
startingDeadlineSeconds s,>=0 How late a run may start. Omitted: no limit. Below 10 runs can be missed, because the controller looks every 10 s.
timeZone - A name of the IANA database, such as Europe/Berlin. Omitted: the zone of the controller manager, usually UTC.
suspend =false No new Jobs while this is true; those that run go on.
successfulJobsHistoryLimit =3,>=0 How many Jobs that succeeded are kept.
failedJobsHistoryLimit =1,>=0 How many Jobs that failed are kept.
# JobTemplateSpec
metadata * Labels and annotations of each Job.
spec !,* The Job.
# JobSpec
template !,* The pod of each try. Its restartPolicy has to be Never or OnFailure.
backoffLimit =6,>=0 How many failures the Job survives: pods that failed and, under OnFailure, restarts of their containers. New tries wait 10s, 20s, 40s and so on, at most 10m. With backoffLimitPerIndex there is no limit if this is omitted.
activeDeadlineSeconds s,>=0 Time that the Job may take, waiting for tries included. Then its pods are stopped and it has failed, whatever backoffLimit says. Omitted: no limit.
completions >=0 How many pods have to succeed. Omitted: 1 if parallelism is omitted, too; else the first success ends the Job when all other pods have ended.
parallelism =1,>=0 How many pods run side by side.
completionMode =NonIndexed Whether pods have numbers.
.NonIndexed - All pods are the same.
.Indexed - Each pod gets a number from 0 to completions - 1, and each number has to succeed once.
podFailurePolicy - Which failures end the Job, do not count, or fail one index. The first rule that matches counts. Needs restartPolicy: Never.
podReplacementPolicy ~JobPodReplacementPolicy When a failed pod is replaced. Default: TerminatingOrFailed, with a podFailurePolicy Failed.
.TerminatingOrFailed - As soon as the old pod is being stopped, so that two may run at once.
.Failed - When the old pod has ended.
successPolicy ~JobSuccessPolicy When an Indexed Job has succeeded although not all indexes have. The pods that still run are stopped.
backoffLimitPerIndex >=0,~JobBackoffLimitPerIndex How many failures each index survives; an index that fails for good does not stop the others. Needs completionMode: Indexed.
maxFailedIndexes >=0,~JobBackoffLimitPerIndex How many indexes may fail before the Job has failed. Omitted: all of them. Needs backoffLimitPerIndex.
ttlSecondsAfterFinished s,>=0 The Job and its pods are deleted that long after its end. Omitted: they stay.
suspend =false While this is true the Job has no pods: those that run are stopped. activeDeadlineSeconds starts anew.
managedBy ~JobManagedBy The controller in charge, such as example.com/controller. Omitted: that of Kubernetes.
manualSelector =false You write selector and labels yourself.
# PodFailurePolicy
rules ! At most 20. Those after the first one that matches are not looked at.
# PodFailurePolicyRule
action ! What the failure means.
.FailJob - The Job has failed; all of its pods are stopped.
.Ignore - It does not count against backoffLimit, and the pod is replaced.
.Count - It counts against backoffLimit, as without a policy.
.FailIndex ~JobBackoffLimitPerIndex The index is not tried again. Needs backoffLimitPerIndex.
onExitCodes - Matches exit codes. Either this or onPodConditions.
onPodConditions - Matches conditions of the pod. Either this or onExitCodes.
# PodFailurePolicyOnExitCodesRequirement
operator ! How the exit code is compared.
.In - One of the values.
.NotIn - None of the values; a container that succeeded does not match.
values ! Exit codes, ascending, at least one; 0 not with In.
containerName - Omitted: any container or init container.
# PodFailurePolicyOnPodConditionsPattern
type ! The condition.
.DisruptionTarget - The pod was evicted, preempted or deleted with its node.
status =True What the condition has to be.
.True - It holds.
.False - It does not hold.
.Unknown - Nobody can say.
# SuccessPolicy
rules ! The first rule that is met ends the Job.
# SuccessPolicyRule
succeededIndexes - Indexes that have to succeed, such as 0,2-4. Omitted: any.
succeededCount >=1 How many of these indexes have to succeed. Omitted: all of them.
# PodTemplateSpec
metadata * Labels and annotations of each pod. The selector of the workload has to match the labels.
spec !,* The pod.
# PodSpec
containers !,* The containers that run side by side; at least one.
restartPolicy =Always What happens to containers that end. A restartPolicy of the container's own goes before.
.Always - A container that ends is started again, whatever its exit code.
.OnFailure - A container that fails is started again; exit code 0 is final.
.Never - A container that ends is not started again.
terminationGracePeriodSeconds s,=30,>=0 Time from the request to stop, the preStop hook included, until what still runs is killed with SIGKILL. 0 kills at once.
initContainers - Run one after the other before the others start. One with restartPolicy: Always is a sidecar: it keeps running, and the next starts once it has started.
activeDeadlineSeconds s,>=1,<=2147483647 Time that the pod may run on its node, waits for restarts included. Then its containers are stopped and it has failed. Omitted: no limit.
shareProcessNamespace =false Containers see each other's processes. Then no process of yours is number 1, and SIGTERM ends also those that do not handle it.
readinessGates - Conditions set by others that have to be True before the pod is Ready.
os - The system that the containers need.
# PodOS
name ! Needed for lifecycle.stopSignal.
.linux - Linux.
.windows - Windows.
# PodReadinessGate
conditionType ! Name of the condition. Omitted in the status it counts as False.
# Container
name !,* Unique in the pod; probes, logs and events name it.
image !,* What is started.
startupProbe - Asks until it succeeds once; until then the other probes wait. When it fails failureThreshold times in a row the container is restarted. Omitted: the container counts as started at once.
livenessProbe - Asks as long as the container runs. When it fails failureThreshold times in a row the container is stopped, and restarted as its restartPolicy says. Omitted: a hang is never noticed.
readinessProbe - Asks as long as the container runs. While it fails the pod gets no traffic from Services; it never restarts anything. Omitted: ready as soon as it has started.
lifecycle - Hooks after the start and before the stop, and the signal to stop.
restartPolicy - What happens when this container ends, before that of the pod. Omitted: that of the pod; an init container is started again when it fails, unless the pod's is Never.
.Always - Started again, whatever its exit code. An init container becomes a sidecar: it keeps running beside the others.
.OnFailure ~ContainerRestartRules Started again when it fails; exit code 0 is final.
.Never ~ContainerRestartRules Not started again.
restartPolicyRules ~ContainerRestartRules Exit codes for which something else than restartPolicy holds. The first rule that matches counts; at most 20. Needs a restartPolicy of the container's own.
# Container,EphemeralContainer
imagePullPolicy - When the image is pulled. Omitted: Always for the tag latest or none, else IfNotPresent.
.Always - Before each start the registry is asked; without an answer the container does not start.
.IfNotPresent - Only if the node does not have it.
.Never - It has to be on the node.
command - Replaces the entrypoint of the image. Started without a shell.
args - Replaces the arguments of the image.
terminationMessagePolicy =File Where the message of an exit is read.
.File - From terminationMessagePath.
.FallbackToLogsOnError - From the end of the log, if the file is empty and the container failed.
terminationMessagePath =/dev/termination-log The file whose last words become the message of the exit.
# Container
ports - Ports that the container listens on. Their names can be used in probes; nothing is opened or closed by them.
resizePolicy ~InPlacePodVerticalScaling Whether a change of resources restarts the container.
# EphemeralContainer
name !,* Unique in the pod.
image !,* What is started.
targetContainerName - The container whose processes it sees.
# ContainerPort
containerPort !,>=1,<=65535 The number.
name - At most 15 letters, digits and dashes. Probes and Services can use it.
protocol =TCP The protocol of the port.
.TCP - TCP.
.UDP - UDP.
.SCTP - SCTP.
hostPort >=1,<=65535 A port of the node. Two pods with the same one do not fit on a node.
hostIP - The address of the node for hostPort.
# ContainerResizePolicy
resourceName ! The resource.
.cpu - CPU time.
.memory - Memory.
restartPolicy ! What a change of it does.
.NotRequired - The container goes on.
.RestartContainer - The container is restarted; its restartPolicy does not matter.
# Probe
httpGet - A GET request; 200 to 399 is success. Redirects to another host count as success.
tcpSocket - Succeeds when a connection is opened.
exec - A command in the container; exit code 0 is success. Each run costs a process.
grpc - The health check of gRPC; SERVING is success.
periodSeconds s,=10,>=1 Time from one attempt to the next. 0 counts as 10.
failureThreshold =3,>=1 So many failures in a row, and the probe acts. 0 counts as 3.
timeoutSeconds s,=1,>=1 An attempt without an answer by then has failed. 0 counts as 1. Should be less than periodSeconds.
initialDelaySeconds s,=0,>=0 No attempt before this time after each start. A startupProbe waits only for as long as the start takes.
successThreshold =1,>=1 So many successes in a row after a failure, and the probe holds again. Has to be 1 for liveness and startup.
terminationGracePeriodSeconds s,>=1 Grace period when this probe stops the container, in place of the pod's. Not for readiness.
# ExecAction
command ! The command and its arguments, each an item. Started without a shell.
# HTTPGetAction
path =/ The path that is asked for.
port ! The number, 1 to 65535, or the name of a port of the container.
scheme =HTTP Certificates are not checked.
.HTTP - Without encryption.
.HTTPS - Encrypted; any certificate will do.
httpHeaders - Headers of the request. Host sets the host of the request; User-Agent is kube-probe/ and the version if omitted.
host - Omitted: the pod's own address, which is nearly always right.
protocol =HTTP1,~H2CContainerProbe The version of HTTP.
.HTTP1 - HTTP 1.1.
.HTTP2 - HTTP 2 without encryption. Needs scheme: HTTP and no host.
# HTTPHeader
name !,* Such as Host or Authorization.
value !,* Its value.
# TCPSocketAction
port ! The number, 1 to 65535, or the name of a port of the container.
host - Omitted: the pod's own address.
# GRPCAction
port !,>=1,<=65535 The number; a name is not possible.
service - The service whose health is asked for. Omitted: that of the whole server.
mode =Plaintext,~GRPCContainerProbeTLS How it connects.
.Plaintext - Without encryption.
.TLS - Encrypted; any certificate will do.
# Lifecycle
preStop - Runs before the signal to stop, within the grace period. Not after a crash.
postStart - Runs at the same time as the container's own command. Until it ends the container is not Running; when it fails the container is killed.
stopSignal ~ContainerStopSignals The signal that asks to stop. Omitted: that of the image, else SIGTERM. Needs spec.os.name.
.SIGTERM - What most programs expect.
.SIGINT - As Ctrl+C.
.SIGQUIT - nginx and others finish their requests.
.SIGHUP - Most daemons read their configuration anew, and do not stop.
.SIGUSR1 - What the program makes of it.
.SIGUSR2 - What the program makes of it.
.SIGKILL - Ends it at once, without a grace period.
# LifecycleHandler
exec - A command in the container.
httpGet - A GET request.
sleep ~PodLifecycleSleepAction Waits; needs no program in the image.
tcpSocket - Always fails; kept for old manifests.
# SleepAction
seconds !,s,>=0 Not more than terminationGracePeriodSeconds. 0 needs the gate PodLifecycleSleepActionAllowZero.
# ContainerRestartRule
exitCodes ! When the rule matches.
action ! What happens when it matches.
.Restart - The container is started again, whatever restartPolicy says, after its back-off.
.RestartAllContainers ~RestartAllContainersOnContainerExits All containers of the pod are restarted in place, init containers first, without a back-off.
# ContainerRestartRuleOnExitCodes
operator ! How the exit code is compared.
.In - One of the values.
.NotIn - None of the values.
values - Exit codes from 0 to 255. Omitted or empty: In never matches, NotIn always does.
`;

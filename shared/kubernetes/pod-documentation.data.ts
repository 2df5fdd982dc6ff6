// What the fields of pods and workloads do that affect restarts, probes, and termination, for people. The format: pod-documentation.ts.
export const podDocumentationLines = `
# Pod,Deployment,StatefulSet,DaemonSet,ReplicaSet,ReplicationController,Job,CronJob
metadata !,* Name, namespace, labels, and annotations of the object.
spec !,* Desired state of the object.
# PodTemplate
metadata !,* Name, namespace, labels, and annotations of the object.
template !,* Pod that is stored under this name.
# ObjectMeta
name * Name of the object, unique for its kind within the namespace.
namespace * Namespace of the object. If omitted, the namespace of the request.
labels * Key/value pairs that selectors match.
annotations * Key/value pairs for people and tools. Selectors do not match annotations.
# LabelSelector
matchLabels * Labels that a pod must have. All of them must match.
matchExpressions * Label conditions. All of them must match.
# DeploymentSpec,ReplicaSetSpec,ReplicationControllerSpec,StatefulSetSpec
replicas =1,>=0 Desired number of pods.
# DeploymentSpec,ReplicaSetSpec,StatefulSetSpec,DaemonSetSpec,ReplicationControllerSpec
selector ! Label selector for the pods of this object. Must match the labels of the template.
template !,* Template of the pods that the controller creates.
minReadySeconds s,=0,>=0 Time that a new pod must be Ready without interruption before it counts as available. A restart starts this time again.
# DeploymentSpec
progressDeadlineSeconds s,=600,>=0 Time without progress after which a rollout is reported as failed (\`ProgressDeadlineExceeded\`). The rollout continues and is not rolled back. Must be greater than minReadySeconds.
strategy - How the Deployment replaces old pods with new ones.
# DeploymentSpec,StatefulSetSpec,DaemonSetSpec
revisionHistoryLimit =10,>=0 Number of old revisions to keep for rollback.
# DeploymentSpec
paused =false While true, changes to the template start no rollout, and progressDeadlineSeconds does not count.
# DeploymentStrategy
type =RollingUpdate How old pods are replaced with new ones.
.RollingUpdate - Starts new pods before all old pods have stopped.
.Recreate - Stops all old pods, then starts the new ones. No pod is available in between.
rollingUpdate - Limits of a rolling update.
# RollingUpdateDeployment
maxUnavailable =25%,>=0 Maximum number or percentage of replicas that can be unavailable during the update. Percentages are rounded down. Cannot be 0 if maxSurge is 0.
maxSurge =25%,>=0 Maximum number or percentage of pods that can exist in addition to replicas during the update. Percentages are rounded up.
# StatefulSetSpec
serviceName - Headless Service that gives the pods their DNS names.
podManagementPolicy =OrderedReady Order in which pods are started and stopped.
.OrderedReady - Starts one pod at a time and waits until it is Ready. A pod that never becomes Ready blocks all pods after it.
.Parallel - Starts and stops all pods at the same time, without waiting for each other.
updateStrategy - How the StatefulSet replaces old pods with new ones.
ordinals - Numbers in the names of the pods.
# StatefulSetUpdateStrategy
type =RollingUpdate How old pods are replaced with new ones.
.RollingUpdate - Replaces one pod at a time, from the highest number to the lowest. Each new pod must be Ready before the next is replaced.
.OnDelete - Replaces a pod only after someone deletes it.
.Recreate ~StatefulSetRecreateStrategy Stops all old pods, then starts the new ones.
rollingUpdate - Limits of a rolling update.
# RollingUpdateStatefulSetStrategy
partition =0,>=0 Lowest pod number to update. Pods with a lower number keep their revision.
maxUnavailable =1,~MaxUnavailableStatefulSet Maximum number or percentage of pods that can be unavailable during the update. Percentages are rounded up. Cannot be 0.
# StatefulSetOrdinals
start =0,>=0 Number of the first pod.
# DaemonSetSpec
updateStrategy - How the DaemonSet replaces old pods with new ones.
# DaemonSetUpdateStrategy
type =RollingUpdate How old pods are replaced with new ones.
.RollingUpdate - Replaces pods automatically, node by node.
.OnDelete - Replaces a pod only after someone deletes it.
rollingUpdate - Limits of a rolling update.
# RollingUpdateDaemonSet
maxUnavailable =1,>=0 Maximum number or percentage of nodes on which the pod can be unavailable during the update. Percentages are rounded up. Cannot be 0 if maxSurge is 0.
maxSurge =0,>=0 Maximum number or percentage of nodes on which the new pod starts next to the old one. Percentages are rounded up. If greater than 0, maxUnavailable must be 0.
# CronJobSpec
schedule ! When to create Jobs: five cron fields, or a macro such as \`@hourly\` or \`@daily\`.
jobTemplate ! Template of the Jobs that the CronJob creates.
concurrencyPolicy =Allow What to do if the previous Job is still running.
.Allow - Runs the Jobs at the same time.
.Forbid - Skips the new Job.
.Replace - Deletes the old Job and starts the new one.
startingDeadlineSeconds s,>=0 How late a Job can start after its scheduled time. If omitted, unlimited. Values below 10 can skip Jobs, because the controller checks every 10 seconds.
timeZone - Time zone of the schedule, as an IANA name such as \`Europe/Berlin\`. If omitted, the time zone of the controller manager, usually UTC.
suspend =false While true, the CronJob creates no Jobs. Jobs that are running continue.
successfulJobsHistoryLimit =3,>=0 Number of succeeded Jobs to keep.
failedJobsHistoryLimit =1,>=0 Number of failed Jobs to keep.
# JobTemplateSpec
metadata * Labels and annotations of each Job.
spec !,* Desired state of each Job.
# JobSpec
template !,* Template of the pods that the Job creates. Its restartPolicy must be Never or OnFailure.
backoffLimit =6,>=0 Number of failures before the Job fails. Failed pods count, and with OnFailure also container restarts. The Job controller backs off 10s, 20s, 40s, … up to 10m before it replaces a failed pod. If backoffLimitPerIndex is set and this field is omitted, unlimited.
activeDeadlineSeconds s,>=0 Time that the Job can take, including back-off. After that, its pods are stopped and the Job fails, regardless of backoffLimit. If omitted, unlimited.
completions >=0 Number of pods that must succeed. If omitted, 1 if parallelism is also omitted; otherwise the Job completes after any pod succeeds and all others end.
parallelism =1,>=0 Maximum number of pods that run at the same time.
completionMode =NonIndexed Whether pods have a completion index.
.NonIndexed - All pods are interchangeable.
.Indexed - Each pod gets an index from 0 to completions - 1. Each index must succeed once.
podFailurePolicy ~JobPodFailurePolicy Which pod failures fail the Job, are ignored, or fail one index. The first matching rule applies. Requires \`restartPolicy: Never\`.
podReplacementPolicy ~JobPodReplacementPolicy When to replace a pod. If omitted, TerminatingOrFailed, or Failed if the Job has a podFailurePolicy.
.TerminatingOrFailed - Replaces a pod as soon as it starts to terminate. Two pods can run at the same time.
.Failed - Replaces a pod only after it has terminated.
successPolicy ~JobSuccessPolicy When an Indexed Job succeeds before all indexes have succeeded. Pods that are still running are stopped.
backoffLimitPerIndex >=0,~JobBackoffLimitPerIndex Number of failures per index before the index fails. A failed index does not stop the others. Requires \`completionMode: Indexed\`.
maxFailedIndexes >=0,~JobBackoffLimitPerIndex Maximum number of failed indexes before the Job fails. If omitted, unlimited. Requires backoffLimitPerIndex.
ttlSecondsAfterFinished s,>=0 Time after which a finished Job and its pods are deleted. If omitted, they are kept.
suspend =false While true, the Job has no pods: running pods are terminated. When the Job is resumed, activeDeadlineSeconds starts again.
managedBy ~JobManagedBy Controller that manages the Job, such as \`example.com/controller\`. If omitted, the Job controller of Kubernetes.
manualSelector =false If true, you set the selector and the labels yourself.
# PodFailurePolicy
rules ! Rules in order; the first matching rule applies. At most 20.
# PodFailurePolicyRule
action ! What to do when the rule matches.
.FailJob - Fails the Job and stops all of its pods.
.Ignore - Replaces the pod without counting the failure against backoffLimit.
.Count - Counts the failure against backoffLimit, as without a policy.
.FailIndex ~JobBackoffLimitPerIndex Fails the index without another attempt. Requires backoffLimitPerIndex.
onExitCodes - Matches exit codes. Set either this field or onPodConditions.
onPodConditions - Matches pod conditions. Set either this field or onExitCodes.
# PodFailurePolicyOnExitCodesRequirement
operator ! How to compare the exit code with the values.
.In - Matches if the exit code is one of the values.
.NotIn - Matches if the exit code is none of the values. Exit code 0 never matches.
values ! Exit codes in ascending order. At least one. 0 is not allowed with In.
containerName - Container or init container whose exit code to compare. If omitted, any container.
# PodFailurePolicyOnPodConditionsPattern
type ! Type of the pod condition.
.DisruptionTarget - The pod was evicted, preempted, or deleted because of a disruption.
status =True Status that the condition must have.
.True - The condition is true.
.False - The condition is false.
.Unknown - The status of the condition is unknown.
# SuccessPolicy
rules ! The Job succeeds when any of these rules is met.
# SuccessPolicyRule
succeededIndexes - Indexes that must succeed, such as \`0,2-4\`. If omitted, any index counts.
succeededCount >=1 Number of these indexes that must succeed. If omitted, all of them.
# PodTemplateSpec
metadata * Labels and annotations of each pod. The selector of the workload must match the labels.
spec !,* Desired state of each pod.
# PodSpec
containers !,* Containers of the pod. They run at the same time. At least one.
restartPolicy =Always What the kubelet does when a container exits. The restartPolicy of a container takes precedence.
.Always - Restarts the container after every exit.
.OnFailure - Restarts the container after a failure. Exit code 0 is final.
.Never - Does not restart the container.
terminationGracePeriodSeconds s,=30,>=0 Time between the request to stop the pod and SIGKILL, including the preStop hook. 0 kills the containers immediately.
initContainers - Containers that run one after another before the others start. An init container with \`restartPolicy: Always\` is a sidecar: it keeps running, and the next container starts after the sidecar has started.
activeDeadlineSeconds s,>=1,<=2147483647 Time that the pod can run on its node, including back-off. After that, the kubelet kills its containers and the pod fails. If omitted, unlimited.
shareProcessNamespace =false If true, containers share one process namespace. No container process is PID 1, so SIGTERM also ends processes that do not handle it.
readinessGates - Additional conditions that must be True before the pod is Ready.
os - Operating system that the containers need.
# PodOS
name ! Name of the operating system. Required for \`lifecycle.stopSignal\`.
.linux - The containers need Linux.
.windows - The containers need Windows.
# PodReadinessGate
conditionType ! Type of a pod condition that another controller sets. A missing condition counts as False.
# Container
name !,* Name of the container, unique in the pod.
image !,* Container image to run.
startupProbe - Runs until it succeeds once; until then, the other probes do not run. After failureThreshold consecutive failures the kubelet kills the container; restartPolicy decides what follows. If omitted, the container counts as started immediately.
livenessProbe - Runs for as long as the container does. After failureThreshold consecutive failures the kubelet kills the container; restartPolicy decides what follows. If omitted, hangs are never detected.
readinessProbe - Runs for as long as the container does. While it fails, Services send the pod no traffic. It never restarts the container. If omitted, the container is ready as soon as it has started.
lifecycle - Hooks that run after the container starts and before it stops, and the stop signal.
restartPolicy - What the kubelet does when this container exits. If omitted, the restartPolicy of the pod applies; an init container then restarts after a failure unless the pod's policy is Never.
.Always - Restarts the container after every exit. Makes an init container a sidecar, which keeps running next to the other containers.
.OnFailure ~ContainerRestartRules Restarts the container after a failure. Exit code 0 is final.
.Never ~ContainerRestartRules Does not restart the container.
restartPolicyRules ~ContainerRestartRules Exit codes that are handled differently from restartPolicy. The first matching rule applies. At most 20. Requires a restartPolicy on the container.
# Container,EphemeralContainer
imagePullPolicy - When to pull the image. If omitted, Always for images without a tag or with the tag \`latest\`, otherwise IfNotPresent.
.Always - Checks the registry before every start. If the registry is unreachable, the container does not start.
.IfNotPresent - Pulls the image only if it is not on the node.
.Never - Never pulls the image. It must be on the node.
command - Replaces the entrypoint of the image. Does not run in a shell.
args - Replaces the arguments of the image.
terminationMessagePolicy =File Where the termination message comes from.
.File - Reads terminationMessagePath.
.FallbackToLogsOnError - Reads the end of the container log if the file is empty and the container failed.
terminationMessagePath =/dev/termination-log File that the container writes its termination message to. Long messages are truncated.
# Container
ports - Ports that the container listens on. Probes can refer to them by name. Listing a port here does not open it, and leaving it out does not close it.
resizePolicy ~InPlacePodVerticalScaling Whether a change of resources restarts the container.
# EphemeralContainer
name !,* Name of the container, unique in the pod.
image !,* Container image to run.
targetContainerName - Container whose process namespace the ephemeral container joins.
# ContainerPort
containerPort !,>=1,<=65535 Port that the container listens on.
name - Name of the port, for probes and Services. Unique in the pod. At most 15 lowercase letters, digits, and hyphens.
protocol =TCP Protocol of the port.
.TCP - Transmission Control Protocol.
.UDP - User Datagram Protocol.
.SCTP - Stream Control Transmission Protocol.
hostPort >=1,<=65535 Port on the node that forwards to the container. Two pods with the same host port cannot run on one node.
hostIP - IP address of the node that hostPort binds to.
# ContainerResizePolicy
resourceName ! Resource that the policy applies to.
.cpu - CPU requests and limits.
.memory - Memory requests and limits.
restartPolicy ! What a change of the resource does.
.NotRequired - Changes the resource without a restart if possible.
.RestartContainer - Restarts the container to apply the change, regardless of its restartPolicy. Not allowed in a pod with \`restartPolicy: Never\`.
# Probe
httpGet - Sends an HTTP GET request. Status codes 200–399 are a success. A redirect to another host is also a success.
tcpSocket - Opens a TCP connection. A connection that opens is a success.
exec - Runs a command in the container. Exit code 0 is a success. Each attempt starts a process.
grpc - Calls the gRPC health check. The status \`SERVING\` is a success.
periodSeconds s,=10,>=1 Time between two attempts. 0 is treated as 10.
failureThreshold =3,>=1 Number of consecutive failures after which the probe has failed. 0 is treated as 3.
timeoutSeconds s,=1,>=1 Time after which an attempt times out and counts as a failure. 0 is treated as 1. Set it lower than periodSeconds.
initialDelaySeconds s,=0,>=0 Time between each start of the container and the first attempt. Consider a startupProbe instead: it waits only as long as startup takes.
successThreshold =1,>=1 Number of consecutive successes after which a failed probe has succeeded again. Must be 1 for liveness and startup probes.
terminationGracePeriodSeconds s,>=1 Grace period when this probe kills the container. If omitted, the grace period of the pod. Not allowed in readiness probes.
# ExecAction
command ! Command and arguments, one list item each. Does not run in a shell.
# HTTPGetAction
path =/ Path to request.
port ! Port number (1–65535) or the name of a container port.
scheme =HTTP Scheme of the request. Certificates are not verified.
.HTTP - Sends the request unencrypted.
.HTTPS - Sends the request encrypted. The certificate is not verified.
httpHeaders - Headers of the request. \`Host\` sets the host of the request. If omitted, \`User-Agent\` is \`kube-probe/\` and the Kubernetes version.
host - Host to connect to. If omitted, the IP address of the pod, which is almost always right.
protocol =HTTP1,~H2CContainerProbe HTTP version of the request.
.HTTP1 - HTTP/1.1.
.HTTP2 - HTTP/2 without encryption (h2c). Requires \`scheme: HTTP\` and no host.
# HTTPHeader
name !,* Name of the header, such as \`Host\` or \`Authorization\`.
value !,* Value of the header.
# TCPSocketAction
port ! Port number (1–65535) or the name of a container port.
host - Host to connect to. If omitted, the IP address of the pod.
# GRPCAction
port !,>=1,<=65535 Port number of the gRPC server. Port names are not allowed.
service - Service name in the health check request. If omitted, the health of the whole server.
mode =Plaintext,~GRPCContainerProbeTLS How to connect to the server.
.Plaintext - Connects without encryption.
.TLS - Connects with TLS. The certificate is not verified.
# Lifecycle
preStop - Runs before the stop signal is sent. Its time counts toward the grace period. Does not run after a crash.
postStart - Runs at the same time as the entrypoint of the container. The container is not Running until the hook ends. If the hook fails, the kubelet kills the container.
stopSignal ~ContainerStopSignals Signal that asks the container to stop. If omitted, the stop signal of the image, otherwise SIGTERM. Requires \`spec.os.name\`.
.SIGTERM - Stop signal that most programs expect.
.SIGINT - Same as pressing Ctrl+C.
.SIGQUIT - nginx and other servers finish open requests before they exit.
.SIGHUP - Most daemons reload their configuration and keep running.
.SIGUSR1 - User-defined signal. The program decides what it does.
.SIGUSR2 - User-defined signal. The program decides what it does.
.SIGKILL - Kills the container immediately, without a grace period.
# LifecycleHandler
exec - Runs a command in the container.
httpGet - Sends an HTTP GET request.
sleep ~PodLifecycleSleepAction Waits. Needs no program in the image.
tcpSocket - Deprecated. Always fails.
# SleepAction
seconds !,s,>=0 Time to sleep. Cannot exceed terminationGracePeriodSeconds. 0 requires the feature gate \`PodLifecycleSleepActionAllowZero\`.
# ContainerRestartRule
exitCodes ! Exit codes that the rule matches.
action ! What the kubelet does when the rule matches.
.Restart - Restarts the container after its back-off, regardless of restartPolicy.
.RestartAllContainers ~RestartAllContainersOnContainerExits Restarts all containers of the pod in place, init containers first, without back-off.
# ContainerRestartRuleOnExitCodes
operator ! How to compare the exit code with the values.
.In - Matches if the exit code is one of the values.
.NotIn - Matches if the exit code is none of the values.
values - Exit codes from 0 to 255. If omitted or empty, In never matches and NotIn always matches.
`;

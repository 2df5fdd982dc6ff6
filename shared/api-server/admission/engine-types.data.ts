// Written by tools/generate-api-types.mjs. The format of a line: api-types.ts.
export const engineTypeLines = `
PodSpec activeDeadlineSeconds:l>1 containers:[Container initContainers:[Container readinessGates:[PodReadinessGate restartPolicy:s~Always schedulingGates:[PodSchedulingGate terminationGracePeriodSeconds:l=30 tolerations:[Toleration
PodReadinessGate conditionType:s
PodSchedulingGate name:s
Toleration effect:s key:s operator:s tolerationSeconds:l value:s
Container args:[s command:[s image:s imagePullPolicy:s lifecycle:Lifecycle livenessProbe:Probe name:s ports:[ContainerPort readinessProbe:Probe restartPolicy:s restartPolicyRules:[ContainerRestartRule@34?ContainerRestartRules startupProbe:Probe
ContainerPort containerPort:i name:s
ContainerRestartRule action:s@34 exitCodes:ContainerRestartRuleOnExitCodes@34
ContainerRestartRuleOnExitCodes operator:s@34 values:[i@34
Lifecycle postStart:LifecycleHandler preStop:LifecycleHandler
LifecycleHandler exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction@29?PodLifecycleSleepAction tcpSocket:TCPSocketAction
Probe exec:ExecAction failureThreshold:i>0~3 grpc:GRPCAction httpGet:HTTPGetAction initialDelaySeconds:i>0 periodSeconds:i>0~10 successThreshold:i>0~1 tcpSocket:TCPSocketAction terminationGracePeriodSeconds:l>1 timeoutSeconds:i>0~1
ExecAction command:[s
GRPCAction port:i service:s
HTTPGetAction host:s path:s~/ port:o scheme:s~HTTP
SleepAction seconds:l>0
TCPSocketAction host:s port:o
`;

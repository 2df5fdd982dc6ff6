// Names, expressions, and durations of published alerts; their texts for people are not here.
// kubernetes-mixin: Apache-2.0, https://github.com/kubernetes-monitoring/kubernetes-mixin (aa38e2b, 2026-08-06), with its default configuration.
// AKS recommended alerts: MIT, https://github.com/Azure/prometheus-collector (39583fd, 2026-07-21).

export interface PackedRule {
  readonly name: string;
  readonly expr: string;
  readonly for: string;
}

export const mixinRules: readonly PackedRule[] = [
  {
    name: "KubePodCrashLooping",
    for: "15m",
    expr: 'max_over_time(kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff", job="kube-state-metrics"}[5m]) >= 1',
  },
  {
    name: "KubePodNotReady",
    for: "15m",
    expr: 'sum by (namespace, pod, job, cluster) ( max by(namespace, pod, job, cluster) ( kube_pod_status_phase{job="kube-state-metrics", phase=~"Pending|Unknown"} or ( kube_pod_status_phase{job="kube-state-metrics", phase="Running"} == 1 and on(namespace, pod, cluster) kube_pod_status_ready{job="kube-state-metrics", condition="true"} == 0 ) ) * on(namespace, pod, cluster) group_left() topk by(namespace, pod, cluster) ( 1, max by(namespace, pod, owner_kind, cluster) (kube_pod_owner{owner_kind!="Job"}) ) ) > 0 unless on(namespace, pod, cluster) kube_pod_status_reason{job="kube-state-metrics", reason="SchedulingGated"} == 1',
  },
  {
    name: "KubeDeploymentGenerationMismatch",
    for: "15m",
    expr: 'kube_deployment_status_observed_generation{job="kube-state-metrics"} != kube_deployment_metadata_generation{job="kube-state-metrics"}',
  },
  {
    name: "KubeDeploymentReplicasMismatch",
    for: "15m",
    expr: '( kube_deployment_spec_replicas{job="kube-state-metrics"} > kube_deployment_status_replicas_available{job="kube-state-metrics"} ) and ( changes(kube_deployment_status_replicas_updated{job="kube-state-metrics"}[10m]) == 0 )',
  },
  {
    name: "KubeDeploymentRolloutStuck",
    for: "15m",
    expr: 'kube_deployment_status_condition{condition="Progressing", status="false",job="kube-state-metrics"} != 0',
  },
  {
    name: "KubeStatefulSetReplicasMismatch",
    for: "15m",
    expr: '( kube_statefulset_status_replicas_ready{job="kube-state-metrics"} != kube_statefulset_replicas{job="kube-state-metrics"} ) and ( changes(kube_statefulset_status_replicas_updated{job="kube-state-metrics"}[10m]) == 0 )',
  },
  {
    name: "KubeStatefulSetGenerationMismatch",
    for: "15m",
    expr: 'kube_statefulset_status_observed_generation{job="kube-state-metrics"} != kube_statefulset_metadata_generation{job="kube-state-metrics"}',
  },
  {
    name: "KubeStatefulSetUpdateNotRolledOut",
    for: "15m",
    expr: '( max by(namespace, statefulset, job, cluster) ( kube_statefulset_status_current_revision{job="kube-state-metrics"} unless kube_statefulset_status_update_revision{job="kube-state-metrics"} ) * on(namespace, statefulset, job, cluster) ( kube_statefulset_replicas{job="kube-state-metrics"} != kube_statefulset_status_replicas_updated{job="kube-state-metrics"} ) ) and on(namespace, statefulset, job, cluster) ( changes(kube_statefulset_status_replicas_updated{job="kube-state-metrics"}[5m]) == 0 )',
  },
  {
    name: "KubeDaemonSetRolloutStuck",
    for: "15m",
    expr: '( ( kube_daemonset_status_current_number_scheduled{job="kube-state-metrics"} != kube_daemonset_status_desired_number_scheduled{job="kube-state-metrics"} ) or ( kube_daemonset_status_number_misscheduled{job="kube-state-metrics"} != 0 ) or ( kube_daemonset_status_updated_number_scheduled{job="kube-state-metrics"} != kube_daemonset_status_desired_number_scheduled{job="kube-state-metrics"} ) or ( kube_daemonset_status_number_available{job="kube-state-metrics"} != kube_daemonset_status_desired_number_scheduled{job="kube-state-metrics"} ) ) and ( changes(kube_daemonset_status_updated_number_scheduled{job="kube-state-metrics"}[5m]) == 0 )',
  },
  {
    name: "KubeContainerWaiting",
    for: "1h",
    expr: 'kube_pod_container_status_waiting_reason{reason!="CrashLoopBackOff", job="kube-state-metrics"} > 0',
  },
  {
    name: "KubeDaemonSetNotScheduled",
    for: "10m",
    expr: 'kube_daemonset_status_desired_number_scheduled{job="kube-state-metrics"} - kube_daemonset_status_current_number_scheduled{job="kube-state-metrics"} > 0',
  },
  {
    name: "KubeDaemonSetMisScheduled",
    for: "15m",
    expr: 'kube_daemonset_status_number_misscheduled{job="kube-state-metrics"} > 0',
  },
  {
    name: "KubeJobNotCompleted",
    for: "0s",
    expr: 'time() - max by(namespace, job_name, cluster) (kube_job_status_start_time{job="kube-state-metrics"} and kube_job_status_active{job="kube-state-metrics"} > 0) > 43200',
  },
  { name: "KubeJobFailed", for: "15m", expr: 'kube_job_failed{job="kube-state-metrics"} > 0' },
  {
    name: "KubeHpaReplicasMismatch",
    for: "15m",
    expr: '(kube_horizontalpodautoscaler_status_desired_replicas{job="kube-state-metrics"} != kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"}) and (kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} > kube_horizontalpodautoscaler_spec_min_replicas{job="kube-state-metrics"}) and (kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} < kube_horizontalpodautoscaler_spec_max_replicas{job="kube-state-metrics"}) and changes(kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"}[15m]) == 0',
  },
  {
    name: "KubeHpaMaxedOut",
    for: "15m",
    expr: '( kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} == kube_horizontalpodautoscaler_spec_max_replicas{job="kube-state-metrics"} ) and on(namespace, horizontalpodautoscaler, cluster) ( kube_horizontalpodautoscaler_spec_max_replicas{job="kube-state-metrics"} != kube_horizontalpodautoscaler_spec_min_replicas{job="kube-state-metrics"} )',
  },
  {
    name: "KubePdbNotEnoughHealthyPods",
    for: "15m",
    expr: '( kube_poddisruptionbudget_status_desired_healthy{job="kube-state-metrics"} - kube_poddisruptionbudget_status_current_healthy{job="kube-state-metrics"} ) > 0',
  },
  {
    name: "CPUThrottlingHigh",
    for: "15m",
    expr: 'sum without (id, metrics_path, name, image, endpoint, job, node) ( topk by (cluster, namespace, pod, container, instance) (1, increase( container_cpu_cfs_throttled_periods_total{container!="", job="cadvisor", } [5m]) ) ) / on (cluster, namespace, pod, container, instance) group_left sum without (id, metrics_path, name, image, endpoint, job, node) ( topk by (cluster, namespace, pod, container, instance) (1, increase( container_cpu_cfs_periods_total{job="cadvisor", } [5m]) ) ) > ( 25 / 100 )',
  },
  {
    name: "KubeNodeNotReady",
    for: "15m",
    expr: 'kube_node_status_condition{job="kube-state-metrics",condition="Ready",status="true"} == 0 and on (cluster, node) kube_node_spec_unschedulable{job="kube-state-metrics"} == 0',
  },
  {
    name: "KubeNodePressure",
    for: "10m",
    expr: 'kube_node_status_condition{job="kube-state-metrics",condition=~"(MemoryPressure|DiskPressure|PIDPressure)",status="true"} == 1 and on (cluster, node) kube_node_spec_unschedulable{job="kube-state-metrics"} == 0',
  },
  {
    name: "KubeNodeUnreachable",
    for: "15m",
    expr: '(kube_node_spec_taint{job="kube-state-metrics",key="node.kubernetes.io/unreachable",effect="NoSchedule"} unless ignoring(key,value) kube_node_spec_taint{job="kube-state-metrics",key=~"ToBeDeletedByClusterAutoscaler|cloud.google.com/impending-node-termination|aws-node-termination-handler/spot-itn"}) == 1',
  },
  {
    name: "KubeletTooManyPods",
    for: "15m",
    expr: '( max by (cluster, instance) ( kubelet_running_pods{job="kubelet"} > 1 ) * on (cluster, instance) group_left(node) max by (cluster, instance, node) ( kubelet_node_name{job="kubelet"} ) ) / on (cluster, node) group_left() max by (cluster, node) ( kube_node_status_capacity{job="kube-state-metrics", resource="pods"} != 1 ) > 0.95',
  },
  {
    name: "KubeNodeReadinessFlapping",
    for: "15m",
    expr: 'sum(changes(kube_node_status_condition{job="kube-state-metrics",status="true",condition="Ready"}[15m])) by (cluster, node) > 2 and on (cluster, node) kube_node_spec_unschedulable{job="kube-state-metrics"} == 0',
  },
  {
    name: "KubeNodeEviction",
    for: "0s",
    expr: 'sum(rate(kubelet_evictions{job="kubelet"}[15m])) by(cluster, eviction_signal, instance) * on (cluster, instance) group_left(node) max by (cluster, instance, node) ( kubelet_node_name{job="kubelet"} ) > 0',
  },
  {
    name: "KubeletPlegDurationHigh",
    for: "5m",
    expr: 'node_quantile:kubelet_pleg_relist_duration_seconds:histogram_quantile{quantile="0.99"} >= 10',
  },
  {
    name: "KubeletPodStartUpLatencyHigh",
    for: "15m",
    expr: 'histogram_quantile(0.99, sum by (cluster, instance, le) ( topk by (cluster, instance, le, operation_type) (1, rate(kubelet_pod_worker_duration_seconds_bucket{job="kubelet"}[5m]) ) ) ) * on(cluster, instance) group_left(node) topk by (cluster, instance, node) (1, kubelet_node_name{job="kubelet"} ) > 60',
  },
  { name: "KubeletInstanceUnreachable", for: "15m", expr: 'up{job="kubelet"} == 0' },
  {
    name: "KubeletDown",
    for: "15m",
    expr: 'count by (cluster) (kube_node_info{job="kube-state-metrics"}) unless on (cluster) count by (cluster) (up{job="kubelet"} == 1)',
  },
];

export const aksRules: readonly PackedRule[] = [
  {
    name: "KubeContainerOOMKilledCount",
    for: "5m",
    expr: 'sum by (cluster,container,controller,namespace)(kube_pod_container_status_last_terminated_reason{reason="OOMKilled"} * on(cluster,namespace,pod) group_left(controller) label_replace(kube_pod_owner, "controller", "$1", "owner_name", "(.*)")) > 0',
  },
  {
    name: "KubeContainerWaiting",
    for: "1h",
    expr: 'sum by (namespace, pod, container, cluster) (kube_pod_container_status_waiting_reason{job="kube-state-metrics"}) > 0',
  },
  {
    name: "KubeDaemonSetNotScheduled",
    for: "15m",
    expr: 'kube_daemonset_status_desired_number_scheduled{job="kube-state-metrics"} - kube_daemonset_status_current_number_scheduled{job="kube-state-metrics"} > 0',
  },
  {
    name: "KubeDaemonSetMisScheduled",
    for: "15m",
    expr: 'kube_daemonset_status_number_misscheduled{job="kube-state-metrics"} > 0',
  },
  {
    name: "KubeNodeUnreachable",
    for: "15m",
    expr: '(kube_node_spec_taint{job="kube-state-metrics",key="node.kubernetes.io/unreachable",effect="NoSchedule"} unless ignoring(key,value) kube_node_spec_taint{job="kube-state-metrics",key=~"ToBeDeletedByClusterAutoscaler|cloud.google.com/impending-node-termination|aws-node-termination-handler/spot-itn"}) == 1',
  },
  {
    name: "KubeNodeReadinessFlapping",
    for: "15m",
    expr: 'sum(changes(kube_node_status_condition{status="true",condition="Ready"}[15m])) by (cluster, node) > 2',
  },
  {
    name: "KubePodCrashLooping",
    for: "15m",
    expr: 'max_over_time(kube_pod_container_status_waiting_reason{reason="CrashLoopBackOff", job="kube-state-metrics"}[5m]) >= 1',
  },
  {
    name: "KubeJobStale",
    for: "6h",
    expr: 'sum by(namespace,cluster)(kube_job_spec_completions{job="kube-state-metrics"}) - sum by(namespace,cluster)(kube_job_status_succeeded{job="kube-state-metrics"}) > 0',
  },
  {
    name: "KubePodContainerRestart",
    for: "15m",
    expr: 'sum by (namespace, controller, container, cluster)(increase(kube_pod_container_status_restarts_total{job="kube-state-metrics"}[1h])* on(namespace, pod, cluster) group_left(controller) label_replace(kube_pod_owner, "controller", "$1", "owner_name", "(.*)")) > 0',
  },
  {
    name: "KubePodReadyStateLow",
    for: "5m",
    expr: "sum by (cluster,namespace,deployment)(kube_deployment_status_replicas_ready) / sum by (cluster,namespace,deployment)(kube_deployment_spec_replicas) <.8 or sum by (cluster,namespace,daemonset)(kube_daemonset_status_number_ready) / sum by (cluster,namespace,daemonset)(kube_daemonset_status_desired_number_scheduled) <.8",
  },
  {
    name: "KubePodFailedState",
    for: "5m",
    expr: 'sum by (cluster, namespace, controller) (kube_pod_status_phase{phase="failed"} * on(namespace, pod, cluster) group_left(controller) label_replace(kube_pod_owner, "controller", "$1", "owner_name", "(.*)")) > 0',
  },
  {
    name: "KubePodNotReadyByController",
    for: "15m",
    expr: 'sum by (namespace, controller, cluster) (max by(namespace, pod, cluster) (kube_pod_status_phase{job="kube-state-metrics", phase=~"Pending|Unknown"} ) * on(namespace, pod, cluster) group_left(controller)label_replace(kube_pod_owner,"controller","$1","owner_name","(.*)")) > 0',
  },
  {
    name: "KubeStatefulSetGenerationMismatch",
    for: "15m",
    expr: 'kube_statefulset_status_observed_generation{job="kube-state-metrics"} != kube_statefulset_metadata_generation{job="kube-state-metrics"}',
  },
  { name: "KubeJobFailed", for: "15m", expr: 'kube_job_failed{job="kube-state-metrics"} > 0' },
  {
    name: "KubeletPodStartUpLatencyHigh",
    for: "10m",
    expr: 'histogram_quantile(0.99, sum(rate(kubelet_pod_worker_duration_seconds_bucket{job="kubelet"}[5m])) by (cluster, instance, le)) * on(cluster, instance) group_left(node) kubelet_node_name{job="kubelet"} > 60',
  },
  {
    name: "KubeDeploymentReplicasMismatch",
    for: "15m",
    expr: '( kube_deployment_spec_replicas{job="kube-state-metrics"} > kube_deployment_status_replicas_available{job="kube-state-metrics"}) and ( changes(kube_deployment_status_replicas_updated{job="kube-state-metrics"}[10m]) == 0)',
  },
  {
    name: "KubeStatefulSetReplicasMismatch",
    for: "15m",
    expr: '( kube_statefulset_status_replicas_ready{job="kube-state-metrics"} != kube_statefulset_status_replicas{job="kube-state-metrics"}) and ( changes(kube_statefulset_status_replicas_updated{job="kube-state-metrics"}[10m]) == 0)',
  },
  {
    name: "KubeHpaReplicasMismatch",
    for: "15m",
    expr: '(kube_horizontalpodautoscaler_status_desired_replicas{job="kube-state-metrics"} !=kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"}) and(kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} >kube_horizontalpodautoscaler_spec_min_replicas{job="kube-state-metrics"}) and(kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} <kube_horizontalpodautoscaler_spec_max_replicas{job="kube-state-metrics"}) and changes(kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"}[15m]) == 0',
  },
  {
    name: "KubeHpaMaxedOut",
    for: "15m",
    expr: 'kube_horizontalpodautoscaler_status_current_replicas{job="kube-state-metrics"} ==kube_horizontalpodautoscaler_spec_max_replicas{job="kube-state-metrics"}',
  },
];

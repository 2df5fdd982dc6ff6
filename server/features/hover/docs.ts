const lifecycle = "https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/";

/** The one page of the Kubernetes documentation that a hover links to. */
export const docs = {
  restarts: { title: "How Pods handle problems with containers", url: `${lifecycle}#container-restarts` },
  restartPolicy: { title: "Container restart policy", url: `${lifecycle}#restart-policy` },
  probes: {
    title: "Liveness, readiness, and startup probes",
    url: "https://kubernetes.io/docs/tasks/configure-pod-container/configure-liveness-readiness-startup-probes/",
  },
  pods: { title: "Pod lifecycle", url: lifecycle },
  termination: { title: "Pod termination", url: `${lifecycle}#pod-termination` },
  workloads: {
    title: "Workload management",
    url: "https://kubernetes.io/docs/concepts/workloads/controllers/",
  },
  jobs: { title: "Jobs", url: "https://kubernetes.io/docs/concepts/workloads/controllers/job/" },
  kubelet: {
    title: "KubeletConfiguration",
    url: "https://kubernetes.io/docs/reference/config-api/kubelet-config.v1beta1/",
  },
  gates: {
    title: "Feature gates",
    url: "https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/",
  },
} as const;

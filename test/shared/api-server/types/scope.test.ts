import { expect, it } from "vitest";
import { subjectOf } from "../../../../shared/api-server/types/scope.ts";

it.each([
  [["spec", "containers", 0, "livenessProbe", "httpGet", "port"], "probe"],
  [["spec", "template", "spec", "initContainers", 1, "name"], "container"],
  [["spec", "jobTemplate", "spec", "template", "spec", "restartPolicy"], "restart"],
  [["template", "spec", "containers", 0, "ports", 2, "name"], "port"],
  [["spec", "template", "labels"], "workload"],
  [["spec", "podFailurePolicy", "rules", 0, "action"], "job"],
  [["spec", "jobTemplate", "spec", "completions"], "job"],
  [["spec", "terminationGracePeriodSeconds"], "lifecycle"],
  [["metadata", "name"], "metadata"],
  [["spec", "volumes", 0, "name"], "volume"],
  [["spec", "template", "spec", "containers", 0, "volumeMounts", "mountPropagation"], "volume"],
  [["spec", "containers", 0, "resources", "limits", "cpu"], "resources"],
  [["spec", "ephemeralContainers", 0, "resources"], "resources"],
  [["spec", "template", "spec", "affinity", "nodeAffinity"], "scheduling"],
  [["spec", "dnsConfig", "searches", 1], "network"],
  [["spec", "securityContext", "sysctls", 0, "name"], "security"],
  [["spec", "activeDeadlineSeconds"], "lifecycle"],
  [["spec", "schedule"], "job"],
  [["spec", "replicas"], "workload"],
  [["metadata", "finalizers", 0], "metadata"],
] as const)("%j is about %s", (path, subject) => {
  expect(subjectOf(path)).toBe(subject);
});

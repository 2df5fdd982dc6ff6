/** The project file is ours whatever stands in it. */
const projectFile = /(^|\/)\.pod-cadence\.yaml$/;

/** Words without which no document holds a pod, a kubelet configuration or a comment of ours. */
const words = /containers|KubeletConfiguration|cadence:/i;
const kinds =
  /^[ \t]*(?:- +)?["']?kind["']?\s*:\s*["']?(?:Pod|PodTemplate|Deployment|StatefulSet|DaemonSet|ReplicaSet|ReplicationController|Job|CronJob)\b/m;

/** Of a PrometheusRule or a rule file of Prometheus. */
const alertWords = [/^[ \t-]*["']?alert["']?\s*:/m, /^[ \t-]*["']?expr["']?\s*:/m];

/**
 * Whether the language server could have something to say about a YAML document. Cheap, because it is asked of every YAML file that is
 * opened; wrong answers cost a started server, or one that starts when the document has grown.
 */
export function couldBeOurs(path: string, text: string): boolean {
  return projectFile.test(path) || words.test(text) || kinds.test(text) || alertWords.every((word) => word.test(text));
}

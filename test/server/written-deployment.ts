/** The Deployment `web` as people write it; `podSpec` is its pod spec, in block style from column 0. */
export function deploymentText(podSpec: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
${podSpec.replace(/^(?=.)/gm, "      ")}`;
}

import { describe, expect, it } from "vitest";
import { check, settingsOf } from "./check-rules.ts";

// Helm, Jinja, Ansible and envsubst fill in texts in quotes, too, also in files without any other expression. What comes out is not known.

const settings = await settingsOf("");

const manifest = (expression: string) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: "web-${expression}", namespace: "${expression}"}
spec:
  replicas: "${expression}"
  selector: {matchLabels: {app: "${expression}"}}
  template:
    metadata: {labels: {app: "${expression}"}}
    spec:
      restartPolicy: "${expression}"
      terminationGracePeriodSeconds: "${expression}"
      serviceAccountName: "${expression}"
      containers:
      - name: "${expression}"
        image: "registry.example/${expression}:1"
        imagePullPolicy: "${expression}"
        command: [sh, -c, "exec ${expression}"]
        ports:
        - {containerPort: "${expression}", name: "${expression}"}
        livenessProbe:
          httpGet: {path: /, port: "${expression}"}
          periodSeconds: "${expression}"
        resources: {requests: {cpu: "${expression}", memory: "${expression}"}}
`;

const envsubst = ["IT", "IT:-1"].map((inside) => `\${${inside}}`);

describe("a value in quotes that is filled in later", () => {
  it.each(["{{ .Values.it }}", "{{ it }}", "{% if it %}1{% endif %}", ...envsubst])("%s is no error", (expression) => {
    expect(check(manifest(expression), settings).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  });

  it("is an error if nobody fills it in", () => {
    expect(check(manifest("no"), settings).map(({ rule }) => rule)).toContain("field-type");
  });

  it("leaves the rest of the file as certain as it is", () => {
    const text = manifest("{{ it }}").replace('periodSeconds: "{{ it }}"', "periodSeconds: -1");
    expect(check(text, settings).map(({ rule }) => rule)).toEqual(["probe-refused"]);
  });
});

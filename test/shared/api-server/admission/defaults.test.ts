import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { formatPath } from "../../../../shared/basics/path.ts";
import { allContainers, type Container, type Probe } from "../../../../shared/kubernetes/pod.ts";
import { admitBy, admitYaml, newest, present, written } from "./admission.ts";

describe("defaults", () => {
  test("of a pod that says nothing", () => {
    expect(admitYaml("containers: [{name: app, image: nginx}]").pod).toEqual({
      kind: "Pod",
      name: "web",
      namespace: "default",
      restartPolicy: "Always",
      terminationGracePeriodSeconds: 30,
      activeDeadlineSeconds: undefined,
      readinessGates: [],
      initContainers: [],
      isStatic: false,
      containers: [
        {
          name: "app",
          kind: "regular",
          image: "nginx",
          imagePullPolicy: "Always",
          path: ["containers", 0],
          restartPolicy: undefined,
          restartPolicyRules: [],
          ports: [],
          probes: {},
          command: [],
          postStart: undefined,
          preStop: undefined,
        },
      ],
    });
  });

  test.each([
    // What is written in the pod spec, then restart policy, grace period and deadline.
    ["{}", "Always 30 none"],
    ["restartPolicy: Never", "Never 30 none"],
    ["restartPolicy: ''", "Always 30 none"],
    ["restartPolicy: never", "Always 30 none"],
    ["terminationGracePeriodSeconds: 0", "Always 0 none"],
    ["terminationGracePeriodSeconds: -5", "Always 1 none"],
    ["terminationGracePeriodSeconds: 1e3", "Always 1000 none"],
    ["terminationGracePeriodSeconds: '45'", "Always 30 none"],
    ["terminationGracePeriodSeconds: 1.5", "Always 30 none"],
    ["terminationGracePeriodSeconds: .nan", "Always 30 none"],
    ["terminationGracePeriodSeconds: 9007199254740993", "Always 30 none"],
    ["terminationGracePeriodSeconds: null", "Always 30 none"],
    ["activeDeadlineSeconds: 60", "Always 30 60"],
    ["activeDeadlineSeconds: 0", "Always 30 none"],
    ["activeDeadlineSeconds: -1", "Always 30 none"],
  ])("pod with %s", (yaml, expected) => {
    const { pod } = admitBy(written({ ...parse(yaml), containers: [{ name: "app" }] }), newest);
    const { restartPolicy, terminationGracePeriodSeconds, activeDeadlineSeconds = "none" } = present(pod);
    expect(`${restartPolicy} ${terminationGracePeriodSeconds} ${activeDeadlineSeconds}`).toBe(expected);
  });

  test.each([
    // What is written in the probe, then delay, timeout, period, thresholds of success and failure, own grace period.
    ["{}", "0 1 10 1 3 none"],
    ["{timeoutSeconds: 0, periodSeconds: 0, successThreshold: 0, failureThreshold: 0}", "0 1 10 1 3 none"],
    [
      "{initialDelaySeconds: 5, timeoutSeconds: 2, periodSeconds: 3, successThreshold: 4, failureThreshold: 6}",
      "5 2 3 4 6 none",
    ],
    ["{periodSeconds: -5, initialDelaySeconds: -1, failureThreshold: -1, timeoutSeconds: -1}", "0 1 10 1 3 none"],
    ["{periodSeconds: '5', timeoutSeconds: 2.5, failureThreshold: true}", "0 1 10 1 3 none"],
    ["{periodSeconds: 5.0}", "0 1 5 1 3 none"],
    ["{periodSeconds: 2147483647}", "0 1 2147483647 1 3 none"],
    ["{periodSeconds: 2147483648}", "0 1 10 1 3 none"],
    ["{terminationGracePeriodSeconds: 60}", "0 1 10 1 3 60"],
    ["{terminationGracePeriodSeconds: 0}", "0 1 10 1 3 none"],
  ])("probe %s", (yaml, expected) => {
    const { pod } = admitYaml(`containers: [{name: app, livenessProbe: ${yaml}}]`);
    expect(probeText(present(pod?.containers[0]?.probes.liveness))).toBe(expected);
  });

  test.each([
    ["{}", undefined],
    ["{exec: {command: [cat, /healthy]}}", { type: "exec", command: ["cat", "/healthy"] }],
    ["{exec: {}}", { type: "exec", command: [] }],
    ["{exec: {command: cat}}", { type: "exec", command: [] }],
    ["{exec: {command: [sleep, 5, null]}}", { type: "exec", command: ["sleep", "", ""] }],
    ["{httpGet: {port: 8080}}", { type: "httpGet", path: "/", port: 8080, host: undefined, scheme: "HTTP" }],
    [
      "{httpGet: {path: '', port: http, host: '', scheme: ''}}",
      { type: "httpGet", path: "/", port: "http", host: undefined, scheme: "HTTP" },
    ],
    [
      "{httpGet: {path: /z, port: '80', host: h, scheme: HTTPS}}",
      { type: "httpGet", path: "/z", port: "80", host: "h", scheme: "HTTPS" },
    ],
    ["{httpGet: {}}", { type: "httpGet", path: "/", port: 0, host: undefined, scheme: "HTTP" }],
    ["{httpGet: }", undefined],
    ["{tcpSocket: {port: db}}", { type: "tcpSocket", port: "db", host: undefined }],
    ["{grpc: {port: 9000}}", { type: "grpc", port: 9000, service: "" }],
    ["{grpc: {port: grpc, service: s}}", { type: "grpc", port: 0, service: "s" }],
    ["{grpc: {port: 1}, exec: {command: [a]}}", { type: "exec", command: ["a"] }],
    ["{sleep: {seconds: 5}}", undefined],
  ])("handler of probe %s", (yaml, handler) => {
    const { pod } = admitYaml(`containers: [{name: app, readinessProbe: ${yaml}}]`);
    expect(present(pod?.containers[0]?.probes.readiness).handler).toEqual(handler);
  });

  test.each([
    ["{preStop: {sleep: {seconds: 5}}}", { preStop: { type: "sleep", seconds: 5 } }],
    ["{preStop: {sleep: {}}}", { preStop: { type: "sleep", seconds: 0 } }],
    ["{preStop: {sleep: {seconds: -5}}}", { preStop: { type: "sleep", seconds: 0 } }],
    ["{postStart: {exec: {command: [a]}}, preStop: }", { postStart: { type: "exec", command: ["a"] } }],
    ["{preStop: {}}", {}],
    ["[]", {}],
  ])("lifecycle %s", (yaml, hooks) => {
    const { pod } = admitYaml(`containers: [{name: app, lifecycle: ${yaml}}]`);
    const { postStart, preStop } = present(pod?.containers[0]);
    expect({ postStart, preStop }).toEqual({ postStart: undefined, preStop: undefined, ...hooks });
  });
});

describe("half-typed specs", () => {
  test.each([
    ["nothing", "", "no pod"],
    ["a text", "containers", "no pod"],
    ["a list", "- name: app", "no pod"],
    ["no container", "containers:", "no pod"],
    ["only an empty entry", "containers:\n- ", "no pod"],
    ["containers as an object", "containers: {name: app}", "no pod"],
    ["a container without a name", "containers:\n- image: nginx", "containers[0] regular 'containers[0]'"],
    ["a name that is a number", "containers:\n- name: 1", "containers[0] regular 'containers[0]'"],
    [
      "entries that are no objects",
      "containers:\n- \n- app\n- name: app\n- 7\n- name: b",
      "containers[2] regular 'app', containers[4] regular 'b'",
    ],
    [
      "init containers before containers are written",
      "initContainers:\n- name: a\n- name: b\n  restartPolicy: Always\ncontainers:\n",
      "initContainers[0] init 'a', initContainers[1] sidecar 'b'",
    ],
    [
      "a sidecar whose policy is not finished",
      "initContainers:\n- name: a\n  restartPolicy: Alw",
      "initContainers[0] init 'a'",
    ],
    ["a policy that is null", "containers:\n- name: a\n  restartPolicy:", "containers[0] regular 'a'"],
    ["ephemeral containers alone", "ephemeralContainers:\n- name: a", "no pod"],
  ])("%s", (_, yaml, expected) => {
    const { pod } = admitYaml(yaml);
    expect(pod === undefined ? "no pod" : allContainers(pod).map(containerText).join(", ")).toBe(expected);
  });

  test("rules keep their index, ports that say nothing are left out", () => {
    const { pod } = admitYaml(`
      containers:
      - name: app
        restartPolicy: Never
        restartPolicyRules:
        -
        - action: Restart
        - action: Restart
          exitCodes: {operator: In, values: [1, "2", 3.0, null, 4.5]}
        - action: RestartAllContainers
          exitCodes: {}
        ports: [{containerPort: 80, name: http}, {name: x}, 5, {containerPort: "81"}, {containerPort: 82}]
    `);
    expect(present(pod?.containers[0])).toMatchObject({
      restartPolicy: "Never",
      restartPolicyRules: [
        { action: "", exitCodes: undefined },
        { action: "Restart", exitCodes: undefined },
        { action: "Restart", exitCodes: { operator: "In", values: [1, 3] } },
        { action: "RestartAllContainers", exitCodes: { operator: "", values: [] } },
      ],
      ports: [
        { name: "http", containerPort: 80 },
        { name: "x", containerPort: undefined },
        { name: undefined, containerPort: 82 },
      ],
    });
  });
});

function probeText(probe: Probe): string {
  const { initialDelaySeconds, timeoutSeconds, periodSeconds, successThreshold, failureThreshold } = probe;
  const numbers = [initialDelaySeconds, timeoutSeconds, periodSeconds, successThreshold, failureThreshold];
  return `${numbers.join(" ")} ${probe.terminationGracePeriodSeconds ?? "none"}`;
}

function containerText({ path, kind, name }: Container): string {
  return `${formatPath(path)} ${kind} '${name}'`;
}

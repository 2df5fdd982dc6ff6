import * as fc from "fast-check";

const number = fc.oneof(fc.integer(), fc.double(), fc.string());
const handler = {
  exec: fc.record({ command: fc.array(fc.string()) }),
  httpGet: fc.jsonValue(),
  sleep: fc.record({ seconds: number }),
};
const probe = fc.record(
  {
    ...handler,
    periodSeconds: number,
    timeoutSeconds: number,
    failureThreshold: number,
    initialDelaySeconds: number,
  },
  { requiredKeys: [] },
);
const container = fc.record(
  {
    name: fc.oneof(fc.string(), fc.jsonValue()),
    restartPolicy: fc.constantFrom("Always", "OnFailure", "Never", "", "x", 1, null),
    restartPolicyRules: fc.oneof(
      fc.jsonValue(),
      fc.array(fc.record({ action: fc.constantFrom("Restart", "RestartAllContainers"), exitCodes: fc.jsonValue() })),
    ),
    ports: fc.jsonValue(),
    livenessProbe: fc.oneof(probe, fc.jsonValue()),
    startupProbe: probe,
    lifecycle: fc.oneof(fc.record({ preStop: fc.record(handler, { requiredKeys: [] }) }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const list = fc.oneof(fc.array(fc.oneof(container, fc.jsonValue()), { maxLength: 3 }), fc.jsonValue());

/** Pod specs as no API server would take them: fields of any type, numbers of any size, names of any kind. */
export const anySpec = fc.record(
  {
    containers: list,
    initContainers: list,
    restartPolicy: fc.jsonValue(),
    terminationGracePeriodSeconds: number,
    activeDeadlineSeconds: number,
  },
  { requiredKeys: [] },
);

import { expect, it } from "vitest";
import { admit } from "../../../../shared/api-server/admission/admit.ts";
import { defaultAssumptions } from "../../../../shared/kubernetes/assumptions.ts";

// A static pod never passes the API server: its node's version decides which fields count.

const spec = {
  restartPolicy: "Never",
  containers: [
    {
      name: "app",
      image: "x",
      restartPolicy: "Never",
      restartPolicyRules: [{ action: "Restart", exitCodes: { operator: "In", values: [42] } }],
    },
  ],
};
const written = { kind: "Pod", name: "web", namespace: "default", spec };
const { node } = defaultAssumptions();
const where = { node, apiServer: { kubernetes: "1.33", featureGates: {} } } as const;

it.each([
  ["a static pod is admitted by its node", true, 1],
  ["any other pod is admitted by the API server", false, 0],
])("%s", (_, isStatic, rules) => {
  const { pod } = admit({ ...written, isStatic }, where);
  expect(pod?.containers[0]?.restartPolicyRules).toHaveLength(rules);
});

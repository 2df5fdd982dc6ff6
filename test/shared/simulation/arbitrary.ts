import fc from "fast-check";

/** Random but valid pod specs and scenarios, as plain text for `play`. */
export const podText: fc.Arbitrary<string> = fc
  .record({
    policy: fc.constantFrom("Always", "OnFailure", "Never"),
    grace: fc.integer({ min: 0, max: 40 }),
    init: fc.array(container("init"), { maxLength: 2 }),
    regular: fc.array(container("app"), { minLength: 1, maxLength: 2 }),
    events: fc.array(event(), { maxLength: 2 }),
  })
  .map(({ policy, grace, init, regular, events }) => {
    const named = [
      ...init.map((each, index) => each(`init-${index}`)),
      ...regular.map((each, index) => each(`app-${index}`)),
    ];
    const lines = (prefix: string): string =>
      named
        .filter((each) => each.name.startsWith(prefix))
        .map((each) => each.yaml)
        .join("");
    const head = `restartPolicy: ${policy}\nterminationGracePeriodSeconds: ${grace}\n`;
    const cadence = [...named.map((each) => `${each.name}: ${each.runs}`), ...events]
      .map((text) => `# cadence: ${text}\n`)
      .join("");
    return `${cadence}${head}initContainers:\n${lines("init") || "  []\n"}containers:\n${lines("app")}`;
  });

interface Named {
  readonly name: string;
  readonly yaml: string;
  readonly runs: string;
}

function container(role: "init" | "app"): fc.Arbitrary<(name: string) => Named> {
  return fc
    .record({
      probes: fc.subarray(["startup", "liveness", "readiness"]),
      probe: probe(),
      sidecar: fc.boolean(),
      runs: runs(),
      preStop: fc.boolean(),
      own: fc.option(fc.constantFrom("Never", "OnFailure"), { nil: undefined }),
      rules: rules(),
    })
    .map(({ probes, probe: text, sidecar, runs: script, preStop, own, rules: rule }) => (name) => {
      const isSidecar = role === "init" && sidecar;
      const allowed = role === "app" || isSidecar;
      const fields = allowed ? probes.map((type) => `  ${type}Probe: ${text(type)}\n`).join("") : "";
      const hook = allowed && preStop ? "  lifecycle: {preStop: {exec: {command: [bye]}}}\n" : "";
      return {
        name,
        runs: script,
        yaml: `- name: ${name}\n  image: ${name}:1\n${policyText(isSidecar ? "Always" : own, rule)}${fields}${hook}`,
      };
    });
}

/** What happens to a pod from outside; most pods are left in peace. */
function event(): fc.Arbitrary<string> {
  const seconds = fc.integer({ min: 1, max: 600 });
  return fc
    .tuple(
      seconds,
      fc.constantFrom(
        "kubelet restarts",
        "node reboots",
        "node is lost",
        "pod is deleted",
        "pod is deleted with grace 0s",
      ),
    )
    .map(([at, what]) => `at ${at}s ${what}`);
}

/** Rules need a policy of the container's own. */
function policyText(policy: string | undefined, rules: string): string {
  return policy === undefined ? "" : `  restartPolicy: ${policy}\n  restartPolicyRules: [${rules}]\n`;
}

function rules(): fc.Arbitrary<string> {
  const rule = fc.constantFrom(
    "{action: RestartAllContainers, exitCodes: {operator: In, values: [42]}}",
    "{action: Restart, exitCodes: {operator: In, values: [42, 137]}}",
    "{action: Restart, exitCodes: {operator: NotIn, values: [0, 42]}}",
  );
  return fc.array(rule, { maxLength: 2 }).map((all) => all.join(", "));
}

function probe(): fc.Arbitrary<(type: string) => string> {
  return fc
    .record({
      period: fc.integer({ min: 1, max: 12 }),
      timeout: fc.integer({ min: 1, max: 6 }),
      failures: fc.integer({ min: 1, max: 5 }),
      successes: fc.integer({ min: 1, max: 3 }),
      delay: fc.integer({ min: 0, max: 15 }),
    })
    .map(({ period, timeout, failures, successes, delay }) => (type) => {
      const successThreshold = type === "readiness" ? successes : 1;
      return `{exec: {command: [${type}]}, periodSeconds: ${period}, timeoutSeconds: ${timeout}, failureThreshold: ${failures}, successThreshold: ${successThreshold}, initialDelaySeconds: ${delay}}`;
    });
}

/** Scripts whose runs take time: a container that ends at once in endless passes is another test's subject. */
function runs(): fc.Arbitrary<string> {
  const seconds = fc.integer({ min: 0, max: 400 });
  const run = fc.oneof(
    fc.constant("runs"),
    seconds.map((after) => `exits 1 after ${after}s`),
    seconds.map((after) => `exits 0 after ${after}s`),
    seconds.map((after) => `oom after ${after}s`),
    fc.integer({ min: 5, max: 100 }).map((after) => `exits 42 after ${after}s`),
    seconds.map((after) => `hangs after ${after}s, ignores SIGTERM`),
    seconds.map((after) => `fails liveness after ${after}s for 30s, stops in 3s with 0`),
    seconds.map((after) => `starts in ${after}s`),
    fc.constant("cannot be started"),
    fc.constant("takes 5s to create"),
  );
  return fc.array(run, { minLength: 1, maxLength: 3 }).map((all) => all.join(", then "));
}

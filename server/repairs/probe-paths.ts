/** How the two questions are called together: what Kubernetes' own servers, Spring Boot and many others use. */
const pairs: readonly (readonly [liveness: RegExp, readiness: string])[] = [
  [/\/(?:livez|healthz)$/, "/readyz"],
  [/\/liveness$/, "/readiness"],
  [/\/(?:live|alive)$/, "/ready"],
  [/\/actuator\/health$/, "/actuator/health/readiness"],
  [/\/health$/, "/health/ready"],
];

/** The path at which a server that is asked for its health at `path` most likely says whether it is ready. */
export function readinessPathFor(path: string): string {
  const [liveness, readiness] = pairs.find(([liveness]) => liveness.test(path)) ?? [undefined, "/ready"];
  return liveness === undefined ? readiness : path.replace(liveness, readiness);
}

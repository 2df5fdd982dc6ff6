import { isEnabled } from "../../kubernetes/gates/feature-gates.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";

const field = "defaultPodSysctls";
const nameLengthMax = 253;
const segment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const sysctlName = new RegExp(`^(${segment}[./])*${segment}$`);
// Models k8s.io/component-helpers/node/util/sysctl namespaceOf (v0.37.1)
const namespacedNames = new Set(
  "domainname sem shmall shmmax shmmni shm_rmid_forced shm msgmax msgmnb msgmni msg"
    .split(" ")
    .map((name) => `kernel.${name}`),
);
const namespacedPrefixes = ["net.", "fs.mqueue.", "user."];

// Models pkg/kubelet/apis/config/validation/validation_linux.go (v1.37.1), the rules about defaultPodSysctls
export const checkSysctls: KubeletRule = (values, host) => {
  const names = values.entries(field).map(([name]) => name);
  if (names.length === 0 || !atLeast(host.kubernetes, "1.37")) return [];
  if (!isEnabled(host, "DefaultPodSysctls")) {
    const reason = `DefaultPodSysctls feature gate is required for Kubelet configuration option ${field}`;
    return [{ path: [field], reason }];
  }
  const seen = new Set<string>();
  return names.flatMap((name): Refusal[] => {
    const path = [field, name];
    if (name.length > nameLengthMax || !sysctlName.test(name))
      return [{ path, reason: `"${name}" is not a valid sysctl name for ${field}` }];
    const normal = withDots(name);
    if (seen.has(normal)) return [{ path, reason: `duplicate sysctl "${normal}" found in ${field}` }];
    seen.add(normal);
    const isNamespaced = namespacedNames.has(normal) || namespacedPrefixes.some((prefix) => normal.startsWith(prefix));
    return isNamespaced ? [] : [{ path, reason: `"${normal}" is not known to be namespaced for ${field}` }];
  });
};

// Models k8s.io/component-helpers/node/util/sysctl NormalizeName (v0.37.1): with slashes, dots and slashes change places
function withDots(name: string): string {
  const first = name.search(/[./]/);
  if (first === -1 || name[first] === ".") return name;
  return name.replace(/[./]/g, (sign) => (sign === "." ? "/" : "."));
}

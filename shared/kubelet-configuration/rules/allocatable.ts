import { kubeletFields, valuesOf } from "../../kubernetes/kubelet/kubelet-fields.ts";
import { atLeast } from "../../kubernetes/versions.ts";
import type { KubeletHost } from "../model/model.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";

const field = "enforceNodeAllocatable";
const named = `${field} (--enforce-node-allocatable)`;

// Models pkg/kubelet/apis/config/validation/validation.go ValidateKubeletConfiguration (v1.37.1), the rules about enforceNodeAllocatable
export const checkAllocatable: KubeletRule = (values, host) => {
  const enforced = values.texts(field);
  return [
    ...checkPerQos(values, host, enforced),
    ...checkPairs(host, enforced),
    ...enforced.flatMap((value, index) => checkValue(values, host, enforced, { value, index })),
  ];
};

/** Until 1.30 every value needs the cgroups, even `none`. */
function checkPerQos(values: KubeletValues, host: KubeletHost, enforced: readonly string[]): readonly Refusal[] {
  if (atLeast(host.kubernetes, "1.31") || values.flag("cgroupsPerQOS") !== false || enforced.length === 0) return [];
  const reason = `${named} is not supported unless cgroupsPerQOS (--cgroups-per-qos) is set to true`;
  return [{ path: [values.has(field) ? field : "cgroupsPerQOS"], reason }];
}

function checkPairs(host: KubeletHost, enforced: readonly string[]): readonly Refusal[] {
  if (!atLeast(host.kubernetes, "1.32")) return [];
  return ["system-reserved", "kube-reserved"].flatMap((plain) => {
    const compressible = `${plain}-compressible`;
    if (!enforced.includes(plain) || !enforced.includes(compressible)) return [];
    return [
      { path: [field], reason: `both "${plain}" and "${compressible}" cannot be specified together in ${named}` },
    ];
  });
}

interface Enforcement {
  readonly value: string;
  readonly index: number;
}

function checkValue(
  values: KubeletValues,
  host: KubeletHost,
  enforced: readonly string[],
  { value, index }: Enforcement,
): readonly Refusal[] {
  const isWritten = enforced.indexOf(value) !== index;
  const refusals: Refusal[] = [];
  const refuse = (reason: string, absent = false) => refusals.push({ path: [field, index], reason, absent });
  if (isWritten && atLeast(host.kubernetes, "1.31")) refuse(`duplicated enforcements "${value}" in ${named}`);
  const options = optionsIn(host);
  const needsCgroups = value !== "none" && options.includes(value) && atLeast(host.kubernetes, "1.31");
  if (needsCgroups && values.flag("cgroupsPerQOS") === false)
    refuse(`cgroupsPerQOS (--cgroups-per-qos) must be set to true when "${value}" contained in ${named}`);
  if (!options.includes(value))
    refuse(`option "${value}" specified for ${named}. Valid options are ${optionsText(host)}`);
  else if (value === "none" && enforced.length > 1)
    refuse(`${named} may not contain additional enforcements when "none" is specified`);
  else if (value.startsWith("system-reserved") && values.text("systemReservedCgroup") === "")
    refuse(cgroupMissing(host, "systemReservedCgroup (--system-reserved-cgroup)", "system-reserved"), true);
  else if (value.startsWith("kube-reserved") && values.text("kubeReservedCgroup") === "")
    refuse(cgroupMissing(host, "kubeReservedCgroup (--kube-reserved-cgroup)", "kube-reserved"), true);
  return refusals;
}

function cgroupMissing(host: KubeletHost, cgroup: string, plain: string): string {
  const when = atLeast(host.kubernetes, "1.32")
    ? `"${plain}" or "${plain}-compressible" included`
    : `"${plain}" contained`;
  return `${cgroup} must be specified when ${when} in ${named}`;
}

function optionsIn({ kubernetes }: KubeletHost): readonly string[] {
  const known = kubeletFields(kubernetes).get(field);
  return known === undefined ? [] : valuesOf(known, kubernetes);
}

function optionsText({ kubernetes }: KubeletHost): string {
  return atLeast(kubernetes, "1.32")
    ? `"pods", "system-reserved", "system-reserved-compressible", "kube-reserved", "kube-reserved-compressible" or "none"`
    : `"pods", "system-reserved", "kube-reserved", or "none"`;
}

import type { Path } from "../../../shared/basics/path.ts";
import { parseQuantity } from "../../../shared/basics/quantities.ts";
import { type Fields, isFields } from "../../../shared/basics/values.ts";
import type { AnalyzedDocument, AnalyzedKubelet } from "../../analysis/subject.ts";
import { kubeletRange } from "../../manifest/pods/kubelet-text.ts";
import type { DocumentHit, DocumentRule } from "../core/model.ts";

/**
 * After the configuration is validated, the CPU manager and the memory manager check it against the reservations of the node, and the kubelet does not start if they disagree.
 * * `cpuManagerPolicy: static` needs CPU in `systemReserved`, `kubeReserved`, or `reservedSystemCPUs`.
 * * `memoryManagerPolicy: Static` needs `reservedMemory` whose sum is the memory of `systemReserved`, `kubeReserved`, and `evictionHard` together.
 * * `cpuManagerPolicyOptions` need the policy `static`.
 *
 * It is a warning, because flags of the kubelet, such as `--system-reserved`, and other files of its configuration are not known here.
 *
 * ## Example
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * cpuManagerPolicy: static
 * ```
 *
 * ## How to fix
 *
 * Reserve CPU for the system.
 *
 * ```yaml
 * apiVersion: kubelet.config.k8s.io/v1beta1
 * kind: KubeletConfiguration
 * cpuManagerPolicy: static
 * systemReserved: {cpu: 500m}
 * ```
 *
 * ## Source
 *
 * `pkg/kubelet/cm/cpumanager/cpu_manager.go`, `NewManager`; `policy_none.go`, `NewNonePolicy`; `pkg/kubelet/cm/memorymanager/memory_manager.go`, `validateReservedMemory`: the same from 1.28 to 1.37.
 */
export const kubeletManagersRefuseStart: DocumentRule = {
  id: "kubelet-managers-refuse-start",
  title: "The CPU or memory manager does not let the kubelet start",
  level: "warning",
  origin: "kubelet",
  isAboutKubelet: true,
  checkDocument: (document) => document.kubelets.flatMap((kubelet) => check(document, kubelet)),
};

interface Refusal {
  readonly field: string;
  readonly message: string;
}

function check({ document }: AnalyzedDocument, { located, problems }: AnalyzedKubelet): readonly DocumentHit[] {
  const { value } = located;
  if (!isFields(value) || located.partial || problems.some(({ origin }) => origin === "kubelet")) return [];
  const refusals = [...cpuRefusals(value), ...memoryRefusals(value)];
  return refusals.map(({ field, message }) => {
    const path: Path = [field];
    return {
      path: located.embedded?.path ?? [...located.prefix, ...path],
      on: "value",
      range: kubeletRange(document, located, path, "value"),
      item: located.item,
      message: `With this configuration alone, the kubelet does not start: ${message}`,
    };
  });
}

function cpuRefusals(value: Fields): readonly Refusal[] {
  const policy = value["cpuManagerPolicy"] ?? "none";
  const options = value["cpuManagerPolicyOptions"];
  if (policy === "none" && isFields(options) && Object.keys(options).length > 0)
    return [
      {
        field: "cpuManagerPolicyOptions",
        message: "the CPU manager's policy none takes no options. Set cpuManagerPolicy to static, or remove them.",
      },
    ];
  if (policy !== "static" || (value["reservedSystemCPUs"] ?? "") !== "") return [];
  const reserved = reservedOf(value, "cpu");
  return reserved === 0
    ? [
        {
          field: "cpuManagerPolicy",
          message:
            "the CPU manager's policy static needs CPU that is reserved for the system. Set systemReserved: {cpu: 500m}, or as much as the node's own processes need.",
        },
      ]
    : [];
}

const defaultHardMemory = "100Mi";

function memoryRefusals(value: Fields): readonly Refusal[] {
  if (value["memoryManagerPolicy"] !== "Static") return [];
  const needed = neededMemory(value);
  const given = givenMemory(value["reservedMemory"]);
  if (needed === undefined || given === undefined || needed === given) return [];
  const field = given === 0 ? "memoryManagerPolicy" : "reservedMemory";
  const sums = given === 0 ? "which is empty" : `which is ${formatBytes(given)}`;
  return [
    {
      field,
      message:
        `the memory manager's policy Static needs reservedMemory, ${sums}, to be the memory of systemReserved, kubeReserved, and evictionHard together: ${formatBytes(needed)}. ` +
        `Set reservedMemory: [{numaNode: 0, limits: {memory: ${formatBytes(needed)}}}], or divide it among the NUMA nodes.`,
    },
  ];
}

/** Undefined where that depends on the size of the node. */
function neededMemory(value: Fields): number | undefined {
  const hard = value["evictionHard"];
  const isMerged = value["mergeDefaultEvictionSettings"] === true;
  const written = isFields(hard) ? hard["memory.available"] : undefined;
  const threshold = written ?? (isFields(hard) && !isMerged ? "0" : defaultHardMemory);
  const [eviction, reserved] = [amountOf(threshold), reservedOf(value, "memory")];
  return eviction === undefined || reserved === undefined ? undefined : eviction + reserved;
}

function givenMemory(items: unknown): number | undefined {
  if (items === undefined) return 0;
  if (!Array.isArray(items)) return undefined;
  return items.reduce((sum: number | undefined, item: unknown) => {
    const limits = isFields(item) ? item["limits"] : undefined;
    const amount = isFields(limits) ? amountOf(limits["memory"] ?? "0") : undefined;
    return sum === undefined || amount === undefined ? undefined : sum + amount;
  }, 0);
}

/** Of both reservations; undefined if one cannot be read. */
function reservedOf(value: Fields, resource: string): number | undefined {
  const amounts = ["systemReserved", "kubeReserved"].map((field) => {
    const reservation = value[field];
    return isFields(reservation) ? amountOf(reservation[resource] ?? "0") : 0;
  });
  return amounts.reduce(
    (sum: number | undefined, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  );
}

function amountOf(written: unknown): number | undefined {
  return typeof written === "string" || typeof written === "number" ? parseQuantity(String(written)) : undefined;
}

const mebibyte = 1024 * 1024;

function formatBytes(bytes: number): string {
  return bytes % mebibyte === 0 ? `${bytes / mebibyte}Mi` : `${bytes}`;
}

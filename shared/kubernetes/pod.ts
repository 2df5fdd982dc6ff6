import { formatPath, type Path } from "../basics/path.ts";

/** The part of the Pod API that decides when containers start, stop and restart, after defaulting. Times are seconds, as in the API. */
export interface Pod {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly restartPolicy: RestartPolicy;
  readonly terminationGracePeriodSeconds: number;
  readonly activeDeadlineSeconds: number | undefined;
  /** Types of the conditions that something outside of the kubelet sets before the pod is Ready. */
  readonly readinessGates: readonly string[];
  /** Names of the gates that somebody has to remove before the pod is scheduled; undefined if there are none. */
  readonly schedulingGates?: readonly string[];
  /** How long it stays on a node that cannot be reached, infinite for ever; undefined if it does not say. */
  readonly unreachableTolerationSeconds?: number;
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
  /** Its node reads it from a file, which has no status. */
  readonly isStatic: boolean;
}

export type RestartPolicy = "Always" | "OnFailure" | "Never";

/** `regular`: entry of containers; `init`: of initContainers; `sidecar`: of initContainers with restartPolicy Always. */
export type ContainerKind = "regular" | "init" | "sidecar";

export interface Container {
  readonly name: string;
  readonly kind: ContainerKind;
  readonly image: string;
  /** `Always`, `IfNotPresent` or `Never`, where the API server takes the pod. */
  readonly imagePullPolicy: string;
  /** The command with its arguments. Empty: the image decides what runs. */
  readonly command: readonly string[];
  /** Relative to the pod spec: `["containers", 0]`. */
  readonly path: Path;
  readonly restartPolicy: RestartPolicy | undefined;
  readonly restartPolicyRules: readonly RestartRule[];
  readonly ports: readonly ContainerPort[];
  readonly probes: Readonly<Partial<Record<ProbeType, Probe>>>;
  readonly postStart: Handler | undefined;
  readonly preStop: Handler | undefined;
}

export interface RestartRule {
  /** `Restart`, `RestartAllContainers`, or what a newer API may add; an unknown action matches nothing. */
  readonly action: string;
  readonly exitCodes: { readonly operator: string; readonly values: readonly number[] } | undefined;
}

export interface ContainerPort {
  readonly name: string | undefined;
  /** Undefined if a template decides it. */
  readonly containerPort: number | undefined;
}

/** Where no name is written, or a template decides it, the place stands for it: no two containers have one name. */
export function containerName(written: string | undefined, path: Path): string {
  return written || formatPath(path);
}

export type ProbeType = "startup" | "liveness" | "readiness";
export const probeTypes: readonly ProbeType[] = ["startup", "liveness", "readiness"];

/** `livenessProbe` for `liveness`. */
export function probeField(type: ProbeType): string {
  return `${type}Probe`;
}

export interface Probe {
  readonly handler: Handler | undefined;
  readonly initialDelaySeconds: number;
  readonly timeoutSeconds: number;
  readonly periodSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
  readonly terminationGracePeriodSeconds: number | undefined;
}

/** What a probe or a hook does. `sleep` occurs in hooks only, `grpc` in probes only. */
export type Handler =
  | { readonly type: "exec"; readonly command: readonly string[] }
  | {
      readonly type: "httpGet";
      readonly path: string;
      readonly port: number | string;
      readonly host: string | undefined;
      readonly scheme: string;
    }
  | { readonly type: "tcpSocket"; readonly port: number | string; readonly host: string | undefined }
  | { readonly type: "grpc"; readonly port: number; readonly service: string }
  | { readonly type: "sleep"; readonly seconds: number };

declare const admitted: unique symbol;

/** A pod as the node sees it. Only `admission` makes one; the engine takes nothing else. */
export type DefaultedPod = Pod & { readonly [admitted]: true };

/** Init containers and sidecars in spec order, then the regular ones: the order in which the kubelet looks at them. */
export function allContainers(pod: Pod): readonly Container[] {
  return [...pod.initContainers, ...pod.containers];
}

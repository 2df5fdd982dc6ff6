import { isWholeQuantity, parseQuantity, quantityError } from "../../basics/quantities.ts";
import type { KubeletRule, Refusal } from "../model/rule.ts";
import type { KubeletValues } from "../model/values.ts";
import { tlsCipherSuites, tlsVersions } from "./tls.data.ts";

// Models cmd/kubelet/app/server.go run and the parsers that it calls (v1.37.1)
export const checkLate: KubeletRule = (values) => [
  ...checkChoices(values),
  ...checkTls(values),
  ...checkLogSize(values),
  ...checkReservations(values, "systemReserved", "--system-reserved"),
  ...checkReservations(values, "kubeReserved", "--kube-reserved"),
  ...checkQosReserved(values),
];

function checkChoices(values: KubeletValues): readonly Refusal[] {
  const mode = values.text("authorization.mode");
  const strategy = values.text("configMapAndSecretChangeDetectionStrategy");
  return [
    ...(["AlwaysAllow", "Webhook"].includes(mode)
      ? []
      : [{ path: ["authorization", "mode"], reason: `unknown authorization mode ${mode}` }]),
    ...(["Get", "Cache", "Watch"].includes(strategy)
      ? []
      : [
          {
            path: ["configMapAndSecretChangeDetectionStrategy"],
            reason: `unknown configmap and secret manager mode: ${strategy}`,
          },
        ]),
  ];
}

function checkTls(values: KubeletValues): readonly Refusal[] {
  const version = values.text("tlsMinVersion");
  const isKnown = version === "" || tlsVersions.includes(version);
  return [
    ...(isKnown ? [] : [{ path: ["tlsMinVersion"], reason: `unknown tls version ${JSON.stringify(version)}` }]),
    ...values
      .texts("tlsCipherSuites")
      .flatMap((suite, index) =>
        tlsCipherSuites.includes(suite)
          ? []
          : [{ path: ["tlsCipherSuites", index], reason: `Cipher suite ${suite} not supported or doesn't exist` }],
      ),
  ];
}

// Models pkg/kubelet/logs/container_log_manager.go parseMaxSize (v1.37.1): negative switches rotation off
function checkLogSize(values: KubeletValues): readonly Refusal[] {
  const size = values.text("containerLogMaxSize");
  const error = quantityError(size) ?? (isWholeQuantity(size) ? undefined : "invalid max log size");
  if (error === undefined) return [];
  const reason = `failed to parse container log max size ${JSON.stringify(size)}: ${error}`;
  return [{ path: ["containerLogMaxSize"], reason }];
}

const reservable = ["cpu", "memory", "ephemeral-storage", "pid"];

// Models cmd/kubelet/app/server.go parseResourceList (v1.37.1)
function checkReservations(values: KubeletValues, field: string, flag: string): readonly Refusal[] {
  return values.entries(field).flatMap(([resource, amount]) => {
    const error = reservable.includes(resource)
      ? amountError(resource, amount)
      : `cannot reserve "${resource}" resource`;
    return error === undefined ? [] : [{ path: [field, resource], reason: `${flag} value failed to parse: ${error}` }];
  });
}

function amountError(resource: string, amount: string): string | undefined {
  const error = quantityError(amount);
  if (error !== undefined)
    return `failed to parse quantity ${JSON.stringify(amount)} for "${resource}" resource: ${error}`;
  return (parseQuantity(amount) ?? 0) < 0
    ? `resource quantity for "${resource}" cannot be negative: ${amount}`
    : undefined;
}

function checkQosReserved(values: KubeletValues): readonly Refusal[] {
  return values.entries("qosReserved").flatMap(([resource, percent]) => {
    const error = resource === "memory" ? percentError(percent) : `cannot reserve "${resource}" resource`;
    const path = ["qosReserved", resource];
    return error === undefined ? [] : [{ path, reason: `--qos-reserved value failed to parse: ${error}` }];
  });
}

function percentError(text: string): string | undefined {
  const number = /^(.*)%$/s.exec(text)?.[1];
  const failed = (why: string) => `failed to parse percentage ${JSON.stringify(text)} for "memory" resource: ${why}`;
  if (number === undefined) return failed(`percentage expected, got '${text}'`);
  if (!/^[-+]?\d+$/.test(number)) return failed(`strconv.ParseInt: parsing ${JSON.stringify(number)}: invalid syntax`);
  const isRight = Number(number) >= 0 && Number(number) <= 100;
  return isRight ? undefined : failed(`percentage must be between 0 and 100`);
}

import { expect, it } from "vitest";
import { explain } from "./explain.ts";
import { networkNotPlayed } from "./network-not-played.ts";
import { inputsOf, recordedOf } from "./play.ts";
import { networkNames, readNetworkRecording } from "./recording.ts";

// A liveness probe of a real kubelet (1.37.1) dials a listener, and the engine plays what a scenario says of it: kills, events and
// statuses are the same. Period 2s, timeout 1s, three failures.
const clauses: Readonly<Record<string, string>> = {
  "net-ok": "runs",
  "net-s500": "fails liveness",
  "net-redirect-here": "runs",
  "net-redirect-loop": "fails liveness",
  "net-slow-headers": "hangs liveness",
  "net-slow-redirects": "hangs liveness",
  "net-silent": "hangs liveness",
  "net-dropped": "fails liveness",
  "net-refused": "fails liveness",
  "net-https-to-http": "fails liveness",
  // Somebody else answered with 404.
  "net-http-lost": "fails liveness",
  "net-http-dns": "fails liveness",
  // The port is looked up in the pod.
  "net-http-name": "runs",
  "net-tcp-ok": "runs",
  "net-tcp-dropped": "runs",
  "net-tcp-lost": "runs",
  "net-tcp-refused": "fails liveness",
  "net-grpc-ok": "runs",
  "net-grpc-bad": "fails liveness",
  "net-grpc-slow": "hangs liveness",
  "net-grpc-unimpl": "fails liveness",
  // gRPC dials until its timeout.
  "net-grpc-http1": "hangs liveness",
  "net-grpc-refused": "hangs liveness",
  // The fields of 1.37 are dropped with their gates off: plaintext gRPC, HTTP/1.1 to a listener of HTTP/2.
  "net-grpc-tls": "runs",
  "net-h2c-to-http1": "runs",
  "net-h2c": "fails liveness",
  "net-http1-to-h2c": "fails liveness",
};

it("has all recordings", () => {
  expect([...Object.keys(clauses), ...networkNotPlayed].sort()).toEqual(networkNames);
});

it.each(Object.entries(clauses))("%s: %s", (name, clause) => {
  const recording = { ...readNetworkRecording(name), script: { app: `${clause}, stops in 0s` } };
  const problems = recording.runs.flatMap(
    (run) => explain(inputsOf(recording, run), recordedOf(recording, run)).problem ?? [],
  );
  expect(problems).toEqual([]);
});

it.each(networkNotPlayed)("%s: nothing kills the container", (name) => {
  const entries = readNetworkRecording(name).runs.flatMap((run) => run.entries);
  expect(entries.filter((entry) => entry.kind === "cri" && entry.op === "stop")).toEqual([]);
});

import * as z from "zod/mini";
import { rolloutStateSchema, toRolloutPageSchema } from "../../../../shared/protocol/pod/rollout.ts";
import { connectHost } from "../host.ts";
import { RolloutPage } from "./page.ts";
import type { RolloutHost } from "./store.ts";

// The page's policy forbids code made from text, which zod would use to be faster.
z.config({ jitless: true });

customElements.define("pod-cadence-rollout", RolloutPage);

const schemas = { message: toRolloutPageSchema, state: rolloutStateSchema };
const host: RolloutHost = connectHost(schemas, (message) => page.store.receive(message));
const page = new RolloutPage(host);

window.addEventListener("error", ({ message }) => host.send({ type: "failed", message }));
window.addEventListener("unhandledrejection", ({ reason }) => host.send({ type: "failed", message: String(reason) }));

document.body.append(page);
host.start();

import * as z from "zod/mini";
import { connectRolloutHost } from "./host.ts";
import { RolloutPage } from "./page.ts";

// The page's policy forbids code made from text, which zod would use to be faster.
z.config({ jitless: true });

customElements.define("pod-cadence-rollout", RolloutPage);

const host = connectRolloutHost((message) => page.store.receive(message));
const page = new RolloutPage(host);

window.addEventListener("error", ({ message }) => host.send({ type: "failed", message }));
window.addEventListener("unhandledrejection", ({ reason }) => host.send({ type: "failed", message: String(reason) }));

document.body.append(page);
host.start();

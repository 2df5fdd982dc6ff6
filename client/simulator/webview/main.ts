import * as z from "zod/mini";
import { panelStateSchema, toPageSchema } from "../../../shared/protocol/panel/panel.ts";
import { connectHost, type PodPageHost } from "./host.ts";
import { SimulatorPage } from "./simulator.ts";

// The page's policy forbids code made from text, which zod would use to be faster.
z.config({ jitless: true });

customElements.define("pod-cadence-simulator", SimulatorPage);

const schemas = { message: toPageSchema, state: panelStateSchema };
const host: PodPageHost = connectHost(schemas, (message) => panel.store.receive(message));
const panel = new SimulatorPage(host);

window.addEventListener("error", ({ message }) => host.send({ type: "failed", message }));
window.addEventListener("unhandledrejection", ({ reason }) => host.send({ type: "failed", message: String(reason) }));

document.body.append(panel);
host.start();

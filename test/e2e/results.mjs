// A reporter of node:test for run.mjs: one line of JSON for each test. A skipped one counts as failed: it proves nothing.

/**
 * @param {AsyncIterable<import("node:test/reporters").TestEvent>} events
 * @returns {AsyncGenerator<string, void>}
 */
export default async function* results(events) {
  for await (const event of events) {
    if (event.type !== "test:pass" && event.type !== "test:fail") continue;
    const { name, details, skip, todo } = event.data;
    if (details.type === "suite") continue;
    const passed = event.type === "test:pass" && skip === undefined && todo === undefined;
    const message =
      event.type === "test:fail" ? String(event.data.details.error.cause ?? event.data.details.error) : "";
    yield `${JSON.stringify({ name, passed, message })}\n`;
  }
}

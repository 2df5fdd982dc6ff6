import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { expiredText } from "../../../../../client/cluster/source/access/expiry.ts";

const certificate = readFileSync(join(import.meta.dirname, "../../../../fixtures/tls/certificate.pem"), "utf8");
const target = { context: { cluster: "far", user: "dev" } };

it.each<[what: string, certificate: string | undefined, now: string, text: unknown]>([
  [
    "one that has expired",
    certificate,
    "9999-01-01T00:00:00Z",
    expect.stringMatching(
      /^The client certificate of user dev expired on \d{4}-\d\d-\d\d [\d:]+ UTC\. Log in again, or renew it\.$/,
    ),
  ],
  ["one that is valid", certificate, "2026-01-01T00:00:00Z", undefined],
  ["none", undefined, "9999-01-01T00:00:00Z", undefined],
  ["no certificate", "-----BEGIN CERTIFICATE-----\nx\n", "9999-01-01T00:00:00Z", undefined],
])("a client certificate: %s", (_, of, now, text) => {
  expect(expiredText({ certificate: of }, target, Date.parse(now))).toEqual(text);
});

import { l10n } from "vscode";

/** What to do about a server that ended without being asked to. */
type Remedy = { readonly restart: boolean; readonly message: string };

const restartsMax = 1;

/** Each call is one death. The first one is repaired; a server that dies again would do so forever. */
export function createDeathWatch(): () => Remedy {
  let deaths = 0;
  return () => {
    deaths += 1;
    return deaths <= restartsMax
      ? { restart: true, message: l10n.t("The Pod Cadence language server crashed and was restarted.") }
      : {
          restart: false,
          message: l10n.t(
            "The Pod Cadence language server crashed again and was not restarted. Check the log, then reload the window to restart it.",
          ),
        };
  };
}

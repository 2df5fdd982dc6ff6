/** What to do about a server that ended without being asked to. */
export type Remedy = { readonly restart: boolean; readonly message: string };

const restartsMax = 1;

/** Each call is one death. The first one is repaired; a server that dies again would do so for ever. */
export function createDeathWatch(): () => Remedy {
  let deaths = 0;
  return () => {
    deaths += 1;
    return deaths <= restartsMax
      ? { restart: true, message: "The language server of Pod Cadence stopped unexpectedly and was started again." }
      : {
          restart: false,
          message:
            "The language server of Pod Cadence stopped again and stays off. Reload the window to start it once more; the log says what happened.",
        };
  };
}

/** How long an editor may take to say its settings before the defaults apply. */
const patienceMs = 1000;

/**
 * Asks for the settings of a file and does not wait forever: the defaults apply until the answer comes.
 * `onLate` is called when one comes after all; whoever asks for the same file then gets it.
 */
export function patientSection(
  ask: (uri: string) => Promise<unknown>,
  onLate: () => void,
): (uri: string) => Promise<unknown> {
  const late = new Map<string, unknown>();
  return async (uri) => {
    if (late.has(uri)) {
      const section = late.get(uri);
      late.delete(uri);
      return section;
    }
    let isLate = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waited = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve(undefined);
      }, patienceMs);
    });
    const asked = ask(uri).then((section) => {
      clearTimeout(timer);
      if (isLate) {
        late.set(uri, section);
        onLate();
      }
      return section;
    });
    return Promise.race([asked, waited]);
  };
}

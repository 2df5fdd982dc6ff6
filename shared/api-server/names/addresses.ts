// IP addresses as Kubernetes reads and writes them.

/** The eight groups of an address of 128 bits; one of 32 bits is in the last two of them. */
interface Address {
  readonly groups: readonly number[];
  readonly is4: boolean;
  /** A number of an address of 32 bits begins with a needless 0. */
  readonly hasLeadingZero: boolean;
  readonly is4In6: boolean;
}

/** Why a text is no address, in the server's words; none where it is one. `isStrict`: forms that programs read in two ways are none. */
// Models staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go parseIP (v1.37.1)
export function addressProblems(text: string, isStrict: boolean): readonly string[] {
  const address = parse(text);
  if (address === undefined) return ["must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"];
  if (!isStrict) return [];
  return [
    ...(address.hasLeadingZero ? ["must not have leading 0s"] : []),
    ...(address.is4In6 && !address.hasLeadingZero ? ["must not be an IPv4-mapped IPv6 address"] : []),
  ];
}

/** The form that the server prefers; undefined if the address has it. `isStrict`: the server rejects other forms in new fields. */
// Models staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go GetWarningsForIP (v1.37.1)
export function addressWarning(text: string, isStrict: boolean): string | undefined {
  const address = parse(text);
  if (address === undefined) return undefined;
  const quoted = JSON.stringify(text);
  if (address.hasLeadingZero || address.is4In6)
    return `non-standard IP address ${quoted} ${isStrict ? "is invalid" : "will be considered invalid in a future Kubernetes release"}: use ${JSON.stringify(format(address))}`;
  const canonical = format(address);
  if (address.is4 || canonical === text) return undefined;
  return `IPv6 address ${quoted} should be in RFC 5952 canonical format (${JSON.stringify(canonical)})`;
}

function parse(text: string): Address | undefined {
  if (text.includes(":")) return parseEight(text);
  const four = parseFour(text);
  return four && { ...four, groups: [0, 0, 0, 0, 0, 0, ...four.groups], is4: true, is4In6: false };
}

/** An address of 128 bits, whose end can be written as one of 32. */
function parseEight(text: string): Address | undefined {
  const colon = text.lastIndexOf(":") + 1;
  const end = text.slice(colon);
  const hasFour = end.includes(".");
  const four = hasFour ? parseFour(end) : undefined;
  if (hasFour && four === undefined) return undefined;
  const before = hasFour ? text.slice(0, colon) : text;
  const isOpen = hasFour && !before.endsWith("::");
  const halves = (isOpen ? before.slice(0, -1) : before).split("::").map(groupsOf);
  const [left, right] = halves;
  if (halves.length > 2 || left === undefined || (halves.length === 2 && right === undefined)) return undefined;
  const ending = [...(right ?? []), ...(four?.groups ?? [])];
  const missing = 8 - left.length - ending.length;
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  const groups = [...left, ...Array<number>(missing).fill(0), ...ending];
  const is4In6 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return { groups, is4: false, is4In6, hasLeadingZero: four?.hasLeadingZero ?? false };
}

function groupsOf(half: string): readonly number[] | undefined {
  const words = half === "" ? [] : half.split(":");
  return words.every((word) => /^[0-9a-fA-F]{1,4}$/.test(word))
    ? words.map((word) => Number.parseInt(word, 16))
    : undefined;
}

function parseFour(text: string): { readonly groups: readonly number[]; readonly hasLeadingZero: boolean } | undefined {
  const words = text.split(".");
  if (words.length !== 4 || !words.every((word) => /^\d+$/.test(word) && Number(word) <= 255)) return undefined;
  const [a = 0, b = 0, c = 0, d = 0] = words.map(Number);
  return { groups: [a * 256 + b, c * 256 + d], hasLeadingZero: words.some((word) => /^0\d/.test(word)) };
}

/** The longest run of zeros, of two groups at least, is left out. */
function format({ groups, is4, is4In6 }: Address): string {
  if (is4 || is4In6)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join(".");
  let best = { start: -1, length: 1 };
  for (let start = 0; start < groups.length; start += 1) {
    let length = 0;
    while (groups[start + length] === 0) length += 1;
    if (length > best.length) best = { start, length };
  }
  const words = groups.map((group) => group.toString(16));
  if (best.start < 0) return words.join(":");
  return `${words.slice(0, best.start).join(":")}::${words.slice(best.start + best.length).join(":")}`;
}

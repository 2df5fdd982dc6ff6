import { atLeast, type KubernetesVersion } from "../../kubernetes/versions.ts";

// What Kubernetes says of names; each function gives the server's messages, none where the name is right.
// Models staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.37.1)

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const searchLabel = "_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const searchPath = `${searchLabel}(\\.${searchLabel})*`;
const qualified = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";

const labelRegExp = new RegExp(`^${label}$`);
const subdomainRegExp = new RegExp(`^${subdomain}$`);
const searchPathRegExp = new RegExp(`^${searchPath}$`);
const qualifiedRegExp = new RegExp(`^${qualified}$`);
const labelValueRegExp = new RegExp(`^(${qualified})?$`);

const labelMessage = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '${label}')`;
const subdomainMessage = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${subdomain}')`;
const searchPathMessage = `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '${searchPath}')`;
const configKeyMessage =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const qualifiedMessage = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '${qualified}')`;
const labelValueMessage = `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(${qualified})?')`;

// Models staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123Label (v1.37.1)
export function dnsLabelProblems(value: string): readonly string[] {
  const length = lengthProblems(value, 63);
  if (labelRegExp.test(value)) return length;
  return [...length, subdomainRegExp.test(value) ? "must not contain dots" : labelMessage];
}

export function subdomainProblems(value: string): readonly string[] {
  const length = lengthProblems(value, 253);
  return subdomainRegExp.test(value) ? length : [...length, subdomainMessage];
}

/** The same in the words of declarative checks. */
// Models staging/src/k8s.io/apimachinery/pkg/api/validate/strfmt.go LongName (v1.37.1)
export function longNameProblems(value: string): readonly string[] {
  const length = byteLength(value) > 253 ? ["must be no more than 253 bytes"] : [];
  return subdomainRegExp.test(value) ? length : [...length, subdomainMessage];
}

/** Of a DNS search path, whose labels may have underscores. */
// Models staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsDNS1123SubdomainWithUnderscore (v1.37.1)
export function searchPathProblems(value: string, version: KubernetesVersion): readonly string[] {
  const length = lengthProblems(value, 253);
  if (searchPathRegExp.test(value)) return length;
  // 1.33 showed the expression of names without underscores.
  return [...length, atLeast(version, "1.34") ? searchPathMessage : searchPathMessage.replace(searchPath, subdomain)];
}

/** The key of a ConfigMap or a Secret. */
// Models staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go IsConfigMapKey (v1.37.1)
export function configKeyProblems(value: string): readonly string[] {
  const problems = [...lengthProblems(value, 253)];
  if (!/^[-._a-zA-Z0-9]+$/.test(value)) problems.push(configKeyMessage);
  if (value === ".") problems.push("must not be '.'");
  else if (value === "..") problems.push("must not be '..'");
  else if (value.startsWith("..")) problems.push("must not start with '..'");
  return problems;
}

export function qualifiedNameProblems(value: string, version: KubernetesVersion): readonly string[] {
  const parts = value.split("/");
  if (parts.length > 2)
    return [
      `a ${atLeast(version, "1.35") ? "valid label key" : "qualified name"} ${qualifiedMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  const ofPrefix =
    prefix === undefined
      ? []
      : prefix === ""
        ? ["prefix part must be non-empty"]
        : (atLeast(version, "1.35") ? longNameProblems : subdomainProblems)(prefix).map(
            (problem) => `prefix part ${problem}`,
          );
  const ofName = name === "" ? ["name part must be non-empty"] : lengthIn(name, version, "name part ");
  return [...ofPrefix, ...ofName, ...(qualifiedRegExp.test(name) ? [] : [`name part ${qualifiedMessage}`])];
}

export function labelValueProblems(value: string, version: KubernetesVersion): readonly string[] {
  const length = lengthIn(value, version, "");
  return labelValueRegExp.test(value) ? length : [...length, labelValueMessage];
}

export function portNameProblems(value: string): readonly string[] {
  const problems = value.length > 15 ? ["must be no more than 15 characters"] : [];
  if (!/^[-a-z0-9]+$/.test(value))
    problems.push("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
  if (!/[a-z]/.test(value)) problems.push("must contain at least one letter (a-z)");
  if (value.includes("--")) problems.push("must not contain consecutive hyphens");
  if (value.startsWith("-") || value.endsWith("-")) problems.push("must not begin or end with a hyphen");
  return problems;
}

export function portNumberProblems(value: number): readonly string[] {
  return value >= 1 && value <= 65535 ? [] : ["must be between 1 and 65535, inclusive"];
}

export function headerNameProblems(value: string): readonly string[] {
  return /^[-A-Za-z0-9]+$/.test(value)
    ? []
    : [
        "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
      ];
}

/** `relaxed`: the gate RelaxedEnvironmentVariableValidation is on. */
export function environmentNameProblems(value: string, relaxed: boolean): readonly string[] {
  if (relaxed)
    return /^[ -<>-~]+$/.test(value)
      ? []
      : ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(value))
    return [
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')",
    ];
  if (value === ".") return ["must not be '.'"];
  if (value === "..") return ["must not be '..'"];
  return value.startsWith("..") ? ["must not start with '..'"] : [];
}

/** Counted as Go does, in bytes of UTF-8. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    // Two units of UTF-16, four bytes.
    if (code >= 0x10000) index += 1;
  }
  return bytes;
}

/** A unit of UTF-16 has three bytes at most. */
function isLongerThan(text: string, maximum: number): boolean {
  return text.length * 3 > maximum && byteLength(text) > maximum;
}

function lengthProblems(value: string, maximum: number): readonly string[] {
  return isLongerThan(value, maximum) ? [`must be no more than ${maximum} characters`] : [];
}

function lengthIn(value: string, version: KubernetesVersion, prefix: string): readonly string[] {
  const unit = atLeast(version, "1.35") ? "bytes" : "characters";
  return isLongerThan(value, 63) ? [`${prefix}must be no more than 63 ${unit}`] : [];
}

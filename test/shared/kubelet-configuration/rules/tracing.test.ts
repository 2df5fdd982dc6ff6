import { expect, it } from "vitest";
import { parseKubelet, startKubelet } from "../../../../server/schema/kubelet-start.ts";

// Endpoints of `tracing` and what the kubelet of 1.37.1 says of each; "": it starts.
const endpoints: readonly (readonly [endpoint: string, problem: string])[] = [
  ["localhost:4317", ""],
  ["10.0.0.1", ""],
  ["dns://collector:4317", ""],
  ["dns:///collector:4317", ""],
  ["DNS://collector:4317", ""],
  ["Unix:///run/otel.sock", ""],
  ["unix:/run//otel.sock", ""],
  ["unix-abstract://otel", ""],
  [
    "http://collector:4318",
    "unsupported scheme: http.  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md",
  ],
  ["collector:4317/v1#part", ""],
  ["collector:80:90", ""],
  ["h::/path", ""],
  ["a:b@c", ""],
  ["user:p^w@h", 'parse "dns://user:p^w@h": net/url: invalid userinfo'],
  ["a b:4317", 'parse "dns://a b:4317": invalid character " " in host name'],
  ['a"b:4317', ""],
  ["a<b>:4317", ""],
  ["a\\b:4317", 'parse "dns://a\\\\b:4317": invalid character "\\\\" in host name'],
  ["h%41", 'parse "dns://h%41": invalid URL escape "%41"'],
  ["h%e9", ""],
  ["h%4", 'parse "dns://h%4": invalid URL escape "%4"'],
  ["%zz", 'parse "dns://%zz": invalid URL escape "%zz"'],
  ["collector/%zz", 'parse "dns://collector/%zz": invalid URL escape "%zz"'],
  ["collector?q=%zz", ""],
  ["collector#%zz", 'parse "dns://collector#%zz": invalid URL escape "%zz"'],
  ["collector/a b", ""],
  ["[::1]:4317", ""],
  ["[::1", "parse \"dns://[::1\": missing ']' in host"],
  ["[::1]x", 'parse "dns://[::1]x": invalid port "x" after host'],
  ["[::1%25en0]:4317", ""],
  ["[::1%25]", 'parse "dns://[::1%25]": invalid host: ParseAddr("::1%"): zone must be a non-empty string'],
  ["[fe80::1%en0]", 'parse "dns://[fe80::1%en0]": invalid URL escape "%en"'],
  ["[10.0.0.1]:4317", 'parse "dns://[10.0.0.1]:4317": invalid IP-literal'],
  ["[v1.x]", 'parse "dns://[v1.x]": invalid host: ParseAddr("v1.x"): unexpected character (at "v1.x")'],
  ["[]", 'parse "dns://[]": invalid host: ParseAddr(""): unable to parse IP'],
  ["a[b]", 'parse "dns://a[b]": invalid IP-literal'],
  ["collector:abc", 'parse "dns://collector:abc": invalid port ":abc" after host'],
  ["collector:", ""],
  ["://collector", 'parse "://collector": missing protocol scheme'],
  [
    "//collector",
    "unsupported scheme: .  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md",
  ],
  [
    "a//b",
    "unsupported scheme: .  Options are none, dns, unix, or unix-abstract.  See https://github.com/grpc/grpc/blob/master/doc/naming.md",
  ],
  ["*", ""],
  ["a\tb", 'parse "dns://a\\tb": net/url: invalid control character in URL'],
];

it.each(endpoints)("%j", (endpoint, problem) => {
  const configuration = {
    apiVersion: "kubelet.config.k8s.io/v1beta1",
    kind: "KubeletConfiguration",
    tracing: { endpoint },
  };
  const host = {
    kubernetes: "1.37",
    featureGates: {},
    semantics: "released",
    cgroups: "v2",
    directory: "/etc/kubelet",
  } as const;
  const { problems } = startKubelet(parseKubelet(JSON.stringify(configuration)), [], host);
  const reasons = problems.map((each) => each.problem.reason.replace(/^.*?: Invalid value: "(?:[^"\\]|\\.)*": /, ""));
  expect(reasons).toEqual(problem === "" ? [] : [problem]);
});

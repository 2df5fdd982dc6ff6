import * as z from "zod/mini";

// A pod spec as people write it, half-typed lines included. A field that is null or of a wrong type counts as absent: the API server would refuse
// the object, and what is shown while somebody types must not jump or vanish. Nothing in here throws, and the schemas are built once.

const integer = absentUnless(z.int32());
const longInteger = absentUnless(z.int());
const text = absentUnless(z.string());
const port = orElse(z.union([z.int32(), z.string()]), 0);

const execSchema = z.object({ command: listOf(z.string()) });
const httpGetSchema = z.object({ path: text, port, host: text, scheme: text });
const tcpSocketSchema = z.object({ port, host: text });
const grpcSchema = z.object({ port: orElse(z.int32(), 0), service: text });
const sleepSchema = z.object({ seconds: longInteger });

const hookSchema = z.object({
  exec: absentUnless(execSchema),
  httpGet: absentUnless(httpGetSchema),
  tcpSocket: absentUnless(tcpSocketSchema),
  sleep: absentUnless(sleepSchema),
});

const probeSchema = z.object({
  exec: absentUnless(execSchema),
  httpGet: absentUnless(httpGetSchema),
  tcpSocket: absentUnless(tcpSocketSchema),
  grpc: absentUnless(grpcSchema),
  initialDelaySeconds: integer,
  timeoutSeconds: integer,
  periodSeconds: integer,
  successThreshold: integer,
  failureThreshold: integer,
  terminationGracePeriodSeconds: longInteger,
});

const ruleSchema = z.object({
  action: text,
  exitCodes: absentUnless(z.object({ operator: text, values: listOf(z.int32()) })),
});

const containerSchema = z.object({
  name: text,
  image: text,
  imagePullPolicy: text,
  restartPolicy: text,
  restartPolicyRules: listOf(ruleSchema),
  ports: listOf(z.object({ name: text, containerPort: integer })),
  livenessProbe: absentUnless(probeSchema),
  readinessProbe: absentUnless(probeSchema),
  startupProbe: absentUnless(probeSchema),
  lifecycle: absentUnless(z.object({ postStart: absentUnless(hookSchema), preStop: absentUnless(hookSchema) })),
});

const specSchema = z.object({
  restartPolicy: text,
  terminationGracePeriodSeconds: longInteger,
  activeDeadlineSeconds: longInteger,
  readinessGates: listOf(z.object({ conditionType: text })),
  initContainers: listOf(containerSchema),
  containers: listOf(containerSchema),
});

export type WrittenSpec = z.infer<typeof specSchema>;
export type WrittenContainer = z.infer<typeof containerSchema>;
export type WrittenRule = z.infer<typeof ruleSchema>;
export type WrittenProbe = z.infer<typeof probeSchema>;
export type WrittenHook = z.infer<typeof hookSchema>;

/** Undefined: not an object. Entries of lists that are not what they should be are undefined, so that the others keep their index. */
export function readSpec(spec: unknown): WrittenSpec | undefined {
  return specSchema.safeParse(spec).data;
}

export function absentUnless<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.optional(schema), undefined);
}

export function listOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return orElse(z.array(absentUnless(schema)), []);
}

/** What `z.catch` does. That one brings ten kilobytes of zod that nothing else needs into every bundle. */
function orElse<Schema extends z.ZodMiniType>(schema: Schema, fallback: z.output<Schema>) {
  return z.pipe(
    z.optional(z.unknown()),
    z.transform((value): z.output<Schema> => {
      const { success, data } = z.safeParse(schema, value);
      return success ? data : fallback;
    }),
  );
}

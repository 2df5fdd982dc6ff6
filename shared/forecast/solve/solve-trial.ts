import { admit } from "../../api-server/admission/admit.ts";
import { isFields } from "../../api-server/types/fields.ts";
import { type Path, samePath } from "../../basics/path.ts";
import { allContainers, type Container, type DefaultedPod } from "../../kubernetes/pod.ts";
import type { ContainerForecast } from "../pod/model.ts";
import { forecastPod } from "../pod/pod.ts";
import type { FieldChange, PlainValue, SolveQuestion } from "./solve-model.ts";

/** The forecast of the container with the changes. */
export interface Trial {
  readonly question: SolveQuestion;
  readonly changes: readonly FieldChange[];
  readonly pod: DefaultedPod;
  readonly container: Container;
  readonly forecast: ContainerForecast;
}

/** Undefined if the changes leave nothing to run. */
export function tryOut(question: SolveQuestion, changes: readonly FieldChange[]): Trial | undefined {
  const { written, assumptions, scenario, path } = question;
  const spec = withChanges(written.spec, changes);
  const { pod } = admit({ ...written, spec }, assumptions);
  const container = pod && allContainers(pod).find((each) => samePath(each.path, path));
  if (pod === undefined || container === undefined) return undefined;
  const { containers } = forecastPod(pod, assumptions, scenario);
  const forecast = containers.find((each) => samePath(each.path, path));
  return forecast && { question, changes, pod, container, forecast };
}

/** A copy of plain data with fields set. Missing maps are created. */
export function withChanges(value: unknown, changes: readonly FieldChange[]): unknown {
  return changes.reduce((changed: unknown, { path, field, value: set }) => withField(changed, path, field, set), value);
}

function withField(value: unknown, path: Path, field: string, set: PlainValue): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return { ...(isFields(value) && value), [field]: set };
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === step ? withField(item, rest, field, set) : item));
  const fields = isFields(value) ? value : {};
  return { ...fields, [step]: withField(fields[step], rest, field, set) };
}

/** The value at a path of plain data; undefined if the path does not exist. */
export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((at: unknown, step) => {
    if (Array.isArray(at)) return typeof step === "number" ? at[step] : undefined;
    return isFields(at) && Object.hasOwn(at, step) ? at[step] : undefined;
  }, value);
}

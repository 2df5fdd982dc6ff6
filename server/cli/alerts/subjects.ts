import { admit } from "../../../shared/api-server/admission/admit.ts";
import type { Assumptions } from "../../../shared/kubernetes/node.ts";
import type { DefaultedPod } from "../../../shared/kubernetes/pod.ts";
import type { Scenario } from "../../../shared/scenario/model.ts";
import { type AnalyzedDocument, analyzeDocument } from "../../analysis/analysis.ts";
import type { RunnablePod } from "../../analysis/subject.ts";
import { workloadOf } from "../../analysis/workloads.ts";
import { podName } from "../../exports/pod-name.ts";
import { type AlertSubject, assumedCrashLoop } from "../../prometheus/alerts/play-subject.ts";
import type { CommandLine, Parsed } from "../arguments/command-line.ts";
import type { CallSettings } from "../arguments/flags.ts";
import { findInputs } from "../files/inputs.ts";
import { projectNotes, type ReadManifest, readManifest, settingsFor, unreadNotes } from "../files/read-manifest.ts";
import { readRendered } from "../files/rendered.ts";
import { addTexts } from "../simulate/add-texts.ts";
import { readStandardInput } from "../terminal/terminal.ts";

export interface PlacedSubject extends AlertSubject {
  readonly assumptionsText: string;
}

interface FoundSubjects {
  readonly subjects: readonly PlacedSubject[];
  readonly notes: readonly string[];
  readonly files: number;
}

/** Every pod and every KubeletConfiguration of the operands; without operands, a pod that crashes on the assumed nodes. */
export async function findSubjects(line: CommandLine, settings: CallSettings): Promise<Parsed<FoundSubjects>> {
  const rendered = await readRendered(line, settings);
  if ("problem" in rendered) return rendered;
  const inputs = await findInputs(line.operands);
  if (inputs.problems[0] !== undefined) return { problem: inputs.problems[0] };
  const reads: ReadManifest[] = rendered.value.map(({ read }) => read);
  const notes: string[] = [];
  for (const { path } of inputs.value) {
    const read = await readManifest(path, path === "-" ? await readStandardInput() : undefined, settings);
    if ("problem" in read) return read;
    if (read.problems[0] !== undefined) return { problem: read.problems[0] };
    notes.push(...projectNotes(read.settings), ...unreadNotes(path, read));
    reads.push(read);
  }
  if (reads.length === 0 && line.operands.length === 0) {
    const { assumptions, assumptionsText } = await settingsFor("-", settings);
    const subjects = [{ ...crashingPod("a pod without probes", assumptions), assumptionsText }];
    return { value: { subjects, notes, files: 0 } };
  }
  const subjects: PlacedSubject[] = [];
  for (const read of reads) {
    const found = subjectsOf(line, read);
    if ("problem" in found) return found;
    subjects.push(...found.value);
  }
  return { value: { subjects, notes, files: reads.length } };
}

function subjectsOf(line: CommandLine, { manifest, settings }: ReadManifest): Parsed<readonly PlacedSubject[]> {
  const { assumptionsText } = settings;
  const subjects: PlacedSubject[] = [];
  const documents = manifest.documents.map(({ document }) => document);
  for (const analyzed of documents.map((document) => analyzeDocument(document, settings))) {
    for (const pod of analyzed.pods) {
      if (pod.pod === undefined) continue;
      const told = addTexts(line, { ...pod, pod: pod.pod });
      if ("problem" in told) return told;
      subjects.push({ ...subjectOfPod(told.value, documents), assumptionsText });
    }
    subjects.push(...subjectsOfKubelets(analyzed));
  }
  return { value: subjects };
}

function subjectOfPod(analyzed: RunnablePod, documents: Parameters<typeof workloadOf>[1]): AlertSubject {
  const { pod, located, settings } = analyzed;
  const told = assumedCrashLoop(pod, analyzed.scenario.scenario);
  const workload = workloadOf(analyzed, documents)?.workload;
  return {
    name: podName(located),
    pod,
    assumptions: settings.assumptions,
    ...told,
    workload: workload && { ...workload, scenario: told.scenario },
    job: analyzed.jobSpec(),
  };
}

function subjectsOfKubelets({ kubelets, settings }: AnalyzedDocument): readonly PlacedSubject[] {
  return kubelets.map((kubelet) => {
    const node = kubelet.node();
    const subject = crashingPod("KubeletConfiguration: a pod without probes", { ...settings.assumptions, node });
    return { ...subject, node: true, assumptionsText: `Kubernetes ${node.kubernetes} · this kubelet configuration` };
  });
}

const noScenario: Scenario = { containers: {}, events: [], expectations: [] };

function crashingPod(name: string, assumptions: Assumptions): AlertSubject {
  const spec = { containers: [{ name: "app", image: "app" }] };
  const { pod } = admit({ kind: "Pod", name: "crashing", namespace: "default", spec }, assumptions);
  const admitted: DefaultedPod | undefined = pod;
  if (admitted === undefined) throw new Error("a pod with one container is admitted");
  return { name, pod: admitted, assumptions, workload: undefined, ...assumedCrashLoop(admitted, noScenario) };
}

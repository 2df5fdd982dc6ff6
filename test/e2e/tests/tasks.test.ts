import assert from "node:assert/strict";
import { eventually } from "../../patience.ts";
import { keepPicture, windowTests } from "../harness/cases.ts";
import { runCommand } from "../harness/commands.ts";
import { editorBeside, lineLike, linesOf } from "../harness/editor.ts";
import { openByLens, openPart, panelWithTitle, textLike } from "../harness/panel.ts";

// Ten questions of a new user. Each is answered in at most five actions, from the manifest on.

const windowTest = windowTests("tasks");
const actionsMost = 5;

type Act = <Result>(action: () => Promise<Result>) => Promise<Result>;

/** Counts what a person does: a click, a key, a line that is typed. */
function actions(): Act {
  let count = 0;
  return async (action) => {
    count += 1;
    assert.ok(count <= actionsMost, `${actionsMost} actions are enough`);
    return await action();
  };
}

windowTest("will the liveness probe kill a program that starts in 90s?", { file: "slow.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await textLike(panel, ".answer", /^Liveness kills some starts of catalogue: \d+ of 100 runs/);
  await textLike(panel, ".head", /Add a startupProbe that allows more than 1m30s/);
  const fix = panel
    .locator(".head")
    .getByRole("button", { name: /startup ?probe/i })
    .first();
  await act(() => fix.click());
  await lineLike(workbench, /startupProbe:/);
  await textLike(panel, ".answer", /no restarts in 30m/);
});

windowTest("why does it wait 5 minutes, and what would 30s change?", { file: "crash.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await act(() => panel.locator(".track-container .item.bar.back-off").last().click());
  await textLike(panel, ".details", /crash.*5m.*default/i);
  await act(() => panel.getByRole("button", { name: "Compare", exact: true }).click());
  await act(() => panel.getByRole("button", { name: "Back-off capped at 30s" }).click());
  await textLike(panel, ".compared", /^B: Back-off capped at 30s.*restarts/i);
  await keepPicture(workbench, "task-maximum");
});

windowTest("what does exit 42 do to a training job?", { file: "training.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await textLike(panel, ".answer", /^after 1\dm.*, after 2 restarts\.$/);
  await textLike(panel, ".head", /main exits with 42, and its rule restarts all containers/);
  await textLike(panel, ".part-restart-all", /recreated|created anew|new pod/i);
  await keepPicture(workbench, "task-training");
});

windowTest("what did the gate change between 1.33 and 1.37?", { file: "crash.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await act(() => panel.getByRole("button", { name: "Compare", exact: true }).click());
  await act(() => panel.getByRole("button", { name: "Kubernetes 1.34" }).click());
  await act(() => panel.getByLabel("Kubernetes, node B").selectOption("1.33"));
  await textLike(panel, ".compared", /^B: Kubernetes 1\.33/);
  await act(() => panel.getByLabel("ReduceDefaultCrashLoopBackOffDecay, node A").click());
  await textLike(panel, ".compared", /^B: Kubernetes 1\.33, .*ReduceDefaultCrashLoopBackOffDecay/);
});

windowTest("what does a sidecar that crashes do to the pod?", { file: "sidecar.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await textLike(panel, ".answer", /^proxy crashes 30s after each start, .* The pod is ready \d+% of the time\.$/);
});

windowTest("out of memory at 3m and a kubelet restart at 5m, and back", { file: "quiet.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  const inject = async (time: string, fault: string): Promise<void> => {
    const field = panel.getByRole("textbox", { name: "Time at the cursor" });
    await field.fill(time);
    await field.press("Enter");
    await field.press("Tab");
    await panel.getByRole("button", { name: "Inject" }).click();
    await panel.getByRole("button", { name: fault }).click();
  };
  await act(() => inject("3m", "OOM kill"));
  await textLike(panel, ".details h2", /^worker is OOM-killed/);
  await act(() => inject("5m", "Kubelet restarts"));
  await textLike(panel, ".details h2", /kubelet/i);
  await act(() => panel.getByRole("button", { name: "Undo" }).click());
  await act(() => panel.getByRole("button", { name: "Undo" }).click());
  await textLike(panel, ".answer", /^No restarts, as long as worker keeps running/);
});

windowTest("what caused this restart?", { file: "slow.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await textLike(panel, ".details h2", /^catalogue exits with 143/);
  await act(() => panel.locator(".details .why > summary").click());
  await act(() =>
    panel.locator(".details .chain button").filter({ hasText: "SIGTERM because its liveness probe failed" }).click(),
  );
  await textLike(panel, ".details", /failed 3 times in a row/);
  await keepPicture(workbench, "task-cause");
});

windowTest("a scenario and an expectation go into the manifest", { file: "quiet.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await act(() => openPart(panel, "scenario"));
  const type = (line: string, text: string) =>
    act(() => panel.locator(".part-scenario").getByLabel(line, { exact: true }).fill(text));
  await type("worker", "crashes after 1m x2, then runs");
  await type("pod", "expect restarts = 2 within 30m");
  await act(() => panel.getByRole("button", { name: "Write to manifest" }).click());
  await lineLike(workbench, /name: worker # cadence: crashes after 1m x2, then runs/);
  await lineLike(workbench, /# cadence: expect restarts = 2 within 30m/);
});

windowTest("the forecast goes into a pull request", { file: "crash.yaml" }, async (workbench) => {
  const act = actions();
  const panel = await act(() => openByLens(workbench));
  await act(() => panel.getByRole("button", { name: "More" }).click());
  await act(() => panel.getByRole("button", { name: "Table (Markdown)" }).click());
  const text = await eventually(
    async () => "no table came up",
    async () => {
      const lines = await linesOf(editorBeside(workbench));
      return lines.some((line) => line.startsWith("# Deployment/api")) ? lines.join("\n") : undefined;
    },
  );
  assert.match(text, /api crashes 5s after each start/);
});

windowTest("with the keyboard alone", { file: "crash.yaml" }, async (workbench) => {
  const act = actions();
  const { keyboard } = workbench.page;
  await act(() => runCommand(workbench, "Pod Cadence: Simulate Pod"));
  const panel = await panelWithTitle(workbench, /^Simulate/);
  await textLike(panel, ".answer", /^api crashes 5s after each start/);
  await panel.locator('.item[aria-selected="true"]').focus();
  await act(() => keyboard.press("n"));
  await act(() => keyboard.press("n"));
  const told = await textLike(panel, ".details h2", /^api exits with 1/);
  assert.match(await textLike(panel, ".live", /\S/), new RegExp(told.replace(/[.()]/g, "\\$&")));
  await act(() => keyboard.press("Enter"));
  await workbench.page
    .locator(".statusbar-item")
    .filter({ hasText: /Ln 1[0-9], Col/ })
    .waitFor();
});

import { describe, expect, it } from "vitest";
import { type LogQuestion, logArguments } from "../../../client/cluster/log-command.ts";

const question: LogQuestion = {
  kubeconfig: "/home/me/my config",
  context: "kind; rm -rf ~",
  namespace: "default",
  pod: "web-1",
  container: "app",
  isPrevious: true,
};

describe("the arguments of kubectl", () => {
  it("are one each, whatever the user calls contexts and files", () => {
    expect(logArguments(question)).toEqual({
      args: [
        "--kubeconfig=/home/me/my config",
        "--context=kind; rm -rf ~",
        "--namespace=default",
        "logs",
        "pods/web-1",
        "--container=app",
        "--previous",
      ],
    });
  });

  it("follow the present run", () => {
    const answer = logArguments({ ...question, kubeconfig: undefined, isPrevious: false });
    expect("args" in answer && answer.args.slice(-2)).toEqual(["--follow", "--tail=1000"]);
  });

  it("name no context inside a pod, where kubectl knows none", () => {
    const answer = logArguments({ ...question, kubeconfig: undefined, context: undefined });
    expect("args" in answer && answer.args.slice(0, 2)).toEqual(["--namespace=default", "logs"]);
  });

  it.each([
    ["a command that VS Code would run", { pod: "$" + "{command:workbench.action.quit}" }],
    ["an option", { container: "--server=https://evil.example" }],
    ["another namespace", { namespace: "a b" }],
    ["a line feed", { pod: "web\n-1" }],
    ["nothing", { pod: "" }],
    ["a variable in a context", { context: "$" + "{env:TOKEN}" }],
  ])("are not made where a name is %s", (_, change) => {
    expect(logArguments({ ...question, ...change })).toHaveProperty("problem");
  });
});

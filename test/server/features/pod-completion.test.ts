import { expect, test } from "vitest";
import { complete } from "./completing.ts";
const H = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n";
const cases: Record<string,string> = {
 emptyUnder: H+"    livenessProbe:\n      |\n    image: x\n",
 emptyUnderSib: H+"    livenessProbe:\n      periodSeconds: 5\n      |\n    image: x\n",
 word: H+"    livenessProbe:\n      periodSeconds: 5\n      time|\n    image: x\n",
 wordAbove: H+"    livenessProbe:\n      time|\n      periodSeconds: 5\n    image: x\n",
 wordOnly: H+"    livenessProbe:\n      time|\n    image: x\n",
 wordAtContainer: H+"    live|\n    image: x\n",
 wordAtContainerEnd: H+"    image: x\n    live|\n",
 wordAtSpec: "apiVersion: v1\nkind: Pod\nspec:\n  ter|\n  containers:\n  - name: a\n",
 emptySpecEnd: H+"  |\n",
 emptyContEnd: H+"    |\n",
 dash: H+"    restartPolicyRules:\n    - |\n    image: x\n",
 dashWord: H+"    restartPolicyRules:\n    - act|\n    image: x\n",
 dashOnly: H+"    restartPolicyRules:\n    -|\n    image: x\n",
 value: H+"    restartPolicy: |\n    image: x\n",
 valueNoBlank: H+"    restartPolicy:|\n    image: x\n",
 valueWord: H+"    restartPolicy: On|\n    image: x\n",
 quoted: H+"    restartPolicy: \"On|\n    image: x\n",
 quoted2: H+"    restartPolicy: \"On|\"\n    image: x\n",
 flow: H+"    livenessProbe: {periodSeconds: 5, |}\n    image: x\n",
 flowWord: H+"    livenessProbe: {periodSeconds: 5, ti|}\n    image: x\n",
 flowValue: H+"    livenessProbe: {periodSeconds: 5, httpGet: {scheme: |}}\n    image: x\n",
 flowValue2: H+"    livenessProbe: {periodSeconds: 5, httpGet: {scheme: H|}}\n    image: x\n",
 flowUnclosed: H+"    livenessProbe: {periodSeconds: 5, |\n    image: x\n",
 flowEmpty: H+"    livenessProbe: {|}\n    image: x\n",
 flowListItem: H+"    restartPolicyRules: [{|}]\n    image: x\n",
 deeper: H+"    livenessProbe:\n      periodSeconds: 5\n        |\n    image: x\n",
 deeperWord: H+"    livenessProbe:\n      periodSeconds: 5\n        time|\n    image: x\n",
 between: H+"    livenessProbe:\n      periodSeconds: 5\n     |\n    image: x\n",
 betweenWord: H+"    livenessProbe:\n      periodSeconds: 5\n     ti|\n    image: x\n",
 same: H+"    livenessProbe:\n    |\n    image: x\n",
 blankBelowList: H+"    restartPolicyRules:\n    - action: Restart\n      |\n    image: x\n",
 block: H+"    args:\n    - a\n    - |\n      foo\n      |\n    image: x\n",
 comment: H+"    livenessProbe:\n      # abc |\n    image: x\n",
 midKey: H+"    livenessProbe:\n      perio|dSeconds: 5\n    image: x\n",
 specEmpty: "apiVersion: v1\nkind: Pod\nspec:\n  |",
 depEmpty: "apiVersion: apps/v1\nkind: Deployment\nspec:\n  |",
 contDash: "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - |",
 contDashIndent: "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    |",
 wordInEmptyList: "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n    na|\n",
 root: "apiVersion: v1\nkind: Pod\n|",
 json: '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","livenessProbe":{|}}]}}',
 json2: '{"apiVersion":"v1","kind":"Pod","spec":{"containers":[{"name":"a","livenessProbe":{"periodSeconds":5,"ti|"}}]}}',
};
test("x", async () => {
  for (const [name, text] of Object.entries(cases)) {
    const c = await complete(text);
    const first = c.labels.find(l => { try { return c.taken(l) !== undefined } catch { return false } });
    console.log("##", name, c.labels.slice(0,7).join(" "), c.labels.length);
    if (first) console.log(c.taken(first)!.slice(text.startsWith(H) ? H.length : 0));
  }
  expect(1).toBe(1);
});

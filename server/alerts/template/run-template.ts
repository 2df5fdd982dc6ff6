import type { VectorSample } from "../../../shared/promql/model.ts";
import { callTemplateFunction, isTrue, textOfValue } from "./functions.ts";
import type { Command, Operand, Pipeline, TemplateNode, TemplateValue } from "./model.ts";
import { TemplateError } from "./template-error.ts";

/** The text of a template for one result. As in Prometheus, a template that fails is text, too, and the same each time. */
export function runTemplate(nodes: readonly TemplateNode[], sample: VectorSample): string {
  try {
    return textOf(nodes, sample);
  } catch (error) {
    if (error instanceof TemplateError) return "<error expanding template>";
    throw error;
  }
}

function textOf(nodes: readonly TemplateNode[], sample: VectorSample): string {
  return nodes.map((node) => textOfNode(node, sample)).join("");
}

function textOfNode(node: TemplateNode, sample: VectorSample): string {
  switch (node.is) {
    case "text":
      return node.text;
    case "value":
      return textOfValue(pipelineValue(node.of, sample));
    case "if":
      return textOf(isTrue(pipelineValue(node.condition, sample)) ? node.then : node.otherwise, sample);
  }
}

function pipelineValue(pipeline: Pipeline, sample: VectorSample): TemplateValue {
  let value: TemplateValue | undefined;
  for (const command of pipeline) value = valueOfCommand(command, value, sample);
  if (value === undefined) throw new TemplateError();
  return value;
}

function valueOfCommand(
  [first, ...args]: Command,
  before: TemplateValue | undefined,
  sample: VectorSample,
): TemplateValue {
  const last = before === undefined ? [] : [before];
  if (first?.is === "function")
    return callTemplateFunction(first.name, [...args.map((arg) => valueOfOperand(arg, sample)), ...last]);
  if (first === undefined || args.length > 0 || before !== undefined) throw new TemplateError();
  return valueOfOperand(first, sample);
}

function valueOfOperand(operand: Operand, sample: VectorSample): TemplateValue {
  switch (operand.is) {
    case "constant":
      return operand.value;
    case "function":
      return callTemplateFunction(operand.name, []);
    case "pipeline":
      return pipelineValue(operand.of, sample);
    case "field": {
      if (operand.root === "value") return sample.value;
      const labels = operand.root === "labels" ? sample.labels : {};
      const [name] = operand.path;
      if (name === undefined) return labels;
      return Object.hasOwn(labels, name) ? (labels[name] ?? "") : "";
    }
  }
}

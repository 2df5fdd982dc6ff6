import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod/mini";
import { programVersion } from "../arguments/version.ts";
import type { Tool } from "./model.ts";
import { runProgram } from "./run.ts";
import { tools } from "./tools.ts";

/** `pod-cadence mcp`: the tools on standard input and output, until the client closes it. */
export function serveAgents(): undefined {
  const version = programVersion();
  serveStdio(() => {
    const server = new McpServer(
      { name: "pod-cadence", title: "Pod Cadence", version },
      {
        instructions:
          "Predicts when and why Kubernetes pods restart and how long they are down, from a deterministic model of the kubelet. Nothing is written, neither to files nor to clusters. Times are ranges: what jitter and phases can reach.",
      },
    );
    for (const tool of tools) register(server, tool);
    return server;
  });
}

function register(server: McpServer, tool: Tool): void {
  const { name, title, description } = tool;
  const config = {
    title,
    description,
    inputSchema: fromJsonSchema(jsonSchemaOf(tool.input)),
    outputSchema: fromJsonSchema(jsonSchemaOf(tool.output)),
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: name === "observe",
    },
  };
  server.registerTool(name, config, async (input, context) => await callTool(tool, input, context.mcpReq.signal));
}

function jsonSchemaOf(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

async function callTool(tool: Tool, input: unknown, signal: AbortSignal) {
  const call = tool.call(input);
  if ("problem" in call) return failure([call.problem]);
  const { stdout, notes, code } = await runProgram(call, signal);
  if (code === undefined) return failure(["the call took too long and was ended"]);
  if (code === 2) return failure(notes);
  const answer = z.parse(tool.output, tool.answer(stdout, notes));
  const structured = z.record(z.string(), z.unknown()).parse(answer);
  return { content: [{ type: "text" as const, text: JSON.stringify(structured) }], structuredContent: structured };
}

function failure(lines: readonly string[]) {
  return { isError: true, content: [{ type: "text" as const, text: lines.join("\n") || "the command failed" }] };
}

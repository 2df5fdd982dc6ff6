import { beforeEach, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { ActiveManifest } from "../../../client/language-server/active-manifest.ts";
import type { AnswerOf, Request, serverRequests } from "../../../shared/protocol/request.ts";

type AssumptionsAnswer = AnswerOf<typeof serverRequests.assumptions>;

const keys = new Map<string, unknown>();

vi.mock("vscode", async () => {
  class EventEmitter<T> {
    readonly listeners = new Set<(value: T) => void>();
    readonly event = (listener: (value: T) => void) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
    fire(value: T): void {
      for (const listener of this.listeners) listener(value);
    }
    dispose(): void {
      this.listeners.clear();
    }
  }
  const activeEditorChanged = new EventEmitter<void>();
  return {
    EventEmitter,
    Disposable: { from: () => ({ dispose: () => undefined }) },
    commands: { executeCommand: async (_: string, key: string, value: unknown) => keys.set(key, value) },
    window: { activeTextEditor: undefined, onDidChangeActiveTextEditor: activeEditorChanged.event },
    activeEditorChanged,
  };
});

const pod = "kind: Pod\nspec: {containers: []}\n";
const nothing = { "podCadence.hasPod": false, "podCadence.hasKubeletConfiguration": false };

beforeEach(() => keys.clear());

it("sets the context keys to what the server says of the active editor", async () => {
  const manifest = activeManifest({ hasPod: true });
  await manifest.show("pod.yaml", pod);
  expect(shownKeys()).toEqual({ ...nothing, "podCadence.hasPod": true });
  await manifest.show("README.md", pod, "markdown");
  expect(shownKeys()).toEqual(nothing);
});

it("follows edits", async () => {
  const answer = { hasPod: false };
  const manifest = activeManifest(answer);
  await manifest.show("pod.yaml", pod);
  expect(shownKeys()).toEqual(nothing);
  answer.hasPod = true;
  await manifest.edit("other.yaml");
  expect(shownKeys()).toEqual(nothing);
  await manifest.edit("pod.yaml");
  expect(shownKeys()).toEqual({ ...nothing, "podCadence.hasPod": true });
});

it("clears the keys where no editor is active, and asks nothing of other YAML files", async () => {
  const manifest = activeManifest({ hasPod: true, hasKubeletConfiguration: true });
  await manifest.show("pod.yaml", pod);
  await manifest.show(undefined);
  expect(shownKeys()).toEqual(nothing);
  await manifest.show("values.yaml", "image: nginx\n");
  expect(shownKeys()).toEqual(nothing);
  expect(manifest.asked).toEqual(["file:///pod.yaml"]);
});

it("ignores an answer about an editor that is not active any more", async () => {
  const manifest = activeManifest({ hasPod: true });
  await Promise.all([manifest.show("pod.yaml", pod), manifest.show(undefined)]);
  expect(shownKeys()).toEqual(nothing);
});

function shownKeys(): unknown {
  return Object.fromEntries(keys);
}

function activeManifest(content: Partial<AssumptionsAnswer>): {
  readonly asked: readonly string[];
  show(path: string | undefined, text?: string, languageId?: string): Promise<void>;
  edit(path: string): Promise<void>;
} {
  const asked: string[] = [];
  const changed = new vscode.EventEmitter<string>();
  const answer = { kubernetes: "1.37", source: "default", text: "", hasPod: false, hasKubeletConfiguration: false };
  new ActiveManifest({
    isStarted: true,
    onDidChangeState: () => ({ dispose: () => undefined }),
    onDidChange: changed.event,
    ask: async <Answer>({ answer: schema }: Request<unknown, Answer>, params: unknown) => {
      asked.push(String(Reflect.get(Object(params), "uri")));
      return schema.parse({ ...answer, ...content });
    },
  });
  return {
    asked,
    show: async (path, text = "", languageId = "yaml") => {
      const uri = { path: `/${path}`, toString: () => `file:///${path}` };
      const document = { uri, languageId, getText: () => text };
      Object.assign(vscode.window, { activeTextEditor: path === undefined ? undefined : { document } });
      Reflect.get(vscode, "activeEditorChanged").fire();
      await answered();
    },
    edit: async (path) => {
      changed.fire(`file:///${path}`);
      await answered();
    },
  };
}

/** Until the promises that are under way have ended. */
function answered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

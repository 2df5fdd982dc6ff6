import { createRandom } from "../../shared/simulation/world/random.ts";
import { type Archetype, archetypes, healthy, type NodeClass, nodeClasses } from "./archetypes.data.ts";
import { type Life, playLife } from "./life.ts";

/** A pod of the simulated fleet. Times are Unix time. */
export interface FleetPod {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly node: string;
  readonly nodeClass: NodeClass;
  readonly archetype: Archetype;
  /** `Deployment/web`, as people name it. */
  readonly workload: string;
  readonly owner: { readonly kind: string; readonly name: string } | undefined;
  readonly bornMs: number;
  readonly seed: number;
  readonly life: Life;
}

export interface Fleet {
  readonly pods: readonly FleetPod[];
  readonly nodes: readonly { readonly name: string; readonly nodeClass: NodeClass }[];
  readonly startMs: number;
  readonly stepMs: number;
  readonly scrapes: number;
}

export interface FleetOptions {
  readonly pods: number;
  /** Containers that loop, of all pods; the rest restarts once or never. */
  readonly loopShare: number;
  readonly days: number;
  readonly stepMs: number;
  readonly seed: number;
  /** Unix time in the middle of the last minutes: scrapes go on for a while behind it. */
  readonly nowMs: number;
}

/** Scrapes behind the time at which the fleet is asked about. */
const laterMs = 30 * 60_000;
/** Lives of an archetype on nodes of a class: more pods share them, born at other times. */
const livesEach = 3;
const podsPerNode = 60;
/** A pod cannot be played longer. */
const lifeMsMax = 7 * 86_400_000;

/** Pods with lives of our engine. The same options but for `nowMs` give the same pods, born so much later. */
export function simulateFleet(options: FleetOptions): Fleet {
  const { days, stepMs, nowMs } = options;
  const spanMs = days * 86_400_000;
  const startMs = Math.floor((nowMs - spanMs) / stepMs) * stepMs;
  const untilMs = nowMs + laterMs;
  const scrapes = Math.floor((untilMs - startMs) / stepMs);
  const lives = new Lives(stepMs, Math.min(lifeMsMax, 1.5 * spanMs));
  const random = createRandom(options.seed);
  const pods: FleetPod[] = [];
  const nodes = nodesOf(options.pods);
  for (let index = 0; pods.length < options.pods; index++) {
    const archetype = random.next() < options.loopShare * 2 ? chosen(archetypes, random.next()) : healthy;
    const node = chosenNode(nodes, random.next());
    const { nodeClass } = node;
    const name = `${archetype.name}-${index}`;
    const namespace = `team-${index % 17}`;
    // Some are as old as the data, some come later.
    let bornMs = startMs + Math.round((random.next() * 1.4 - 0.9) * 0.5 * spanMs);
    for (let generation = 0; bornMs < untilMs; generation++) {
      const seed = 1 + ((index + generation) % livesEach);
      const { life, phaseMs } = lives.of(archetype, nodeClass, seed);
      bornMs = startMs + Math.floor((bornMs - startMs) / stepMs) * stepMs + phaseMs;
      const named = { namespace, ...namesOf(archetype, name, generation), uid: `${name}-${generation}-uid` };
      const placed = { cluster: nodeClass.cluster, node: node.name, nodeClass };
      if (bornMs + life.livesMs > startMs) pods.push({ ...placed, ...named, archetype, bornMs, seed, life });
      if (archetype.isLast === true) break;
      bornMs += life.livesMs + 5000;
    }
  }
  return { pods, nodes, startMs, stepMs, scrapes };
}

/** Without a common factor with the sum of shares: neighbors differ. */
const apart = 7;

function nodesOf(pods: number): Fleet["nodes"] {
  const count = Math.max(nodeClasses.length, Math.ceil(pods / podsPerNode));
  const shares = nodeClasses.flatMap((nodeClass) => Array.from({ length: nodeClass.share }, () => nodeClass));
  return Array.from({ length: count }, (_, index) => {
    const nodeClass = shares[(index * apart) % shares.length] ?? nodeClasses[0];
    if (nodeClass === undefined) throw new Error("no nodes");
    return { name: `${nodeClass.name}-${index}`, nodeClass };
  });
}

function chosenNode(nodes: Fleet["nodes"], draw: number): Fleet["nodes"][number] {
  const node = nodes[Math.floor(draw * nodes.length)];
  if (node === undefined) throw new Error("no nodes");
  return node;
}

function chosen(all: readonly Archetype[], draw: number): Archetype {
  let left = draw * all.reduce((sum, { share }) => sum + share, 0);
  for (const each of all) {
    left -= each.share;
    if (left < 0) return each;
  }
  return healthy;
}

function namesOf(
  { owner }: Archetype,
  name: string,
  generation: number,
): Pick<FleetPod, "name" | "owner" | "workload"> {
  const workload = `${owner}/${name}`;
  switch (owner) {
    case "Deployment":
      return {
        name: `${name}-5d89c-${generation.toString(36)}xk2p`,
        owner: { kind: "ReplicaSet", name: `${name}-5d89c` },
        workload,
      };
    case "StatefulSet":
      return { name: `${name}-0`, owner: { kind: owner, name }, workload };
    case "none":
      return { name: `${name}-${generation}`, owner: undefined, workload: `Pod/${name}-${generation}` };
    default:
      return { name: `${name}-${generation}xk2p`, owner: { kind: owner, name }, workload };
  }
}

interface KnownLife {
  readonly life: Life;
  readonly phaseMs: number;
}

/** Plays each life once. */
class Lives {
  readonly #stepMs: number;
  readonly #livesMsMax: number;
  readonly #known = new Map<string, KnownLife>();

  constructor(stepMs: number, livesMsMax: number) {
    this.#stepMs = stepMs;
    this.#livesMsMax = livesMsMax;
  }

  of(archetype: Archetype, node: NodeClass, seed: number): KnownLife {
    const key = [archetype.name, node.name, seed].join();
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const phaseMs = ((seed * 7 + 3) * 1000) % this.#stepMs;
    const livesMs = Math.min(archetype.livesMs ?? this.#livesMsMax, this.#livesMsMax);
    const life = playLife(archetype, node, { seed, livesMs, stepMs: this.#stepMs, phaseMs });
    const made = { life, phaseMs };
    this.#known.set(key, made);
    return made;
  }
}

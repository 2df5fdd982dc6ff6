import type { Cell, Instance, World } from "./world.ts";

/** Puts something back into the state in which it was saved; may be called again and again. */
export type Restore = () => void;

/**
 * Saves all that changes in a world, field by field, so that what holds on to its objects goes on with them. Only between
 * tasks: what is under way cannot be saved (`world.tasks.isIdle`).
 */
export function saveWorld(world: World): Restore {
  const parts: Restore[] = [
    world.queue.save(),
    world.recorder.save(),
    world.loops.chance.save(),
    saveFields(world.kubelet),
    ...world.cells.map(saveCell),
  ];
  const { queue, tasks, recorder, loops, cells, kubelet, input, pod, startPass, ...changing } = world;
  const saved = {
    ...changing,
    backoff: changing.backoff.copy(),
    imageBackoff: changing.imageBackoff.copy(),
    deleted: changing.deleted === undefined ? undefined : { ...changing.deleted },
  };
  return () => {
    tasks.clear();
    for (const restore of parts) restore();
    Object.assign(world, saved, {
      backoff: saved.backoff.copy(),
      imageBackoff: saved.imageBackoff.copy(),
      deleted: saved.deleted === undefined ? undefined : { ...saved.deleted },
    });
  };
}

function saveCell(cell: Cell): Restore {
  const { workers } = cell;
  const parts = [
    saveFields(cell),
    saveFields(cell.cached),
    ...instancesOf(cell).map(saveFields),
    ...workers.map(saveFields),
  ];
  const running = [...workers];
  return () => {
    workers.splice(0, workers.length, ...running);
    for (const restore of parts) restore();
  };
}

function instancesOf({ instances, deadBefore, initiator }: Cell): readonly Instance[] {
  const others = [deadBefore, initiator].filter((instance) => instance !== undefined);
  return [...instances, ...others.filter((instance) => !instances.includes(instance))];
}

function saveFields<T extends object>(target: T): Restore {
  const saved = { ...target };
  return () => {
    Object.assign(target, saved);
  };
}

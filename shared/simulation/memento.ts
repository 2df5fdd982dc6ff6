import type { BackOffs, Instance, PodContainer, World } from "./world/world.ts";

/** Puts something back into the state in which it was saved; may be called again and again. */
export type Restore = () => void;

/**
 * Saves the records of a world in place, so that what holds on to them goes on with them. Only between tasks: what is under
 * way cannot be saved (`world.tasks.isIdle`).
 */
export function saveWorld(world: World): Restore {
  const { input, pod, loops, queue, tasks, recorder, containers, backOffs, startPass, ...records } = world;
  const parts: Restore[] = [
    queue.save(),
    recorder.save(),
    loops.chance.save(),
    saveBackOffs(backOffs),
    ...Object.values(records).map(saveFields),
    ...containers.map(saveContainer),
  ];
  return () => {
    tasks.clear();
    for (const restore of parts) restore();
  };
}

/** Back-off objects change inside, so that they are copied each time. */
function saveBackOffs(backOffs: BackOffs): Restore {
  const saved = { ...backOffs, restart: backOffs.restart.copy(), image: backOffs.image.copy() };
  return () => {
    Object.assign(backOffs, saved, { restart: saved.restart.copy(), image: saved.image.copy() });
  };
}

function saveContainer(container: PodContainer): Restore {
  const { workers } = container;
  const parts = [
    saveFields(container),
    saveFields(container.cached),
    ...instancesOf(container).map(saveFields),
    ...workers.map(saveFields),
  ];
  const running = [...workers];
  return () => {
    workers.splice(0, workers.length, ...running);
    for (const restore of parts) restore();
  };
}

function instancesOf({ instances, deadBefore, initiator }: PodContainer): readonly Instance[] {
  const others = [deadBefore, initiator].filter((instance) => instance !== undefined);
  return [...instances, ...others.filter((instance) => !instances.includes(instance))];
}

function saveFields<T extends object>(target: T): Restore {
  const saved = { ...target };
  return () => {
    Object.assign(target, saved);
  };
}

import { type Chance, type Draw, SeededChance } from "../../simulation/world/chance.ts";

/** Chance by a seed, but for the clock: all pods of a run look at the same one. */
export class ClockedChance implements Chance {
  readonly #seeded: SeededChance;
  readonly #clockPhaseMs: number;

  constructor(seed: number, clockPhaseMs: number) {
    this.#seeded = new SeededChance(seed);
    this.#clockPhaseMs = clockPhaseMs;
  }

  draw(draw: Draw): number {
    return draw.kind === "clock" ? this.#clockPhaseMs : this.#seeded.draw(draw);
  }

  save(): () => void {
    return this.#seeded.save();
  }
}

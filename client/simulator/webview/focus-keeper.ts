const controls = ":is(button, select, input, summary, [tabindex='0']):not(:disabled)";

/** What the focus depends on. */
interface Focused {
  readonly helping: boolean;
  readonly playing: boolean;
  /** The name of the menu that is open. */
  readonly menu: string | undefined;
  readonly focusRequests: number;
  /** Counts up when the field of the cursor's time is asked for. */
  readonly timeRequests?: number;
}

/** Moves the focus where a rendering moves what has it, so that it is never lost. It is called before and after each. */
export class FocusKeeper {
  readonly #page: Element;
  /** It is not looked for at each drawing: nothing is found only behind thousands of elements. */
  #dialog: HTMLDialogElement | null = null;
  #menu: string | undefined;
  #focusRequests = 0;
  #timeRequests = 0;
  #before: Element | null = null;
  /** What was around it, from the inside. */
  #around: readonly Element[] = [];

  constructor(page: Element) {
    this.#page = page;
  }

  before({ helping }: Focused): void {
    // A dialog that is closed gives the focus back; one that is only taken away does not.
    if (!helping) this.#dialog?.close();
    this.#before = document.activeElement;
    this.#around = ancestorsOf(this.#before);
  }

  after(model: Focused): void {
    this.#followHelp(model);
    this.#followMenu(model.menu);
    if (isLost(this.#before)) this.#focusNear(this.#before);
    this.#followSelection(model);
    this.#followTime(model);
  }

  #followTime({ timeRequests = 0 }: Focused): void {
    if (timeRequests === this.#timeRequests) return;
    this.#timeRequests = timeRequests;
    const field = this.#page.querySelector<HTMLInputElement>(".playback .now");
    focusOn(field);
    field?.select();
  }

  #followHelp({ helping }: Focused): void {
    this.#dialog = helping ? (this.#dialog ?? this.#page.querySelector("dialog")) : null;
    if (this.#dialog?.open === false) this.#dialog.showModal();
  }

  /** Where the focus is on an entry, it goes along with the selection. Playing leaves it alone, which would be spoken. */
  #followSelection({ playing, focusRequests }: Focused): void {
    const isRequested = focusRequests !== this.#focusRequests;
    this.#focusRequests = focusRequests;
    const place = document.activeElement?.closest(".tracks, .twin");
    if (place == null || playing) return;
    if (isRequested || place.matches(".tracks")) focusOn(this.#selected());
  }

  /** The focus goes into a menu that opens, and back to its button. */
  #followMenu(menu: string | undefined): void {
    const before = this.#menu;
    const opened = menu === undefined ? null : this.#place(menu)?.querySelector(".menu");
    if (menu === before || opened === undefined || (menu !== undefined && opened === null)) return;
    this.#menu = menu;
    if (menu !== undefined) focusOn(opened?.querySelector(controls));
    else if (before !== undefined && this.#wasIn(this.#place(before)))
      focusOn(this.#place(before)?.querySelector("button"));
  }

  #place(menu: string): Element | null {
    return this.#page.querySelector(`[data-menu="${menu}"]`)?.closest(".menu-place") ?? null;
  }

  /** The focus falls to the page when what has it goes away. */
  #wasIn(place: Element | null): boolean {
    return this.#before === document.body || (place !== null && this.#around.includes(place));
  }

  /** The next control of what is left around it. */
  #focusNear(lost: Element): void {
    const isInStory = this.#around.some((element) => element.matches(".tracks, .entries"));
    if (isInStory) focusOn(this.#selected());
    const place = this.#around.find((element) => element.isConnected && element.querySelector(controls) !== null);
    if (isInStory || place === undefined) return;
    const others = [...place.querySelectorAll(controls)];
    const isBehind = (other: Element): boolean =>
      (lost.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    focusOn(lost.isConnected ? (others.find(isBehind) ?? others.at(-1)) : others[0]);
  }

  /** In the lanes, or in the table. */
  #selected(): Element | null {
    const found = (selector: string): Element | null => this.#page.querySelector(selector);
    return found(".tracks [tabindex='0']") ?? found("tr.selected button") ?? found(".entries .table-scroll");
  }
}

function isLost(element: Element | null): element is Element {
  const active = document.activeElement;
  if (element === null || element === document.body || (active !== document.body && active !== element)) return false;
  return !element.isConnected || element.matches(":disabled");
}

function ancestorsOf(element: Element | null): readonly Element[] {
  const parent = element?.parentElement ?? null;
  return parent === null ? [] : [parent, ...ancestorsOf(parent)];
}

function focusOn(element: Element | null | undefined): void {
  if (element === document.activeElement) return;
  if (element instanceof HTMLElement || element instanceof SVGElement) element.focus({ preventScroll: true });
}

const edgePx = 8;
const gapPx = 2;

/** Puts an open menu at its button: inside of the page, and above the button where there is more room. */
export function placeMenu(page: Element): void {
  const menu = page.querySelector<HTMLElement>(".menu");
  const button = menu?.closest(".menu-place")?.getBoundingClientRect();
  if (menu === null || button === undefined) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const belowPx = clientHeight - button.bottom - edgePx;
  const isAbove = menu.scrollHeight > belowPx && button.top - edgePx > belowPx;
  const leftmostPx = clientWidth - edgePx - menu.offsetWidth;
  const leftPx = Math.max(edgePx, Math.min(button.left, leftmostPx));
  menu.style.left = `${leftPx - button.left}px`;
  menu.style.top = isAbove ? "auto" : `calc(100% + ${gapPx}px)`;
  menu.style.bottom = isAbove ? `calc(100% + ${gapPx}px)` : "auto";
  menu.style.maxHeight = `${Math.max(isAbove ? button.top - edgePx : belowPx, 120)}px`;
}

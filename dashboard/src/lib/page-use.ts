/** Somebody who has done nothing on the page for so long does not use it. */
const IDLE_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'click', 'wheel', 'touchmove'];

let lastUseAt = performance.now();

for (const sign of SIGNS) {
  document.addEventListener(sign, () => (lastUseAt = performance.now()), { capture: true, passive: true });
}

/** Tells whether somebody uses the page, which reads everything it shows again every few seconds by itself. */
export const isPageInUse = (): boolean => performance.now() - lastUseAt < IDLE_MS;

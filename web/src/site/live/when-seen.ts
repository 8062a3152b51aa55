/** How much of it must be visible before it starts. */
const SEEN = 0.6;
/** Visitors read the prerendered content first; until then no script competes with the page. */
const READING_MS = 2500;

/**
 * Calls `start` once most of an element has been visible for a moment and the page is idle; at once on hover or focus.
 * If starting fails, the page stays as prerendered.
 */
export function whenSeen(element: HTMLElement, start: () => Promise<void>): void {
  let isStarted = false;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    observer.disconnect();
    clearTimeout(reading);
    start().catch((error: unknown) => console.warn('This part of the page stays as it is.', error));
  };
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(reading);
      if (entry?.isIntersecting) reading = setTimeout(() => whenIdle(startOnce), READING_MS);
    },
    { threshold: SEEN },
  );
  // The container itself has no box.
  observer.observe(element.firstElementChild ?? element);
  for (const type of ['pointerover', 'focusin']) element.addEventListener(type, startOnce, { once: true });
}

/** Safari has no requestIdleCallback. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run);
}

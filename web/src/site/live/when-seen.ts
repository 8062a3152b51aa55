/** The visible share of the element at which it starts. */
const VISIBLE_SHARE = 0.6;
/** Visitors read the prerendered content first, so the script can wait. */
const READING_MS = 2500;

/**
 * Calls `start` after most of an element has been visible for 2.5 s and the page is idle; immediately on hover or
 * focus. If that fails, the page stays as prerendered.
 */
export function startWhenSeen(element: HTMLElement, start: () => Promise<void>): void {
  let isStarted = false;
  let reading: ReturnType<typeof setTimeout> | undefined;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    observer.disconnect();
    clearTimeout(reading);
    start().catch((error: unknown) => console.warn('The live part of the page could not be started.', error));
  };
  const observer = new IntersectionObserver(
    ([entry]) => {
      clearTimeout(reading);
      if (entry?.isIntersecting) reading = setTimeout(() => runWhenIdle(startOnce), READING_MS);
    },
    { threshold: VISIBLE_SHARE },
  );
  // The container itself has no box.
  observer.observe(element.firstElementChild ?? element);
  for (const type of ['pointerover', 'focusin']) element.addEventListener(type, startOnce, { once: true });
}

/** Safari has no requestIdleCallback. */
function runWhenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run);
}

/** How much of it is in view when it starts: nobody watches the rest. */
const SEEN = 0.6;
/** What was prerendered is there to be read first; nothing else on the page waits for the script meanwhile. */
const READING_MS = 2500;

/**
 * Starts something once most of an element has been in view for a moment and the page is idle; at once on hover or
 * focus. If starting fails, the page stays as it was prerendered.
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
  // Its place in the page has no box of its own.
  observer.observe(element.firstElementChild ?? element);
  for (const type of ['pointerover', 'focusin']) element.addEventListener(type, startOnce, { once: true });
}

/** Safari cannot say when it is idle. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run);
  else setTimeout(run);
}

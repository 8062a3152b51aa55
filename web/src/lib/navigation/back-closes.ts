import { useEffect, useEffectEvent } from 'react';
import { fieldsOf } from '../fields-of.ts';

/**
 * Back closes what is open on top of a page. While anything is, the history has one more entry with the page's address,
 * the guard: Back leaves only that, and closes the topmost. If something is still open then, the guard is entered again.
 * The router never sees the guard: a navigation replaces it, and it is left once all is closed.
 */
type Entry = { state: unknown; url: string };

const GUARD = 'backCloses';
/** What is still open after that long has not been closed: it shows a question first, or is busy. */
const CLOSES_WITHIN_MS = 100;
/** The browser usually arrives within milliseconds. Navigations wait for it, so none may wait for ever. */
const ARRIVES_WITHIN_MS = 1_000;

/** What closes each open dialog; the topmost is last. */
const open: (() => void)[] = [];
/** The guard as the router believes the page's entry to be; null while it is not the current entry. */
let guard: Entry | null = null;
/** What waits for the browser to arrive at another entry, which it does later. */
let arriving: (() => void) | null = null;
/** Whether Back has left the guard and what is open may still close. */
let isClosing = false;
const delayed: (() => void)[] = [];
/** The browser's own functions, once they are wrapped. */
let own: Pick<History, 'pushState' | 'replaceState'> | null = null;

/** Wraps the functions by which the router adds and changes entries, as there is no event for that in all browsers. */
function wrapHistory(): Pick<History, 'pushState' | 'replaceState'> {
  if (own !== null) return own;
  const wrapped = { pushState: history.pushState.bind(history), replaceState: history.replaceState.bind(history) };
  own = wrapped;
  history.pushState = (state, title, url) =>
    afterArrival(() => {
      // It ends the guard that is ahead.
      isClosing = false;
      const write = guard === null ? wrapped.pushState : wrapped.replaceState;
      guard = null;
      write(state, title, url);
    });
  history.replaceState = (state, title, url) =>
    afterArrival(() => {
      wrapped.replaceState(guard === null ? state : asGuard(state), title, url);
      if (guard !== null) guard = here();
    });
  // The page was loaded again with a dialog open.
  if (isGuard(history.state)) guard = here();
  // A capturing listener comes before the router's.
  addEventListener('popstate', onMove, { capture: true });
  syncGuardSoon();
  return wrapped;
}

/** Lets Back call `onClose` while `isOpen`. It may leave the dialog open, to ask a question first. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    wrapHistory();
    if (!isOpen) return;
    const closeThis = () => close();
    open.push(closeThis);
    // A question was opened instead of closing.
    if (isClosing) returnToGuard();
    else syncGuardSoon();
    return () => {
      open.splice(open.indexOf(closeThis), 1);
      syncGuardSoon();
    };
  }, [isOpen]);
}

/** Runs later, because a dialog that closes may open another, or a page, at once. */
function syncGuardSoon(): void {
  setTimeout(syncGuard);
}

function syncGuard(): void {
  if (arriving !== null || isClosing) return;
  if (open.length > 0 && guard === null) {
    const page = here();
    wrapHistory().pushState(asGuard(page.state), '');
    guard = page;
  } else if (open.length === 0 && guard !== null) {
    const left = guard;
    guard = null;
    move(-1, () => restore(left));
  }
}

function onMove(event: PopStateEvent): void {
  if (arriving !== null) {
    event.stopImmediatePropagation();
    arrive();
    return;
  }
  const left = guard;
  guard = null;
  if (isGuard(event.state)) {
    // Forward led to a guard that was left, or Back to one that another document came after.
    event.stopImmediatePropagation();
    guard = here();
    syncGuardSoon();
  } else if (left !== null && indexOf(event.state) === indexOf(left.state)) {
    event.stopImmediatePropagation();
    restore(left);
    isClosing = true;
    open.at(-1)?.();
    setTimeout(returnToGuard, CLOSES_WITHIN_MS);
  }
}

/**
 * The guard is still there to go forward to; a new one, made without a click, would be skipped by Back. It gets the
 * address that the page has by now.
 */
function returnToGuard(): void {
  const hasClosed = open.length === 0 || !isClosing;
  isClosing = false;
  if (hasClosed) {
    syncGuard();
    return;
  }
  const page = here();
  move(1, () => {
    wrapHistory().replaceState(asGuard(page.state), '', page.url);
    guard = page;
  });
}

/** Moves in the history by one entry, unseen by the router. */
function move(by: 1 | -1, then: () => void): void {
  const arrived = () => {
    clearTimeout(timer);
    then();
  };
  const timer = setTimeout(() => arriving === arrived && arrive(), ARRIVES_WITHIN_MS);
  arriving = arrived;
  history.go(by);
}

function arrive(): void {
  const then = arriving;
  arriving = null;
  then?.();
  for (const each of delayed.splice(0)) each();
  syncGuardSoon();
}

/** The page's own entry gets the address that it has been given meanwhile, such as that of other filters. */
function restore({ state, url }: Entry): void {
  if (location.href === url && fieldsOf(history.state).key === fieldsOf(state).key) return;
  wrapHistory().replaceState(state, '', url);
  // The router reads the address again.
  dispatchEvent(new PopStateEvent('popstate', { state }));
}

function afterArrival(run: () => void): void {
  if (arriving === null) run();
  else delayed.push(run);
}

function here(): Entry {
  const { [GUARD]: _, ...state } = fieldsOf(history.state);
  return { state: history.state === null ? null : state, url: location.href };
}

function asGuard(state: unknown): object {
  return { ...fieldsOf(state), [GUARD]: true };
}

function isGuard(state: unknown): boolean {
  return fieldsOf(state)[GUARD] === true;
}

/** The router's number of an entry. */
function indexOf(state: unknown): unknown {
  return fieldsOf(state).idx;
}

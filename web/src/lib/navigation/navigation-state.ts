import { fieldsOf } from '../fields-of.ts';

/** The state of the app's navigations. It is parsed because history may hold the state of an older version. */
export type NavigationState = {
  requestedPath?: string;
  savedAtMs?: number;
  openedHere?: boolean;
  signingOut?: boolean;
};

/** The address requested before signing in; null for none. */
export function requestedPath(state: unknown): string | null {
  const { requestedPath: path } = fieldsOf(state);
  return typeof path === 'string' ? path : null;
}

const JUST_SAVED_MS = 10_000;

/** Whether the data was saved so recently that the listener may not have it yet. */
export function isJustSaved(state: unknown, nowMs: number): boolean {
  const { savedAtMs } = fieldsOf(state);
  return typeof savedAtMs === 'number' && nowMs - savedAtMs < JUST_SAVED_MS;
}

/** The state for opening a dialog, so that closing it goes back. */
export function openedHere(): NavigationState {
  return { openedHere: true };
}

/** Whether a dialog was opened from the page below it rather than by its address. */
export function wasOpenedHere(state: unknown): boolean {
  return fieldsOf(state).openedHere === true;
}

/** The state for navigating to the sign-in page in order to sign out. */
export function signingOut(): NavigationState {
  return { signingOut: true };
}

/** Whether the user navigated to sign out. */
export function isSigningOut(state: unknown): boolean {
  return fieldsOf(state).signingOut === true;
}

import { z } from 'zod';

/** The state of the app's navigations. It is parsed because history may hold the state of an older version. */
const stateSchema = z.object({
  requestedPath: z.string().optional(),
  savedAtMs: z.number().optional(),
  openedHere: z.boolean().optional(),
  signingOut: z.boolean().optional(),
});
export type NavigationState = z.infer<typeof stateSchema>;

function read(state: unknown): NavigationState {
  return stateSchema.safeParse(state).data ?? {};
}

/** The address requested before signing in; null for none. */
export function requestedPath(state: unknown): string | null {
  return read(state).requestedPath ?? null;
}

const JUST_SAVED_MS = 10_000;

/** Whether the data was saved so recently that the listener may not have it yet. */
export function isJustSaved(state: unknown, nowMs: number): boolean {
  const { savedAtMs } = read(state);
  return savedAtMs !== undefined && nowMs - savedAtMs < JUST_SAVED_MS;
}

/** The state for opening a dialog, so that closing it goes back. */
export function openedHere(): NavigationState {
  return { openedHere: true };
}

/** Whether a dialog was opened from the page below it rather than by its address. */
export function wasOpenedHere(state: unknown): boolean {
  return read(state).openedHere === true;
}

/** The state for navigating to the sign-in page in order to sign out. */
export function signingOut(): NavigationState {
  return { signingOut: true };
}

/** Whether the user navigated to sign out. */
export function isSigningOut(state: unknown): boolean {
  return read(state).signingOut === true;
}

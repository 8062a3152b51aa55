import { z } from 'zod';

/** What navigations of this app carry with them. It may also be anything else: history outlives versions. */
const stateSchema = z.object({
  asked: z.string().optional(),
  savedAtMs: z.number().optional(),
  openedHere: z.boolean().optional(),
  signingOut: z.boolean().optional(),
});
export type NavigationState = z.infer<typeof stateSchema>;

function read(state: unknown): NavigationState {
  return stateSchema.safeParse(state).data ?? {};
}

/** The address requested before signing in; null for none. */
export function askedPath(state: unknown): string | null {
  return read(state).asked ?? null;
}

const NEWS_WITHIN_MS = 10_000;

/** Whether the data shown was saved so recently that the listener may not have it yet. */
export function isJustSaved(state: unknown, nowMs: number): boolean {
  const { savedAtMs } = read(state);
  return savedAtMs !== undefined && nowMs - savedAtMs < NEWS_WITHIN_MS;
}

/** What the navigation that opens a dialog carries, so that closing it is going back. */
export function openedHere(): NavigationState {
  return { openedHere: true };
}

/** Whether a dialog was opened from the page below it, and not by its address. */
export function wasOpenedHere(state: unknown): boolean {
  return read(state).openedHere === true;
}

/** What the way to the sign-in page carries for somebody who signs out. */
export function signingOut(): NavigationState {
  return { signingOut: true };
}

/** Whether somebody came by signing out. */
export function isSigningOut(state: unknown): boolean {
  return read(state).signingOut === true;
}

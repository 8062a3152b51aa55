import { MINUTE_MS } from '@farwatch/core/time';
import { z } from 'zod';

const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+\.js)"/;
const KEY = 'reloadedFor';
/** How often at most to reload for one version: what a reload does not fix must not cause a loop. */
const ONCE_IN_MS = 10 * MINUTE_MS;

const reloadedSchema = z.object({ entry: z.string(), atMs: z.number() });

/** The first script of an app's document, whose name identifies the version; null if there is none. */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** Whether the page may reload for the version that starts with `entry`; `kept` is what the last reload left. */
export function mayReload(kept: string | null, entry: string, nowMs: number): boolean {
  const last = reloadedSchema.safeParse(parsed(kept)).data;
  return !last || last.entry !== entry || nowMs - last.atMs > ONCE_IN_MS;
}

/** What is deployed now: the same as runs here, another version, or nothing that can be known. */
export async function deployedVersion(): Promise<{ entry: string; isNewer: boolean } | null> {
  try {
    const answer = await fetch('/app.html', { cache: 'no-store' });
    const entry = answer.ok ? entryOf(await answer.text()) : null;
    return entry === null ? null : { entry, isNewer: entry !== entryOf(document.documentElement.outerHTML) };
  } catch {
    return null;
  }
}

/** Reloads the page into the version that starts with `entry`, unless that was just tried. */
export function reloadOnce(entry: string): void {
  const nowMs = Date.now();
  try {
    if (!mayReload(sessionStorage.getItem(KEY), entry, nowMs)) return;
    sessionStorage.setItem(KEY, JSON.stringify({ entry, atMs: nowMs }));
  } catch {
    return; // If nothing can be stored, a loop could not be recognised.
  }
  window.location.reload();
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

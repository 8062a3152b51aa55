import { MINUTE_MS } from '@farwatch/core/time';
import { z } from 'zod';

const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+\.js)"/;
const KEY = 'reloadedFor';
/** One version is reloaded for once in so long: what reloading does not mend must not do it again and again. */
const ONCE_IN_MS = 10 * MINUTE_MS;

const reloadedSchema = z.object({ entry: z.string(), atMs: z.number() });

/** The script that an app's document begins with, whose name is the version's own; null where there is none. */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** Whether the page may be loaded anew for the version that begins with `entry`; `kept` is what the last time left. */
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

/** Loads the page anew, into the version that begins with `entry`, unless that was just tried. */
export function reloadOnce(entry: string): void {
  const nowMs = Date.now();
  try {
    if (!mayReload(sessionStorage.getItem(KEY), entry, nowMs)) return;
    sessionStorage.setItem(KEY, JSON.stringify({ entry, atMs: nowMs }));
  } catch {
    return; // Where nothing can be kept a loop could not be told.
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

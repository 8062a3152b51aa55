import { MINUTE_MS } from '@farwatch/core/values/time';
import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { parseStored, readStored, writeStored } from '../browser/storage.ts';

const listeners = new Set<() => void>();
let isOut = false;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether a new version is known to be deployed, of which this one misses a part. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(subscribe, () => isOut);
}

/** Call it when a part of a page could not be loaded: announces a new version if there is one. Typed text stays. */
export async function partMissing(): Promise<void> {
  const version = await deployedVersion();
  if (!version?.isNewer) return;
  isOut = true;
  for (const listener of listeners) listener();
}

/**
 * Call it when a whole page could not be loaded, so that nothing typed is lost: reloads if a new version is deployed,
 * or if it failed offline and still does, because some browsers never request a failed script again.
 */
export async function pageMissing(failedOffline: boolean): Promise<void> {
  const version = await deployedVersion();
  if (version && (version.isNewer || failedOffline)) reloadOnce(version.entry);
}

const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/[^"]+\.js)"/;
const KEY = 'reloadedFor';
/** The least time between two reloads for one version: a reload that does not help must not loop. */
const RELOAD_INTERVAL_MS = 10 * MINUTE_MS;

const reloadedSchema = z.object({ entry: z.string(), atMs: z.number() });

/** The first script of the app's document, whose name identifies the version; null if there is none. */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** Whether to reload for the version that starts with `entry`; `kept` is what the last reload stored. */
export function mayReload(kept: string | null, entry: string, nowMs: number): boolean {
  const last = parseStored(reloadedSchema, kept);
  return !last || last.entry !== entry || nowMs - last.atMs > RELOAD_INTERVAL_MS;
}

/** The deployed version: this one, another one, or unknown. */
async function deployedVersion(): Promise<{ entry: string; isNewer: boolean } | null> {
  try {
    const answer = await fetch('/app.html', { cache: 'no-store' });
    const entry = answer.ok ? entryOf(await answer.text()) : null;
    return entry === null ? null : { entry, isNewer: entry !== entryOf(document.documentElement.outerHTML) };
  } catch {
    return null;
  }
}

/** Reloads the page for the version that starts with `entry`, unless that was tried just before. */
function reloadOnce(entry: string): void {
  const nowMs = Date.now();
  if (!mayReload(readStored('session', KEY), entry, nowMs)) return;
  // If nothing can be stored, a loop could not be recognised.
  if (writeStored('session', KEY, JSON.stringify({ entry, atMs: nowMs }))) window.location.reload();
}

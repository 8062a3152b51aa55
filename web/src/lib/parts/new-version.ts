import { MINUTE_MS } from '@farwatch/core/values/time';
import { useSyncExternalStore } from 'react';
import { readStored, storedFields, writeStored } from '../browser/storage.ts';
import { createSignal } from '../signal.ts';

const changed = createSignal();
let isDeployed = false;

/** Whether a new version is deployed and a part of this one is gone. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(changed.subscribe, () => isDeployed);
}

/**
 * Announces a new version, if there is one, after a part of a page could not be loaded or an answer of the API could not
 * be read. Keeps what the user typed.
 */
export async function reportMismatch(): Promise<void> {
  const version = await deployedVersion();
  if (!version?.isNewer) return;
  isDeployed = true;
  changed.notify();
}

/**
 * Reloads after a whole page could not be loaded, if a new version is deployed or if loading failed offline, because
 * some browsers never request a failed script again.
 */
export async function reloadForMissingPage(failedOffline: boolean): Promise<void> {
  const version = await deployedVersion();
  if (version && (version.isNewer || failedOffline)) reloadOnce(version.entry);
}

/** The file of main.tsx (build/chunks.ts), which names all others. */
const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="(\/assets\/start-[^"]+\.js)"/;
const KEY = 'reloadedFor';
/** The least time between two reloads for one version: a reload that does not help must not loop. */
const RELOAD_INTERVAL_MS = 10 * MINUTE_MS;

/** Finds the script of the app's document whose name identifies the version; null if there is none. */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** Whether to reload for the version that starts with `entry`; `stored` is what the last reload stored. */
export function mayReload(stored: string | null, entry: string, nowMs: number): boolean {
  const last = storedFields(stored);
  return last.entry !== entry || typeof last.atMs !== 'number' || nowMs - last.atMs > RELOAD_INTERVAL_MS;
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

/** Reloads the page for the version that starts with `entry`, unless that was tried recently. */
function reloadOnce(entry: string): void {
  const nowMs = Date.now();
  if (!mayReload(readStored('session', KEY), entry, nowMs)) return;
  // Without storage, a loop could not be detected.
  if (writeStored('session', KEY, JSON.stringify({ entry, atMs: nowMs }))) window.location.reload();
}

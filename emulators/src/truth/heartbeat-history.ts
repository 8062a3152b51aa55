import type { DocumentOf } from '@farwatch/core/documents/collections';
import type { Ping } from '@farwatch/core/documents/heartbeat';
import { type Change, collectionOf } from '../firestore/store.ts';
import { withMs } from './history.ts';

type Heartbeat = DocumentOf<'heartbeats'>;
type Endpoint = DocumentOf<'endpoints'>;

/**
 * The change of a heartbeat by a commit: the ping that it stored, or null, and its endpoint's status and last error
 * afterwards.
 */
export type HeartbeatStep = {
  atMs: number;
  ping: Ping | null;
  status: Endpoint['status'];
  since: number;
  error: string | null;
};

/** Every commit that changed a heartbeat, by its endpoint's id. */
export class HeartbeatHistory {
  readonly steps = new Map<string, HeartbeatStep[]>();
  private readonly counts = new Map<string, number>();

  record(changes: readonly Change[], nowMs: number): void {
    const endpoints = new Map<string, Endpoint>();
    const pings = new Map<string, Ping>();
    for (const { path, after } of changes) {
      const collection = collectionOf(path);
      if (after === null || (collection !== 'endpoints' && collection !== 'heartbeats')) continue;
      if (collection === 'heartbeats') this.addPing(pings, withMs(after) as Heartbeat);
      else if (String(after.url).startsWith('heartbeat:'))
        endpoints.set(path.slice(path.lastIndexOf('/') + 1), withMs(after) as Endpoint);
    }
    for (const id of new Set([...endpoints.keys(), ...pings.keys()])) {
      const known = this.steps.get(id) ?? [];
      const last = known.at(-1);
      const endpoint = endpoints.get(id);
      const { status, since } = endpoint ?? last ?? { status: 'pending', since: nowMs };
      const error = endpoint ? (endpoint.lastError?.error ?? null) : (last?.error ?? null);
      const ping = pings.get(id) ?? null;
      if (ping || status !== last?.status || since !== last.since)
        known.push({ atMs: nowMs, ping, status, since, error });
      this.steps.set(id, known);
    }
  }

  private addPing(pings: Map<string, Ping>, { endpointId, pingCount, pings: stored }: Heartbeat): void {
    const ping = stored.at(-1);
    if (ping && pingCount !== (this.counts.get(endpointId) ?? 0)) pings.set(endpointId, ping);
    this.counts.set(endpointId, pingCount);
  }
}

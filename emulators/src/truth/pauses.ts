import { MINUTE_MS } from '@farwatch/core/values/time';
import { documentsOf } from './documents-of.ts';
import { ownerOf } from './owner-requests.ts';
import type { Fault, Scenario } from './scenario.ts';
import type { Server } from './server.ts';
import { siteOf } from './site-checks.ts';
import type { Timeline } from './timeline.ts';

/** Since `atMs` people have wanted a monitor (`site` null) or one of its sites to be paused until then, or not. */
type Wish = { atMs: number; monitor: number; site: string | null; untilMs: number | null };
export type PauseFault = Extract<Fault, { do: 'pause' | 'resume' }>;
type Parts = {
  scenario: Scenario;
  timeline: Timeline;
  server: Server;
  monitorIds: readonly string[];
  /** Something is paused, or no longer. */
  onChange: (monitor: number) => void;
};

/** What owners have paused and resumed by the API. */
export class Pauses {
  private readonly wishes: Wish[] = [];
  private readonly parts: Parts;

  constructor(parts: Parts) {
    this.parts = parts;
  }

  /** Whether a site of a monitor is to be paused at that time, alone or with the monitor. */
  isPausedAt(monitor: number, site: string, atMs: number): boolean {
    return [null, site].some((of) => {
      const last = this.wishes.findLast((wish) => wish.monitor === monitor && wish.site === of && wish.atMs <= atMs);
      return last !== undefined && (last.untilMs ?? Number.POSITIVE_INFINITY) > atMs;
    });
  }

  /** Nothing happens while the server is down. */
  async do(fault: PauseFault): Promise<void> {
    const { scenario, timeline, server, onChange } = this.parts;
    const { monitor, site } = fault;
    const owner = scenario.owners[scenario.monitors[monitor]?.owner ?? -1];
    if (server.isDown || !owner) return;
    const forMin = fault.do === 'pause' ? fault.forMin : null;
    const untilMs = forMin === null ? null : timeline.nowMs + forMin * MINUTE_MS;
    const body = { paused: fault.do === 'pause', untilMs };
    const id = this.idOf(monitor, site);
    if (id === null) return;
    await server.request(site === null ? 'pauseMonitor' : 'pauseEndpoint', ownerOf(owner.uid), {
      params: { id },
      body,
    });
    this.wishes.push({ atMs: timeline.nowMs, monitor, site, untilMs: fault.do === 'pause' ? untilMs : 0 });
    onChange(monitor);
    if (untilMs !== null) timeline.at(untilMs, () => onChange(monitor));
  }

  /** An edit that says nothing of pauses ends them. */
  clear(monitor: number): void {
    const own = this.wishes.filter((wish) => wish.monitor === monitor);
    const atMs = this.parts.timeline.nowMs;
    for (const site of new Set(own.map((wish) => wish.site))) this.wishes.push({ atMs, monitor, site, untilMs: 0 });
  }

  private idOf(monitor: number, site: string | null): string | null {
    const { server, monitorIds } = this.parts;
    const monitorId = monitorIds[monitor];
    if (site === null || monitorId === undefined) return monitorId ?? null;
    const found = [...documentsOf(server.store, 'endpoints')].find(
      ([, each]) => each.monitorId === monitorId && siteOf(each.url) === site,
    );
    return found?.[0] ?? null;
  }
}

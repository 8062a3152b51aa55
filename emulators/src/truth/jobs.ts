import { SECOND_MS } from '@farwatch/core/values/time';
import { Random } from '../platform/random.ts';
import type { Fault, PingPlan, Scenario } from './scenario.ts';
import type { Server } from './server.ts';
import { siteOf } from './sites.ts';
import type { Timeline } from './timeline.ts';

export type PingFault = Fault & PingPlan;
/** A ping that has reached the function. */
export type ArrivedPing = Pick<PingPlan, 'site' | 'kind' | 'exitStatus'> & {
  /** The id of the run in its URL. */
  rid: string | null;
  atMs: number;
  /** The status of its answer; null if there was none. */
  status: number | null;
};
export type CreatedMonitor = {
  id: string;
  endpoints: { url: string; pingUrl: string | null; namedPingUrl: string | null }[];
};

/** The limit of `curl --max-time 10 --retry`. */
const ANSWERED_WITHIN_MS = 10 * SECOND_MS;
const NO_ANSWER = null;

type Parts = { scenario: Scenario; timeline: Timeline; server: Server };

/** Jobs that ping their heartbeats over a network that loses some of it. */
export class Jobs {
  readonly arrived: ArrivedPing[] = [];
  private readonly paths = new Map<string, string>();
  private readonly parts: Parts;
  private readonly random: Random;

  constructor(parts: Parts) {
    this.parts = parts;
    this.random = new Random(parts.scenario.seed + 3);
  }

  /** Remembers the ping URLs in the API's answer. */
  learnUrls({ endpoints }: CreatedMonitor): void {
    for (const { url, pingUrl, namedPingUrl } of endpoints) {
      const job = this.parts.scenario.jobs?.find(({ site }) => site === siteOf(url));
      const pinged = job?.isNamed ? namedPingUrl : pingUrl;
      if (job && pinged !== null) this.paths.set(job.site, new URL(pinged).pathname);
    }
  }

  /** Pings until an answer comes that is not worth another try. */
  async ping(plan: PingFault): Promise<void> {
    for (let left = plan.tries; left > 0; left -= 1) {
      const status = await this.attempt(plan, left === plan.tries);
      if (status !== null && status !== 429 && status < 500) return;
      await this.wait(this.random.between(1, 15) * SECOND_MS);
    }
  }

  /** Makes one request; resolves with the status of its answer, null if there was none. */
  private async attempt(plan: PingFault, isFirst: boolean): Promise<number | null> {
    const loses = isFirst ? plan.loses : 'nothing';
    await this.wait(this.random.between(10, 60));
    if (this.parts.server.isDown || !this.parts.server.isPingUrlReachable) return NO_ANSWER;
    if (loses !== 'request') {
      const answer = this.deliver(plan);
      if (loses === 'order') this.parts.timeline.after(this.random.spread(20, 20_000), () => void this.deliver(plan));
      if (loses !== 'answer') return Promise.race([answer, this.wait(ANSWERED_WITHIN_MS).then(() => NO_ANSWER)]);
    }
    await this.wait(ANSWERED_WITHIN_MS);
    return NO_ANSWER;
  }

  private async deliver(plan: PingFault): Promise<number | null> {
    const { site, kind, exitStatus } = plan;
    const path = this.paths.get(site);
    const { server, timeline } = this.parts;
    if (path === undefined || server.isDown || !server.isPingUrlReachable) return NO_ANSWER;
    const rid = plan.rid === null ? null : uuidOf(plan.rid);
    const arrived: ArrivedPing = { site, kind, exitStatus, rid, atMs: timeline.nowMs, status: null };
    this.arrived.push(arrived);
    const body = kind === 'fail' ? `run ${plan.rid ?? ''} went wrong` : '';
    try {
      arrived.status = await server.ping(`${path}${suffixOf(plan)}${rid === null ? '' : `?rid=${rid}`}`, body);
    } catch {
      // The function has died.
    }
    return arrived.status;
  }

  private wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.parts.timeline.after(ms, resolve));
  }
}

function suffixOf({ kind, exitStatus }: PingPlan): string {
  if (exitStatus !== null) return `/${exitStatus}`;
  return kind === 'success' ? '' : `/${kind}`;
}

function uuidOf(run: number): string {
  return `00000000-0000-4000-8000-${run.toString(16).padStart(12, '0')}`;
}

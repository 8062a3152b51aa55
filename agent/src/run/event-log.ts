import type { Assignment } from '@farwatch/core/documents/assignment';
import { errorMessage } from '@farwatch/core/texts/check-error-text';
import type { AgentProblem, LocalFailure } from '@farwatch/core/values/local-failure';
import { SECOND_MS } from '@farwatch/core/values/time';
import type { Jump } from '../clock/jump.ts';
import type { Log } from '../log.ts';
import type { Planned } from '../schedule/plan.ts';
import { en } from '../texts/locales/en.ts';
import type { Checked } from '../watch/watcher-options.ts';

/** The agent's log for its operator: what it checks, what changes, what is wrong. */
export class EventLog {
  private readonly log: Log;
  private lastAssigned = '';
  private reported: readonly AgentProblem[] = [];
  private readonly unreadable = new Set<string>();

  constructor(log: Log) {
    this.log = log;
  }

  assigned(assigned: readonly Assignment[]): void {
    const count = assigned.reduce((sum, { endpoints }) => sum + Object.keys(endpoints).length, 0);
    const text =
      count === 0
        ? 'Nothing is assigned yet.'
        : `Checking ${plural(count, 'endpoint')} for ${plural(assigned.length, 'owner')}.`;
    if (text !== this.lastAssigned)
      this.log.info(text, { event: 'assigned', endpoints: count, owners: assigned.length });
    this.lastAssigned = text;
  }

  /** Changes to down and back are logged, an endpoint's first success is not. */
  checked({ planned, result, verdict, changed, before }: Checked): void {
    const { dnsMs, connectMs, tlsMs, firstByteMs, bodyMs } = result.phases;
    const phases = Object.entries({
      dns: dnsMs,
      connect: connectMs,
      tls: tlsMs,
      'first byte': firstByteMs,
      body: bodyMs,
    })
      .flatMap(([name, ms]) => (ms === null ? [] : `${name} ${Math.round(ms)}`))
      .join(', ');
    const why = errorMessage(result.error, result.statusCode) ?? `status ${result.statusCode}`;
    const { url } = planned;
    const { ms, statusCode, error } = result;
    const fields = { url, statusCode, error };
    this.log.debug(`      ${url}  ${why}, ${ms} ms${phases && ` (${phases})`}`, {
      event: 'check',
      ...fields,
      ms,
      phases: result.phases,
    });
    if (!changed || !verdict) return;
    if (!verdict.up) {
      const failed = { event: 'down', url, statusCode: verdict.statusCode, error: verdict.error };
      this.log.info(`DOWN  ${url}  ${errorMessage(verdict.error, verdict.statusCode)}`, failed);
    } else if (before) {
      const downMs = verdict.since - before.since;
      this.log.info(`UP    ${url}  after ${duration(downMs)}`, { event: 'up', ...fields, downMs });
    }
  }

  abstaining(isAbstaining: boolean): void {
    if (isAbstaining)
      this.log.warn('No internet connection: no reference site answers. Verdicts are on hold until one does.', {
        event: 'abstaining',
      });
    else this.log.info('Internet connection restored.', { event: 'resumed' });
  }

  /** A check that failed by a local failure; `isUrgent`: its verdict was withdrawn. */
  localFailure({ url }: Planned, failure: LocalFailure, isUrgent: boolean): void {
    const text = `${url}  not checked: ${en.problems[failure]}`;
    const fields = { event: 'not_checked', url, failure };
    if (isUrgent) this.log.info(`NONE  ${text}`, fields);
    else this.log.debug(`      ${text}`, fields);
  }

  /** The agent's current problems: each is logged when it starts and when it is resolved. */
  problems(now: readonly AgentProblem[]): void {
    const before = this.reported;
    this.reported = now;
    const fields = (event: string, problem: AgentProblem) => ({ event, problem });
    for (const each of now) {
      if (!before.includes(each)) this.log.warn(`Problem: ${en.problems[each]}.`, fields('problem', each));
    }
    for (const each of before)
      if (!now.includes(each)) this.log.info(`Resolved: ${en.problems[each]}.`, fields('resolved', each));
  }

  jumped({ sleptMs, setMs }: Jump): void {
    if (sleptMs > 0) this.log.info(`The machine slept for ${duration(sleptMs)}.`);
    if (setMs !== 0) this.log.warn(`The clock was set ${setMs > 0 ? 'forward' : 'back'} by ${duration(setMs)}.`);
  }

  cannotRead(path: string): void {
    if (this.unreadable.has(path)) return;
    this.unreadable.add(path);
    this.log.warn(`${path} has a format that this version cannot read. Update the agent.`);
  }
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function duration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / SECOND_MS);
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

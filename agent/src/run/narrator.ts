import { errorMessage } from '@farwatch/core/checks/check';
import type { Assignment } from '@farwatch/core/documents/assignment';
import { SECOND_MS } from '@farwatch/core/time';
import type { Jump } from '../clock/jump.ts';
import type { Log } from '../log.ts';
import type { Checked } from '../watch/watcher.ts';

/** Tells in plain lines what the agent does: what it checks, what changes, what is in its way. */
export class Narrator {
  private readonly log: Log;
  private told = '';
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
    if (text !== this.told) this.log.say(text);
    this.told = text;
  }

  /** An endpoint's first success is nothing to tell; what goes down and what comes back is. */
  checked({ planned, result, verdict, changed, before }: Checked): void {
    const { dnsMs, connectMs, tlsMs, firstByteMs } = result.phases;
    const phases = Object.entries({ dns: dnsMs, connect: connectMs, tls: tlsMs, 'first byte': firstByteMs })
      .flatMap(([name, ms]) => (ms === null ? [] : `${name} ${Math.round(ms)}`))
      .join(', ');
    const why = errorMessage(result.error, result.statusCode) ?? `status ${result.statusCode}`;
    this.log.detail(`      ${planned.url}  ${why}, ${result.ms} ms${phases && ` (${phases})`}`);
    if (!changed || !verdict) return;
    if (!verdict.up) this.log.say(`DOWN  ${planned.url}  ${errorMessage(verdict.error, verdict.statusCode)}`);
    else if (before) this.log.say(`UP    ${planned.url}  after ${duration(verdict.since - before.since)}`);
  }

  abstaining(isBlind: boolean): void {
    if (isBlind)
      this.log.trouble('Nothing answers, nor do the witnesses: no endpoint is called down until something does.');
    else this.log.say('Something answers again.');
  }

  jumped({ sleptMs, setMs }: Jump): void {
    if (sleptMs > 0) this.log.say(`The machine slept for ${duration(sleptMs)}.`);
    if (setMs !== 0) this.log.trouble(`The clock was set ${setMs > 0 ? 'forward' : 'back'} by ${duration(setMs)}.`);
  }

  cannotRead(path: string): void {
    if (this.unreadable.has(path)) return;
    this.unreadable.add(path);
    this.log.trouble(`${path} is of a form that this version does not know. Is there a newer version of the agent?`);
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

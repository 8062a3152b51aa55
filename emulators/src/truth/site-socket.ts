import { EventEmitter } from 'node:events';
import { EXPECTED } from './site-checks.ts';
import type { Condition } from './sites.ts';

/** Waits for a random time in that range, ms; rejects when the check is over. */
type Wait = (range: readonly [number, number]) => Promise<void>;

const SOON = [5, 100] as const;
const LATE = [1_000, 5_000] as const;

/** A connection to a simulated site, which speaks as its type does. */
export class SiteSocket extends EventEmitter {
  bytesRead = 0;
  destroyed = false;
  readonly errored = null;
  private readonly site: string;
  private readonly condition: Condition;
  private readonly delay: Wait;

  constructor(site: string, condition: Condition, delay: Wait) {
    super();
    this.site = site;
    this.condition = condition;
    this.delay = delay;
    // A captive network accepts the connection and says nothing.
    if (condition === 'captive') return;
    if (site.startsWith('tcp')) this.greet();
    if (site.startsWith('tls')) this.say('220 mail ready\r\n');
  }

  /** As the network ends connections with their check. */
  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.emit('close');
  }

  pause(): void {
    // It says only what it is asked for.
  }

  /** A dialogue of SMTP. */
  write(line: string): void {
    if (line.startsWith('EHLO')) this.say('250-mail\r\n250 STARTTLS\r\n');
    else this.say(this.condition === 'assertion' ? '454 not now\r\n' : '220 go ahead\r\n');
  }

  openWebSocket(): SiteWebSocket {
    return new SiteWebSocket(this.condition, this.delay);
  }

  private greet(): void {
    if (this.condition === 'assertion') this.later(() => this.emit('close'));
    else this.say(this.condition === 'status' ? 'go away' : EXPECTED.text);
  }

  private say(text: string): void {
    this.later(() => {
      this.bytesRead += text.length;
      this.emit('data', Buffer.from(text));
    });
  }

  private later(work: () => void): void {
    const isLate = this.condition === 'slow' && this.site.startsWith('tcp');
    this.delay(isLate ? LATE : SOON).then(
      () => !this.destroyed && work(),
      () => undefined,
    );
  }
}

/** The client's end of a WebSocket to a simulated site, as the package `ws` has it. */
class SiteWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 0;
  private readonly condition: Condition;
  private readonly delay: Wait;

  constructor(condition: Condition, delay: Wait) {
    super();
    this.condition = condition;
    this.delay = delay;
    this.later(condition === 'slow' ? LATE : SOON, () => {
      if (condition === 'status') {
        this.emit('unexpected-response', {}, { statusCode: 503, destroy: () => undefined });
        return;
      }
      this.readyState = this.OPEN;
      this.emit('open');
    });
  }

  send(): void {
    const isWrong = this.condition === 'assertion';
    this.later(SOON, () => {
      this.emit('message', Buffer.from(isWrong ? 'out of order' : EXPECTED.text));
      if (isWrong) this.later(SOON, () => this.end());
    });
  }

  close(): void {
    this.later(SOON, () => this.end());
  }

  terminate(): void {
    this.readyState = 3;
  }

  private end(): void {
    this.readyState = 3;
    this.emit('close');
  }

  private later(range: readonly [number, number], work: () => void): void {
    this.delay(range).then(work, () => undefined);
  }
}

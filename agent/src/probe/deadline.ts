const OVER = new Error('the check is over');

/**
 * The time of a check. Its `signal` is aborted when that is over, when the check has ended, and with an outer signal.
 */
export class Deadline {
  private readonly controller = new AbortController();
  private readonly outer: AbortSignal;
  private readonly withinMs: number;
  private spentMs = 0;
  private sinceMs = performance.now();
  private timer: NodeJS.Timeout | undefined;

  constructor(withinMs: number, outer: AbortSignal) {
    this.withinMs = withinMs;
    this.outer = outer;
    if (outer.aborted) this.end();
    else outer.addEventListener('abort', this.end);
    this.resume();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  pause(): void {
    clearTimeout(this.timer);
    this.spentMs += performance.now() - this.sinceMs;
  }

  resume(): void {
    this.sinceMs = performance.now();
    if (!this.signal.aborted) this.timer = setTimeout(this.expire, Math.max(0, this.withinMs - this.spentMs));
  }

  /** Ends everything that depends on the signal. Returns how long it took without pauses, ms. */
  readonly end = (): number => {
    this.pause();
    this.outer.removeEventListener('abort', this.end);
    this.controller.abort(OVER);
    return this.spentMs;
  };

  private readonly expire = (): void => {
    this.controller.abort(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' }));
  };
}

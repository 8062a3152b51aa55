/** How pressing a check is: a doubt to settle, something new or asked for, the usual. */
export type Urgency = 'doubt' | 'asked' | 'usual';

const ORDER: readonly Urgency[] = ['doubt', 'asked', 'usual'];

/** Checks that wait for a free place, the pressing ones first, else in the order they came. At most once each. */
export class CheckQueue {
  private readonly lines: Record<Urgency, Set<string>> = { doubt: new Set(), asked: new Set(), usual: new Set() };

  add(key: string, urgency: Urgency): void {
    if (ORDER.slice(0, ORDER.indexOf(urgency)).some((higher) => this.lines[higher].has(key))) return;
    this.remove(key);
    this.lines[urgency].add(key);
  }

  has(key: string): boolean {
    return ORDER.some((urgency) => this.lines[urgency].has(key));
  }

  remove(key: string): void {
    for (const urgency of ORDER) this.lines[urgency].delete(key);
  }

  /** The next check, taken out; null when none waits. */
  take(): string | null {
    for (const urgency of ORDER) {
      for (const key of this.lines[urgency]) {
        this.lines[urgency].delete(key);
        return key;
      }
    }
    return null;
  }
}

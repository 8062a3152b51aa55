import type { Place } from '../schedule/queue.ts';

/** A name that takes longer is slow: most are resolved by then. */
const SLOW_NAME_MS = 50;

/** A check's place, which others use while the check only waits for a slow name. */
export class HeldPlace {
  private readonly place: Place;
  private readonly onFree: () => void;
  private isHeld = true;
  private hasEnded = false;

  constructor(place: Place, onFree: () => void) {
    this.place = place;
    this.onFree = onFree;
  }

  /** Lends the place until the name is resolved, once it proves slow. */
  lend(resolved: Promise<void>): void {
    const timer = setTimeout(() => this.free(), SLOW_NAME_MS);
    void resolved.then(() => {
      clearTimeout(timer);
      if (this.isHeld || this.hasEnded) return;
      this.isHeld = true;
      this.place.retake();
    });
  }

  end(): void {
    this.hasEnded = true;
    this.free();
  }

  private free(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.place.free();
    this.onFree();
  }
}

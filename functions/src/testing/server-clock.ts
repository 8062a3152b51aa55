import { DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';

type ServerClock = {
  /** The emulator's clock knows nothing of a test's: from which of its times each of the test's times was. */
  passed: { emulatorMs: number; atMs: number }[];
  converted: WeakSet<Timestamp>;
  isUsed: boolean;
};

const CLOCK = Symbol.for('the clock of functions/src/testing/server-clock.ts');
const clock = sharedClock();

/** Starts the clock again, for a new project. */
export function resetServerClock(): void {
  clock.passed = [];
}

/** It is at least this time now. */
export function advanceServerClock(atMs: number): void {
  if (atMs > (clock.passed.at(-1)?.atMs ?? 0)) clock.passed.push({ emulatorMs: Date.now(), atMs });
}

/** Server timestamps, and the times at which settings were stored, are those of the test's clock. */
export function useServerClock(): void {
  if (clock.isUsed) return;
  clock.isUsed = true;
  FieldValue.serverTimestamp = () => asFieldValue(Timestamp.fromMillis(clock.passed.at(-1)?.atMs ?? 0));
  const stored = Object.getOwnPropertyDescriptor(DocumentSnapshot.prototype, 'updateTime')?.get;
  if (!stored) throw new Error('DocumentSnapshot has no updateTime');
  Object.defineProperty(DocumentSnapshot.prototype, 'updateTime', {
    configurable: true,
    get(this: DocumentSnapshot) {
      const time: Timestamp | undefined = stored.call(this);
      return this.ref.path.endsWith('/private/notifications') ? time && ofTest(time) : time;
    },
  });
}

function ofTest(time: Timestamp): Timestamp {
  const { converted, passed } = clock;
  if (converted.has(time)) return time; // a snapshot made of another
  const last = passed.findLast(({ emulatorMs }) => emulatorMs <= time.toMillis()) ?? passed[0];
  const atTest = Timestamp.fromMillis(last?.atMs ?? 0);
  converted.add(atTest);
  return atTest;
}

/** One for the process: tests that reset modules load this file again, and it changes the same package of Firebase. */
function sharedClock(): ServerClock {
  const shared: typeof globalThis & { [CLOCK]?: ServerClock } = globalThis;
  shared[CLOCK] ??= { passed: [], converted: new WeakSet(), isUsed: false };
  return shared[CLOCK];
}

/** Safe: Firestore writes a Timestamp wherever it writes a FieldValue. */
function asFieldValue(timestamp: Timestamp): FieldValue {
  return timestamp as unknown as FieldValue;
}

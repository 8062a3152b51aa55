import { DocumentSnapshot, FieldValue, Timestamp } from 'firebase-admin/firestore';

/** The emulator's clock knows nothing of a test's: from which of its times each of the test's times was. */
let passed: { emulatorMs: number; atMs: number }[] = [];
const converted = new WeakSet<Timestamp>();

/** Starts the clock again, for a new project. */
export function resetServerClock(): void {
  passed = [];
}

/** It is at least this time now. */
export function advanceServerClock(atMs: number): void {
  if (atMs > (passed.at(-1)?.atMs ?? 0)) passed.push({ emulatorMs: Date.now(), atMs });
}

/** Server timestamps, and the times at which settings were stored, are those of the test's clock. */
export function useServerClock(): void {
  FieldValue.serverTimestamp = () => asFieldValue(Timestamp.fromMillis(passed.at(-1)?.atMs ?? 0));
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
  if (converted.has(time)) return time; // a snapshot made of another
  const last = passed.findLast(({ emulatorMs }) => emulatorMs <= time.toMillis()) ?? passed[0];
  const atTest = Timestamp.fromMillis(last?.atMs ?? 0);
  converted.add(atTest);
  return atTest;
}

/** Safe: Firestore writes a Timestamp wherever it writes a FieldValue. */
function asFieldValue(timestamp: Timestamp): FieldValue {
  return timestamp as unknown as FieldValue;
}

import { takeLock } from '../lock.ts';

/** A process that takes a lock, prints the result, and holds it until killed. argv: the lock's path. */
const got = await takeLock(process.argv[2] ?? '');
console.log('release' in got ? 'taken' : got.heldBy);
setInterval(() => undefined, 60_000);

import { PLACES } from './schedule/limits.ts';

/**
 * Names are resolved on libuv's threads, at most on half of them, and the spool's writes need some as well. A name that
 * hangs holds one: with as many as there are checks at a time nobody's names wait for anybody else's. Imported first, because
 * the number is read when the first thread starts.
 */
process.env.UV_THREADPOOL_SIZE ??= String(2 * PLACES);

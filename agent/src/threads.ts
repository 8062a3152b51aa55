import { RESOLVE } from './resolve/limits.ts';

/**
 * What only the system resolves holds a libuv thread until the system gives up, on at most half of them, and the spool's
 * writes need some as well. Imported first, because the number is read when the first thread starts.
 */
process.env.UV_THREADPOOL_SIZE ??= String(2 * (RESOLVE.systemLookups + 4));

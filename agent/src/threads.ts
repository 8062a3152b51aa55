import { RESOLVE } from './resolve/limits.ts';

/**
 * A name that only the system resolves occupies a libuv thread until the system gives up, at most half of them, since
 * the spool needs some as well. Imported first, because the number is read when the first thread starts.
 */
process.env.UV_THREADPOOL_SIZE ??= String(2 * (RESOLVE.systemLookups + 4));

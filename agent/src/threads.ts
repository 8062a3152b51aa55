/**
 * Names are resolved on libuv's threads, four by default, which the spool's writes need as well: a few names that hang
 * would hold up everything. Imported first, because the number is read when the first thread starts.
 */
process.env.UV_THREADPOOL_SIZE ??= '32';

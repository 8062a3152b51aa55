import { Worker } from 'node:worker_threads';

/** Acts as a version on trial that hangs, with the thread that watches it; argv has the thread's data. */
const cli = new URL('../../cli.ts', import.meta.url);
const watch = new Worker(cli, { workerData: JSON.parse(process.argv[2] ?? '') });
await new Promise((resolve) => watch.once('online', resolve));
console.log('hangs');
for (;;);

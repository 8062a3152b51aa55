import { Worker } from 'node:worker_threads';

/** Stands in for a version on trial that hangs, beside the thread that watches it, which is told what is in argv. */
const cli = new URL('../../cli.ts', import.meta.url);
const watch = new Worker(cli, { workerData: JSON.parse(process.argv[2] ?? '') });
await new Promise((resolve) => watch.once('online', resolve));
console.log('hangs');
for (;;);

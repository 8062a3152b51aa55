import { createRequire } from 'node:module';

// Loaded into firebase-tools (`--import`), which creates and updates 40 functions at the same time, and has no option for
// it. The instance with which each starts counts against the CPUs of the region.
const AT_ONCE = 10;

type Executor = { QueueExecutor: new (options: { concurrency: number }) => object };

const require = createRequire(import.meta.url);
const executor = require('firebase-tools/lib/deploy/functions/release/executor') as Executor;

executor.QueueExecutor = class extends executor.QueueExecutor {
  constructor(options: { concurrency: number }) {
    super({ ...options, concurrency: Math.min(options.concurrency, AT_ONCE) });
  }
};

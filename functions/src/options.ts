import { setGlobalOptions } from 'firebase-functions/v2';
import { REGION } from './region.ts';

/** Runs before any function is defined: index.ts imports it first. */
setGlobalOptions({ region: REGION, memory: '256MiB', maxInstances: 20, concurrency: 40 });

import type { Mutation } from './bundle.ts';

/** Broken rules of heartbeats, which only mixed worlds have. */
export const NEWER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a late heartbeat is not declared down',
    file: 'functions/src/entry/jobs/sweep/sweep.ts',
    from: '() => sweepHeartbeats(run, after),',
    to: 'async () => void sweepHeartbeats,',
  },
];

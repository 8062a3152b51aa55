import type { Mutation } from './bundle.ts';

/** Broken rules of heartbeats and of check types, which only mixed worlds have. */
export const NEWER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a late heartbeat is not declared down',
    file: 'functions/src/sweep/sweep.ts',
    from: '() => sweepHeartbeats(run, after),',
    to: 'async () => void sweepHeartbeats,',
  },
  {
    name: 'after a gap heartbeats are late at once',
    file: 'functions/src/sweep/sweep-heartbeats.ts',
    from: 'if (mayLackPings(state, run.nowMs)) return;',
    to: 'if (mayLackPings(state, 2 * run.nowMs)) return;',
  },
  {
    name: 'a job that has started may run on',
    file: 'core/src/decisions/heartbeats/due-time.ts',
    from: 'const times = [expected, lastStartAt]',
    to: 'const times = [expected, lastPingAt === null ? lastStartAt : null]',
  },
  {
    name: 'the end of another run ends the one that has started',
    file: 'core/src/decisions/heartbeats/apply-ping.ts',
    from: "before.lastStartRid === rid || kind === 'fail' || rid === null",
    to: "before.lastStartRid === rid || kind === 'fail' || rid !== 'none'",
  },
  {
    name: 'cron expressions are those of UTC',
    file: 'core/src/decisions/heartbeats/cron.ts',
    from: 'return new Cron(cron, { timezone,',
    to: "return new Cron(cron, { timezone: timezone && 'UTC',",
  },
  {
    name: 'lost echo requests are ignored',
    file: 'agent/src/probe/icmp/icmp.ts',
    from: 'ECHO_REQUESTS - replies > maxLost',
    to: 'ECHO_REQUESTS - replies > maxLost + ECHO_REQUESTS',
  },
];

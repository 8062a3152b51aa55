import type { Mutation } from './bundle.ts';

/** Rules that are broken one at a time, to show that each is found. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'half of the locations are a quorum',
    file: 'core/src/decisions/status/status-rules.ts',
    from: 'downLocations(votes).length * 2 > Object',
    to: 'downLocations(votes).length * 2 >= Object',
  },
  {
    name: 'a loss ends an outage',
    file: 'core/src/decisions/status/decide-endpoint.ts',
    from: 'outageVotes(votes, counting, assigned)',
    to: 'counting',
  },
  {
    name: 'a loss ends an outage after a day',
    file: 'core/src/decisions/status/decide-endpoint.ts',
    from: 'outageVotes(votes, counting, assigned)',
    to: `outageVotes(
      Object.fromEntries(
        Object.entries(votes).filter(
          ([location, vote]) => vote.up || location in counting || vote.since > nowMs - 86_400_000,
        ),
      ),
      counting,
      assigned,
    )`,
  },
  {
    name: 'votes of lost agents count',
    file: 'core/src/values/vote.ts',
    from: 'vote.withdrawn !== undefined || !assignment?.live)',
    to: 'vote.withdrawn !== undefined || !assignment)',
  },
  {
    name: 'a recovery is not reported',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "if (own && own.state !== 'over') return",
    to: "if (own && own.state !== 'over' && incident.triggeredAt < 0) return",
  },
  {
    name: 'a returning agent repeats nothing',
    file: 'core/src/decisions/agents/decide-check-in.ts',
    from: "liveness === 'live' ? dropFailures(state.verdicts) : {}",
    to: '{} as Record<string, OwnerMemory>',
  },
  {
    name: 'a report is applied again',
    file: 'core/src/decisions/agents/decide-check-in.ts',
    from: 'if (seq === last + 1)',
    to: 'if (seq >= last)',
  },
  {
    name: 'no agent is ever lost',
    file: 'functions/src/sweep/sweep-lost.ts',
    from: 'if (!isInGrace) await',
    to: 'if (!isInGrace && run.nowMs === 0) await',
  },
  {
    name: 'the silence period is ignored',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'last.failureAt + policy.silenceMs',
    to: 'last.failureAt + policy.silenceMs / 1000',
  },
  {
    name: 'the sweep skips verdict changes',
    file: 'functions/src/sweep/sweep.ts',
    from: '() => sweepVerdictChanges(run, lost),',
    to: 'async () => void sweepVerdictChanges,',
  },
  {
    name: 'the sweep skips notifications',
    file: 'functions/src/sweep/sweep.ts',
    from: '() => sweepNotifications(run, before),',
    to: 'async () => void sweepNotifications,',
  },
  {
    name: 'a failure needs no proof of connectivity',
    file: 'agent/src/watch/verdict-updater.ts',
    from: 'const isProven = this',
    to: 'const isProven = found.error !== null || this',
  },
  {
    name: 'both failures may come from one short network failure',
    file: 'agent/src/watch/verdict-updater.ts',
    from: "first.confirmed === 'down' && !isProven && !this",
    to: "first.confirmed === 'down' && endedMs < 0 && !this",
  },
  {
    name: 'two tasks send at once',
    file: 'functions/src/notifications/outbox.ts',
    from: 'return leaseId !== null && (dueAt ?? 0) > nowMs',
    to: 'return leaseId !== null && (dueAt ?? 0) > 2 * nowMs',
  },
  {
    name: 'what was announced is not stored',
    file: 'functions/src/notifications/serve-channel.ts',
    from: 'const announced = { ...look.announced, ...after };',
    to: 'const announced = { ...after, ...look.announced };',
  },
  {
    name: 'a new channel does not announce what is down',
    file: 'functions/src/notifications/look.ts',
    from: 'isFresh ? readIncidents(',
    to: 'isFresh && nowMs < 0 ? readIncidents(',
  },
  {
    name: 'what waits is forgotten',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'else look.seenAt = Math.min(look.seenAt, changedAt);',
    to: 'else look.seenAt = Math.max(look.seenAt, changedAt);',
  },
  {
    name: 'a recovery names no location that still fails',
    file: 'core/src/decisions/notifications/contents.ts',
    from: 'stillFailing: isPartial ? incident.downLocations : []',
    to: 'stillFailing: isPartial && incident.triggeredAt < 0 ? incident.downLocations : []',
  },
  {
    name: 'messages wait four minutes for other locations',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'return Math.min(changedAt + ALERT.holdMs, firstFailedAt + ALERT.holdFromFailureMs);',
    to: 'return Math.max(changedAt, firstFailedAt) + 4 * MINUTE_MS;',
  },
  {
    name: 'a verdict on another URL counts',
    file: 'core/src/decisions/status/decide-endpoint.ts',
    from: 'if (reportedIn(update).rev !== endpoint.rev)',
    to: 'if (reportedIn(update).rev > endpoint.rev)',
  },
  {
    name: 'endpoints that are down are not checked more often',
    file: 'agent/src/schedule/plan.ts',
    from: 'isEveryMinute ? Math.min(MINUTE_MS, intervalMs) : intervalMs',
    to: 'isEveryMinute ? Math.min(intervalMs, 2 * intervalMs) : intervalMs',
  },
];

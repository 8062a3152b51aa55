import type { Mutation } from './bundle.ts';
import {
  DEPENDENT_EVERY,
  FIRST_CLOCK_CHANGE,
  FIRST_DEPENDENT,
  FIRST_LOSSY,
  FIRST_MIXED,
  FIRST_RACING,
  FIRST_SEVERAL_DAYS,
  FIRST_SIBLINGS,
  FIRST_UNKNOWN_COMMITS,
  MIXED_EVERY,
  SPECIAL_EVERY,
} from './play.ts';

/** Broken rules of heartbeats, which only mixed worlds have. */
const NEWER_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a late heartbeat is not declared down',
    file: 'functions/src/entry/jobs/sweep/sweep.ts',
    from: 'lateHeartbeats = sweepHeartbeats(run, after, canary);',
    to: 'void sweepHeartbeats;',
  },
];

/** Broken rules of dependencies, which only some worlds have. */
const DEPENDENCY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a failure is announced while its cause is down',
    file: 'core/src/decisions/notifications/delays.ts',
    from: "  { code: 'dependency', heldUntil: coveredUntil },",
    to: "  { code: 'dependency', heldUntil: () => (coveredUntil ? null : 0) },",
  },
  {
    name: 'a failure is covered for ever',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'endsAt + ALERT.coveredAfterMs',
    to: 'endsAt + 86_400_000',
  },
  {
    name: 'a cause that has recovered covers until the next fresh look',
    file: 'functions/src/domain/notifications/look.ts',
    from: "({ incident }) => incident.status === 'resolved'",
    to: "({ incident }) => incident.status === 'active' && incident.changedAt < 0",
  },
];

/** Broken rules about the endpoints at one host, of which only some worlds have several. */
const SIBLING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'the endpoints at one host are told one by one',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'each.gathering !== null && each.gathering === first.gathering',
    to: 'each.gathering !== null && first.gathering === null',
  },
  {
    name: 'no message waits for the other endpoints at the host',
    file: 'core/src/decisions/notifications/siblings.ts',
    from: 'if (untilMs <= nowMs) continue;',
    to: 'if (untilMs <= nowMs || nowMs > 0) continue;',
  },
  {
    name: 'a message does not wait for siblings that wait for locations',
    file: 'core/src/decisions/notifications/siblings.ts',
    from: 'if (each.waitsForLocations) return',
    to: 'if (each.waitsForLocations && readyAt === 0) return',
  },
  {
    name: 'what waits for its siblings is sent by the sweep only',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'for (const untilMs of heldUntil.values()) look',
    to: 'for (const untilMs of [...heldUntil.values()].map((ms) => ms + 300_000)) look',
  },
  {
    name: 'a recovery waits for the whole host',
    file: 'core/src/decisions/notifications/siblings.ts',
    from: "if (side === 'recovery') return untilMs;",
    to: "if (side === 'recovery') return untilMs + 3_600_000;",
  },
];

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
    file: 'functions/src/entry/jobs/sweep/sweep-lost.ts',
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
    file: 'functions/src/entry/jobs/sweep/sweep.ts',
    from: '() => eachAgent(new Set([...lost, ...behind]), (agentId) => drain(run, agentId), clock),',
    to: 'async () => void drain,',
  },
  {
    name: 'the sweep skips notifications',
    file: 'functions/src/entry/jobs/sweep/sweep.ts',
    from: '() => sweepNotifications(run, before, after, changedOwners),',
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
    from: "first.confirmed === 'down' && !isProven && !found",
    to: "first.confirmed === 'down' && endedMs < 0 && !found",
  },
  {
    name: 'two tasks send at once',
    file: 'functions/src/domain/notifications/outbox.ts',
    from: 'return leaseId !== null && (dueAt ?? 0) > nowMs',
    to: 'return leaseId !== null && (dueAt ?? 0) > 2 * nowMs',
  },
  {
    name: 'what was announced is not stored',
    file: 'functions/src/domain/notifications/serve-channel.ts',
    from: 'const announced = { ...look.announced, ...announcedOf(batch) };\n  const { seenAt',
    to: 'const announced = { ...announcedOf(batch), ...look.announced };\n  const { seenAt',
  },
  {
    name: 'what waits for long holds what comes after it',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: 'return later.reduce(sooner, next);',
    to: 'return later.length < 0 ? later.reduce(sooner, next) : next;',
  },
  {
    name: 'a new channel does not announce what is down',
    file: 'functions/src/domain/notifications/look.ts',
    from: 'const open = isFresh\n',
    to: 'const open = isFresh && nowMs < 0\n',
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
    from: 'return Math.max(endMs, changedAt + ALERT.holdAtLeastMs);',
    to: 'return Math.max(endMs, changedAt + 4 * MINUTE_MS);',
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
  {
    name: 'a delay is ignored',
    file: 'core/src/decisions/notifications/delays.ts',
    from: "{ code: 'delay', heldUntil: delayEnd }",
    to: "{ code: 'delay', heldUntil: () => null }",
  },
  {
    name: 'a delay counts from the newest outage',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'const first = earlierOutages[0] ?? outage;',
    to: 'const first = outage && { ...outage, number: earlierOutages.length > -1 ? 1 : 2 };',
  },
  {
    name: 'an acknowledgement does not stop delayed channels',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'heldUntil: acknowledgedUntil }',
    to: 'heldUntil: (failure, atMs) => (failure.policy.delayMs > 0 ? null : acknowledgedUntil(failure, atMs)) }',
  },
  {
    name: 'what is more severe than when it was acknowledged is not announced',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'compareSeverity(severity, acknowledgement.severity) > 0 ? null :',
    to: 'compareSeverity(severity, acknowledgement.severity) > 3 ? null :',
  },
  {
    name: 'a snooze is ignored',
    file: 'core/src/decisions/notifications/delays.ts',
    from: "return policy.events.includes('failure') ? incident.snoozedUntil : null;",
    to: 'return incident && policy ? null : null;',
  },
  {
    name: 'quiet hours lose what ended in them',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'const ONLY_LOGGED: readonly { code: SkipCode; heldUntil: HeldUntil }[] = [',
    to: "const ONLY_LOGGED = [{ code: 'delay', heldUntil: quietUntil },",
  },
  {
    name: 'quiet hours count from midnight and so are off by the hour that the clock skips',
    file: 'core/src/decisions/notifications/quiet-hours.ts',
    from: 'if (zoned.toPlainDateTime().equals(local)) return zoned.epochMilliseconds;',
    to: 'return day.toZonedDateTime(timeZone).add(day.toPlainDateTime().until(local)).epochMilliseconds;',
  },
  {
    name: 'reminders come too soon',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: 'own.sentAt + Math.max(policy.reminderMs, policy.silenceMs)',
    to: 'own.sentAt + Math.max(policy.reminderMs, policy.silenceMs) / 2',
  },
  {
    name: 'no reminders are sent',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: 'if (policy.reminderMs === null || own.sentAt === null)',
    to: 'if (policy.reminderMs === null || own.sentAt !== null)',
  },
  {
    name: 'failures that ended while held are announced',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'return holding?.code ?? null;',
    to: "return holding?.code === 'maintenance' ? holding.code : null;",
  },
  {
    name: 'what waits for long is not looked at again',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'if (isFresh) look.freshAt = earlier(look.freshAt, nextAtMs);',
    to: 'if (isFresh) look.freshAt = earlier(look.freshAt, 2 * nextAtMs);',
  },
  {
    name: 'a channel that gets only recoveries gets failures',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "return gets(context, 'failure') && isAdmitted(context, severity);",
    to: 'return isAdmitted(context, severity);',
  },
  {
    name: 'a recovery without its failure is not announced',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: 'if (most) return isAdmitted(context, most)',
    to: "if (most) return gets(context, 'failure') && isAdmitted(context, most)",
  },
  {
    name: 'an acknowledgement holds the recovery of a channel without failures',
    file: 'core/src/decisions/notifications/delays.ts',
    from: "acknowledgement.at > atMs || !policy.events.includes('failure')",
    to: 'acknowledgement.at > atMs',
  },
  {
    name: 'maintenance is ignored',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'heldUntil: ({ maintenance }, atMs) => maintenanceEnd(maintenance, atMs) }',
    to: 'heldUntil: () => null }',
  },
  {
    name: 'the end of maintenance announces nothing',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'heldUntil: ({ maintenance }, atMs) => maintenanceEnd(maintenance, atMs) }',
    to: 'heldUntil: ({ maintenance }, atMs) => maintenanceEnd(maintenance, atMs) && Number.POSITIVE_INFINITY }',
  },
  {
    name: 'a failure that started in maintenance is announced with its old start',
    file: 'core/src/decisions/notifications/contents.ts',
    from: 'Math.max(maintenanceEnd(maintenance, startedAt) ?? startedAt,',
    to: 'Math.max(startedAt,',
  },
  {
    name: 'what is paused is checked',
    file: 'core/src/decisions/monitors/assignment-edits.ts',
    from: '!isEndpointPaused(monitor, endpoint)',
    to: 'isEndpointPaused(monitor, endpoint) || true',
  },
  {
    name: 'what is paused recovers',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "lastEvent === 'unmonitored' || lastEvent === 'paused'",
    to: "lastEvent === 'unmonitored'",
  },
  {
    name: 'what is paused is not resumed',
    file: 'core/src/decisions/monitors/plan-monitor.ts',
    from: "isPaused !== (before.status === 'paused')",
    to: "(isPaused && before.status !== 'paused')",
  },
  {
    name: 'what is paused until a time is not resumed',
    file: 'functions/src/entry/jobs/sweep/sweep.ts',
    from: '() => resumeDue(run, dueResumes),',
    to: 'async () => void resumeDue,',
  },
  {
    name: 'maintenance counts in the uptime of the past',
    file: 'core/src/decisions/history/endpoint-steps.ts',
    from: 'counts: countsOf(span.status), running',
    to: "counts: countsOf(watched[index]?.status ?? 'unknown'), running",
    firstSeed: FIRST_SEVERAL_DAYS,
  },
  {
    name: 'a day is not built again with its late hours',
    file: 'functions/src/entry/tasks/build-history.ts',
    from: 'await findLateDays(run, ownerId, history)',
    to: 'run.nowMs < 0 ? await findLateDays(run, ownerId, history) : []',
    firstSeed: FIRST_SEVERAL_DAYS,
  },
  {
    name: 'an outage over midnight starts again',
    file: 'core/src/values/history/levels.ts',
    from: 'Math.max(step.started, step.running - before)',
    to: 'Math.max(step.started, step.running)',
    firstSeed: FIRST_SEVERAL_DAYS,
  },
  {
    name: 'quiet hours end as if the clocks were not changed',
    file: 'core/src/decisions/notifications/quiet-hours.ts',
    from: 'const endMs = instantOf(last, hours.to, hours.timeZone,',
    to: 'const endMs = 86_400_000 + instantOf(last.subtract({ days: 1 }), hours.to, hours.timeZone,',
    firstSeed: FIRST_CLOCK_CHANGE,
    seedStep: SPECIAL_EVERY,
  },
  {
    name: 'an outage that a pause has ended recovers',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "lastEvent === 'unmonitored' || lastEvent === 'paused'",
    to: "lastEvent === 'unmonitored'",
    firstSeed: FIRST_RACING,
    seedStep: SPECIAL_EVERY,
  },
  {
    name: 'a commit of unknown outcome is not repeated',
    file: 'functions/src/platform/db/retry.ts',
    from: 'const OUTCOME_UNKNOWN = new Set([1, 2, 4, 13, 14]);',
    to: 'const OUTCOME_UNKNOWN = new Set([0]);',
    firstSeed: FIRST_UNKNOWN_COMMITS,
    seedStep: SPECIAL_EVERY,
  },
  {
    name: 'a timeout confirms what another location has confirmed',
    file: 'agent/src/verdict/confirm.ts',
    from: 'confirmedElsewhere && !mayBeLoss(finding.error)',
    to: 'confirmedElsewhere',
    firstSeed: FIRST_LOSSY,
    seedStep: SPECIAL_EVERY,
  },
  {
    name: 'a failure that nobody has confirmed needs one check',
    file: 'agent/src/schedule/plan.ts',
    from: 'return confirmedDownAt > Math.max(answeredAt, nowMs - AGENT.commandValidMs);',
    to: 'return nowMs > Math.max(confirmedDownAt, answeredAt);',
  },
  ...DEPENDENCY_MUTATIONS.map((each) => ({ ...each, firstSeed: FIRST_DEPENDENT, seedStep: DEPENDENT_EVERY })),
  ...SIBLING_MUTATIONS.map((mutation) => ({ ...mutation, firstSeed: FIRST_SIBLINGS, seedStep: SPECIAL_EVERY })),
  ...NEWER_MUTATIONS.map((mutation) => ({ ...mutation, firstSeed: FIRST_MIXED, seedStep: MIXED_EVERY })),
];

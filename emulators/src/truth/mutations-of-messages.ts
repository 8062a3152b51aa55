import type { Mutation } from './bundle.ts';

/** Broken rules about the endpoints at one host, of which only some worlds have several. */
export const SIBLING_MUTATIONS: readonly Mutation[] = [
  {
    name: 'the endpoints at one host are announced one by one',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'each.gathering !== null && each.gathering === first.gathering',
    to: 'each.gathering !== null && first.gathering === null',
  },
  {
    name: 'no message waits for the other endpoints at the host',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'if (untilMs <= nowMs) continue;',
    to: 'if (untilMs <= nowMs || nowMs > 0) continue;',
  },
  {
    name: 'a message does not wait for siblings that wait for locations',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'if (each.waitsForLocations) return',
    to: 'if (each.waitsForLocations && firstMs === 0) return',
  },
  {
    name: 'what waits for its siblings is sent by the sweep only',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'for (const untilMs of heldUntil.values()) look',
    to: 'for (const untilMs of [...heldUntil.values()].map((ms) => ms + 300_000)) look',
  },
  {
    name: 'a recovery waits for the whole host',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'return Math.min(untilMs, ...failedAtMs);',
    to: 'return failedAtMs.length > 0 ? Math.min(untilMs, ...failedAtMs) : untilMs + 3_600_000;',
  },
];

/** Broken rules of dependencies, which only some worlds have. */
export const DEPENDENCY_MUTATIONS: readonly Mutation[] = [
  {
    name: 'a failure is announced while its cause is down',
    file: 'core/src/decisions/notifications/delays.ts',
    from: "  { code: 'dependency', heldUntil: coveredUntil },",
    to: "  { code: 'dependency', heldUntil: () => (coveredUntil ? null : 0) },",
  },
  {
    name: 'a failure is covered for ever',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'openUntilMs : endsAt + ALERT.coveredAfterMs',
    to: 'openUntilMs : endsAt + 86_400_000',
  },
  {
    name: 'a cause that has recovered covers until the next fresh look',
    file: 'core/src/decisions/notifications/plan-look.ts',
    from: 'return Math.min(freshAt, ...ends.filter((atMs) => atMs > nowMs));',
    to: 'return ends.length < 0 ? 0 : freshAt;',
  },
];

/** Broken rules of rotations, which only some worlds have. */
export const ROTATION_MUTATIONS: readonly Mutation[] = [
  {
    name: 'failures are announced to people who are off duty',
    file: 'core/src/decisions/notifications/delays.ts',
    from: 'maintenanceEnd(policy.offDuty ?? [], atMs) },',
    to: 'maintenanceEnd((policy.offDuty ?? []).slice(0, 0), atMs) },',
  },
  {
    name: 'after a hand-over people are not told of the end of a failure',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "  if (gets(context, 'recovery')) return sent;",
    to: "  const off = (context.policy.offDuty ?? []).some((each) => each.startsAt <= context.nowMs && each.endsAt > context.nowMs);\n  if (gets(context, 'recovery') && !off) return sent;",
  },
  {
    name: 'a failure that lasts is not announced at the hand-over',
    file: 'core/src/decisions/notifications/off-duty.ts',
    from: 'uid !== null && uid !== personId && reached.has(uid) ? [{ startsAt, endsAt }] : [],',
    to: 'uid !== null && uid !== personId && reached.has(uid) ? [{ startsAt, endsAt: endsAt + 7_200_000 }] : [],',
  },
  {
    name: 'who takes over is off duty',
    file: 'core/src/decisions/notifications/rotation.ts',
    from: 'if (override) return',
    to: 'if (override && atMs < 0) return',
  },
];

/** Broken rules of slow endpoints, which only some worlds have. */
export const SLOW_MUTATIONS: readonly Mutation[] = [
  {
    name: 'one slow check is enough',
    file: 'agent/src/verdict/confirm.ts',
    from: 'const SLOW_CHECKS = 3;',
    to: 'const SLOW_CHECKS = 1;',
  },
  {
    name: 'slowness takes nine slow checks',
    file: 'agent/src/verdict/confirm.ts',
    from: 'const SLOW_CHECKS = 3;',
    to: 'const SLOW_CHECKS = 9;',
  },
  {
    name: 'one slow location is enough',
    file: 'core/src/decisions/status/status-rules.ts',
    from: 'return slow.length * 2 > up.length ?',
    to: 'return slow.length > 0 ?',
  },
  {
    name: 'the end of slowness is not announced',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: "return isKnown ? send(context, slowContent(context, 'slow_over'), 'over') : null;",
    to: "return isKnown && nowMs < 0 ? send(context, slowContent(context, 'slow_over'), 'over') : null;",
  },
  {
    name: 'each channel announces slow endpoints',
    file: 'core/src/decisions/notifications/next-message.ts',
    from: 'if (isKnown || !policy.alsoSlow) return null;',
    to: 'if (isKnown) return null;',
  },
];

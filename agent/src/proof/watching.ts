import { createClock } from '../clock/clock.ts';
import { addressPolicy, createGuard } from '../guard/guard.ts';
import { trustSystemAuthorities } from '../probe/authorities.ts';
import { createProbe } from '../probe/probe.ts';
import { createResolver } from '../resolve/resolver.ts';
import { PER_HOST, queueLimits } from '../schedule/limits.ts';
import { Sight } from '../verdict/sight.ts';
import { createAsk } from '../verdict/witnesses.ts';
import { assignmentOf } from '../watch/testing/assignment.ts';
import { Watcher } from '../watch/watcher.ts';
import { type CheckedMessage, freezeSchema, ordersSchema, type Stall } from './messages.ts';
import { watchStalls } from './stalls.ts';

/**
 * A program that watches what it is told to in its argument, with the agent's own parts, and says what became of each check.
 * It is one of its own, so that what befalls it does not befall the sites.
 */
const { sites, references, dnsServer, intervalSec } = ordersSchema.parse(JSON.parse(process.argv[2] ?? ''));
trustSystemAuthorities(); // as the agent does, while file descriptors are left
const stop = new AbortController();
const clock = createClock();
const guard = createGuard(
  addressPolicy(true, () => new Set()),
  createResolver({ servers: [dnsServer] }),
);
const probe = createProbe(guard);
const sight = new Sight({
  witnesses: references.map(({ url, status, text }) => ({ url, status, text: text === '' ? null : text })),
  ask: createAsk(guard),
  probe,
  signal: stop.signal,
  onChange: (abstaining) => abstaining || watcher.seeAgain(),
});
const startedAt = new Map<string, number>();
const watcher: Watcher = new Watcher({
  agentId: 'a1',
  clock,
  probe,
  sight,
  limits: queueLimits(PER_HOST),
  signal: stop.signal,
  onHindered: () => undefined, // no verdict is no wrong verdict
  keep: async ({ check }) => void startedAt.set(check.endpoint, check.at),
  onChecked: ({ planned, result, verdict, changed }) => {
    const { endpoint: id, dueAt } = planned;
    const at = startedAt.get(id) ?? dueAt;
    const up = changed ? (verdict?.up ?? null) : null;
    process.send?.({ id, dueAt, at, error: result.error, up, toldAt: clock.now() } satisfies CheckedMessage);
  },
});
sight.begin();
watchStalls(
  () => clock.now(),
  (stall) => process.send?.(stall satisfies Stall),
);
process.on('message', (message) => {
  const untilMs = performance.now() + freezeSchema.parse(message).freezeMs;
  while (performance.now() < untilMs);
});
process.once('disconnect', () => process.exit());
watcher.assign([assignmentOf(sites, { intervalSec })]);

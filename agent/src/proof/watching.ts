import { createClock } from '../clock/clock.ts';
import { addressPolicy } from '../network/address-policy.ts';
import { trustSystemAuthorities } from '../network/authorities.ts';
import { GuardedNetwork } from '../network/guarded-network.ts';
import { createRunCheck } from '../probe/check.ts';
import { createResolver } from '../resolve/resolver.ts';
import { PER_HOST, queueLimits } from '../schedule/limits.ts';
import { Connectivity } from '../verdict/connectivity.ts';
import { createReferenceCheck } from '../verdict/reference-sites.ts';
import { assignmentOf } from '../watch/testing/assignment.ts';
import { Watcher } from '../watch/watcher.ts';
import { type CheckedMessage, freezeSchema, ordersSchema, type Stall } from './messages.ts';

const TICK_MS = 5;

/**
 * A program that watches the sites in its argument with the agent's own parts and reports the result of each check. It is
 * a process of its own, so that what disturbs it does not disturb the sites.
 */
const { sites, references, dnsServer, intervalSec } = ordersSchema.parse(JSON.parse(process.argv[2] ?? ''));
trustSystemAuthorities(); // as the agent does, while file descriptors are left
const stop = new AbortController();
const clock = createClock();
const network = new GuardedNetwork({
  admitsAddress: addressPolicy(true, () => new Set()),
  resolve: createResolver({ servers: [dnsServer] }),
});
const probe = createRunCheck(network);
const connectivity = new Connectivity({
  references: references.map(({ url, status, text }) => ({ url, status, text: text === '' ? null : text })),
  checkReference: createReferenceCheck(network),
  probe,
  signal: stop.signal,
  onChange: (abstaining) => abstaining || watcher.checkDiscarded(),
});
const startedAt = new Map<string, number>();
const watcher: Watcher = new Watcher({
  agentId: 'a1',
  clock,
  probe,
  connectivity,
  limits: queueLimits(PER_HOST),
  signal: stop.signal,
  onLocalFailure: () => undefined, // no verdict is no wrong verdict
  keep: async ({ check }) => void startedAt.set(check.endpoint, check.at),
  onChecked: ({ planned, result, verdict, changed }) => {
    const { endpoint: id, dueAt } = planned;
    const at = startedAt.get(id) ?? dueAt;
    const up = changed ? (verdict?.up ?? null) : null;
    process.send?.({ id, dueAt, at, error: result.error, up, reportedAt: clock.now() } satisfies CheckedMessage);
  },
});
connectivity.begin();
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

/**
 * Reports each time in which this program wanted to run and the machine ran something else, without what the loop's own
 * work took. `now`: epoch ms.
 */
function watchStalls(now: () => number, onStall: (stall: Stall) => void): void {
  let before = { atMs: now(), cpuMs: threadMs() };
  setInterval(() => {
    const after = { atMs: now(), cpuMs: threadMs() };
    const stalledMs = after.atMs - before.atMs - TICK_MS - (after.cpuMs - before.cpuMs);
    if (stalledMs >= TICK_MS) onStall({ fromMs: before.atMs, untilMs: after.atMs, stalledMs });
    before = after;
  }, TICK_MS).unref();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

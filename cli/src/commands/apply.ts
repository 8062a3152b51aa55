import { channelCalls, type SavedChannel } from '@farwatch/core/contracts/api/channels';
import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import { pageCalls } from '@farwatch/core/contracts/api/pages';
import { type Change, type FilePlan, massDeletion, placeOf } from '@farwatch/core/files/changes';
import type { Desired } from '@farwatch/core/files/read-files';
import { withoutValues } from '@farwatch/core/files/variables';
import { type Client, Refusal } from '../client.ts';
import type { Command, Context } from '../command.ts';
import { confirm, confirmingCommand } from '../confirm.ts';
import { planJson, printPlan } from '../files/print-plan.ts';
import { planProject, readProject } from '../files/project-files.ts';
import { EXIT } from '../problem.ts';

/** Makes the account what farwatch.yaml describes. */
export const apply: Command = {
  summary: 'Make the account what farwatch.yaml describes, once you confirm',
  usage: ['apply [<file or folder> ...] [--prune [--deletions <n>]] [--yes]'],
  examples: ['apply', 'apply --yes', 'apply monitors/ --prune --yes'],
  options: { prune: { type: 'boolean' }, deletions: { type: 'string' }, yes: { type: 'boolean' } },
  async run(context, paths, values) {
    const { io, isJson } = context;
    const desired = await readProject(context, paths);
    const api = await context.client();
    const isPruning = values.prune === true;
    const plan = await planProject(api, desired, isPruning);
    if (!isJson) printPlan(io, plan);
    const mass = massDeletion(plan);
    const isConfirmed = values.yes === true && (mass === null || values.deletions === String(mass));
    if (plan.changes.length > 0 && !isConfirmed) {
      const deletions = mass === null ? [] : ['--deletions', String(mass)];
      const command = confirmingCommand(['apply', ...paths, ...(isPruning ? ['--prune'] : []), ...deletions]);
      const answer = mass === null ? {} : { answer: String(mass) };
      if (!(await confirm(context, 'Apply this?', { command, plan: planJson(plan), ...answer }))) return EXIT.confirm;
    }
    const failures = await applyUntilDone(context, api, desired, plan, isPruning);
    const status = failures.length > 0 ? 'failed' : 'applied';
    if (isJson) io.print(JSON.stringify({ status, failures, ...planJson(plan) }, null, 2));
    else for (const each of failures) io.error(each);
    return failures.length > 0 ? EXIT.failed : EXIT.ok;
  },
};

/** What the API answers if another run, or someone in the app, was faster. */
const RACES: ReadonlySet<string> = new Set(['conflict', 'edited_meanwhile', 'not_found']);
const MOST_ROUNDS = 3;

/**
 * Makes each change by one call, and again what others changed meanwhile. What names monitors follows once they are as
 * the file has them, also monitors that depend on others. Returns what was refused.
 */
async function applyUntilDone(
  context: Context,
  api: Client,
  desired: Desired,
  first: FilePlan,
  isPruning: boolean,
): Promise<string[]> {
  const failures: string[] = [];
  const settled = new Set<string>();
  const fail = (change: Change, message: string) => {
    const place = placeOf(change.kind, change.key);
    settled.add(place);
    failures.push(`${place}: ${withoutValues(message, desired.values)}`);
  };
  let plan = first;
  for (let round = 1; ; ) {
    const left = plan.changes.filter(({ kind, key }) => !settled.has(placeOf(kind, key)));
    const isFirst = (change: Change) =>
      change.action === 'delete' || (change.kind === 'monitor' && change.body !== null);
    const before = left.filter(isFirst);
    const now = before.length > 0 ? before : left;
    let isOvertaken = false;
    for (const change of now.toSorted((one, other) => orderOf(one) - orderOf(other))) {
      const call = make(api, change);
      if (call === null) {
        fail(change, 'it names a monitor that does not exist yet');
        continue;
      }
      const refusal = await refusalOf(call);
      if (refusal === null) {
        settled.add(placeOf(change.kind, change.key));
        if (!context.isJson) context.io.print(`${DONE[change.action]} ${placeOf(change.kind, change.key)}`);
      } else if (RACES.has(refusal.code) && round < MOST_ROUNDS) isOvertaken = true;
      else fail(change, refusal.message);
    }
    if (isOvertaken) round += 1;
    else if (now.length === left.length) return failures;
    plan = await planProject(api, desired, isPruning);
  }
}

/** Deletions come first: what they free, such as endpoints and names of heartbeats, may be needed. */
const ORDER = { delete: 0, change: 1, adopt: 1, create: 2 } as const satisfies Record<Change['action'], number>;
const DONE = { delete: 'deleted', change: 'changed', adopt: 'adopted', create: 'created' } as const;
/** The order of creation: what names another thing follows it. Deletions go the other way. */
const KINDS = { monitor: 0, channel: 1, maintenance: 2, page: 3 } as const satisfies Record<Change['kind'], number>;

function orderOf({ action, kind }: Change): number {
  return action === 'delete' ? -KINDS[kind] : 1 + KINDS[kind] * 10 + ORDER[action];
}

/** Makes a change; null for one that names what does not exist yet. */
function make(api: Client, change: Change): Promise<unknown> | null {
  switch (change.kind) {
    case 'monitor':
      return makeMonitor(api, change);
    case 'channel':
      return makeChannel(api, change);
    case 'maintenance':
      return makeWindow(api, change);
    case 'page':
      return makePage(api, change);
  }
}

type Of<Kind extends Change['kind']> = Change & { kind: Kind };

function makeMonitor(api: Client, change: Of<'monitor'>): Promise<unknown> | null {
  if (change.action === 'delete') return api.call(monitorCalls.remove, { params: { id: change.id } });
  if (change.body === null) return null;
  if (change.action === 'create') return api.call(monitorCalls.create, { body: change.body });
  const params = { id: change.id };
  return api.call(monitorCalls.replace, { params, body: change.body });
}

function makeChannel(api: Client, change: Of<'channel'>): Promise<unknown> | null {
  if (change.action === 'delete') return api.call(channelCalls.remove, { params: { id: change.id } });
  if (change.body === null) return null;
  const saved =
    change.action === 'create'
      ? api.call(channelCalls.create, { body: change.body })
      : api.call(channelCalls.change, { params: { id: change.id }, body: change.body });
  return saved.then((channel) => verify(api, channel));
}

/** A channel gets alerts once a test message has arrived there. If it does not, the next run tries again. */
async function verify(api: Client, { id, enabled, verifiedAt }: SavedChannel): Promise<void> {
  if (enabled && verifiedAt === null) await api.call(channelCalls.testStored, { params: { id } });
}

function makeWindow(api: Client, change: Of<'maintenance'>): Promise<unknown> | null {
  if (change.action === 'delete') return api.call(maintenanceCalls.remove, { params: { id: change.id } });
  if (change.body === null) return null;
  if (change.action === 'create') return api.call(maintenanceCalls.create, { body: change.body });
  return api.call(maintenanceCalls.change, { params: { id: change.id }, body: change.body });
}

function makePage(api: Client, change: Of<'page'>): Promise<unknown> | null {
  if (change.action === 'delete') return api.call(pageCalls.remove, { params: { slug: change.id } });
  if (change.action === 'create') return change.body && api.call(pageCalls.create, { body: change.body });
  return change.body && api.call(pageCalls.change, { params: { slug: change.id }, body: change.body });
}

/** Why the API refused a call; null if it did not. Throws Problem if there is no answer. */
async function refusalOf(call: Promise<unknown>): Promise<Refusal | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

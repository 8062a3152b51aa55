import { monitorCalls } from '@farwatch/core/contracts/api/monitors';
import type { Change, FilePlan } from '@farwatch/core/files/plan-file';
import type { Desired } from '@farwatch/core/files/read-files';
import { withoutValues } from '@farwatch/core/files/variables';
import { type Client, Refusal } from '../client.ts';
import type { Command, Context } from '../command.ts';
import { confirm, confirmingCommand } from '../confirm.ts';
import { planJson, printPlan } from '../files/print-plan.ts';
import { planProject, readProject } from '../files/project-files.ts';
import { EXIT } from '../problem.ts';

/** Makes the account what farwatch.yaml says. */
export const apply: Command = {
  summary: 'Make the account what farwatch.yaml says, once you confirm',
  usage: ['apply [<file or folder> ...] [--prune] [--yes]'],
  examples: ['apply', 'apply --yes', 'apply monitors/ --prune --yes'],
  options: { prune: { type: 'boolean' }, yes: { type: 'boolean' } },
  async run(context, paths, values) {
    const { io, isJson } = context;
    const desired = await readProject(context, paths);
    const api = await context.client();
    const isPruning = values.prune === true;
    const plan = await planProject(api, desired, isPruning);
    if (!isJson) printPlan(io, plan);
    if (plan.changes.length > 0 && values.yes !== true) {
      const command = confirmingCommand(['apply', ...paths, ...(isPruning ? ['--prune'] : [])]);
      if (!(await confirm(context, 'Apply this?', { command, plan: planJson(plan) }))) return EXIT.confirm;
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

/** Makes each change by one call, and again what others changed meanwhile. Returns what was refused. */
async function applyUntilDone(
  context: Context,
  api: Client,
  desired: Desired,
  first: FilePlan,
  isPruning: boolean,
): Promise<string[]> {
  let plan = first;
  for (let round = 1; ; round += 1) {
    const failures: string[] = [];
    let isOvertaken = false;
    for (const change of plan.changes.toSorted((one, other) => ORDER[one.action] - ORDER[other.action])) {
      const refusal = await refusalOf(make(api, change));
      if (refusal === null) {
        if (!context.isJson) context.io.print(`${DONE[change.action]} ${change.key}`);
      } else if (RACES.has(refusal.code) && round < MOST_ROUNDS) isOvertaken = true;
      else failures.push(`${change.key}: ${withoutValues(refusal.message, desired.values)}`);
    }
    if (!isOvertaken) return failures;
    plan = await planProject(api, desired, isPruning);
  }
}

/** Deletions come first: what they free, such as endpoints and names of heartbeats, may be needed. */
const ORDER = { delete: 0, change: 1, adopt: 1, create: 2 } as const satisfies Record<Change['action'], number>;
const DONE = { delete: 'deleted', change: 'changed', adopt: 'adopted', create: 'created' } as const;

async function make(api: Client, change: Change): Promise<unknown> {
  switch (change.action) {
    case 'create':
      return api.call(monitorCalls.create, { body: change.body });
    case 'adopt':
    case 'change':
      return api.call(monitorCalls.replace, {
        params: { id: change.id },
        body: { ...change.body, version: change.version },
      });
    case 'delete':
      return api.call(monitorCalls.remove, { params: { id: change.id } });
  }
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

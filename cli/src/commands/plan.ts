import type { Command } from '../command.ts';
import { planJson, printPlan } from '../files/print-plan.ts';
import { planProject, readProject } from '../files/project-files.ts';
import { EXIT } from '../problem.ts';

/** Shows what differs between farwatch.yaml and the account; changes nothing. */
export const plan: Command = {
  summary: 'Show what farwatch.yaml would change; exit code 2 if anything',
  usage: ['plan [<file or folder> ...] [--prune]'],
  examples: ['plan', 'plan monitors/ --prune', 'plan --json'],
  options: { prune: { type: 'boolean' } },
  async run(context, paths, values) {
    const desired = await readProject(context, paths);
    const found = await planProject(await context.client(), desired, values.prune === true);
    if (context.isJson) context.io.print(JSON.stringify({ project: desired.project, ...planJson(found) }, null, 2));
    else printPlan(context.io, found);
    return found.changes.length > 0 ? EXIT.confirm : EXIT.ok;
  },
};

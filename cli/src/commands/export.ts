import { writeFile } from '@farwatch/core/files/write-file';
import type { Command } from '../command.ts';
import { readAccount } from '../files/project-files.ts';
import { EXIT } from '../problem.ts';

/** Prints farwatch.yaml as it would be for what the account has. */
export const exportFile: Command = {
  summary: 'Print the account as a farwatch.yaml, secrets as variables',
  usage: ['export [--project <name>]'],
  examples: ['export > farwatch.yaml', 'export --project shop > farwatch.yaml'],
  options: { project: { type: 'string' } },
  async run({ io, client, settings }, _positionals, { project }) {
    const { account } = await readAccount(await client());
    const { url } = await settings();
    const name = typeof project === 'string' ? project : 'farwatch';
    const { text, variables, others } = writeFile(account, name, `${url}/schema/farwatch.json`);
    io.print(text.trimEnd());
    if (variables.length > 0)
      io.error(`Secrets are left out (${variables.length}): the first lines name their variables.`);
    if (others > 0) io.error(`Monitors of other projects are left out (${others}).`);
    return EXIT.ok;
  },
};

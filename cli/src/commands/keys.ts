import { meCalls } from '@farwatch/core/contracts/api/me';
import { API_KEY_SHOWN } from '@farwatch/core/values/api-key';
import type { Command } from '../command.ts';
import { EXIT } from '../problem.ts';
import { readStored } from '../settings.ts';

/** Shows which key the other commands use, for whom, and where keys are managed: only people may. */
export const keys: Command = {
  summary: 'Which API key is used here, and where keys are managed',
  usage: ['keys'],
  examples: ['keys'],
  async run({ client, settings, env, io, isJson }) {
    const { url, key, source } = await settings();
    const { email } = await (await client()).call(meCalls.read, {});
    const { name = null, scope = null } = (source === 'login' ? await readStored(env) : null) ?? {};
    const start = key.slice(0, API_KEY_SHOWN);
    const managedAt = `${url}/settings?tab=integrations`;
    if (isJson) io.print(JSON.stringify({ url, account: email, start, source, name, scope, managedAt }, null, 2));
    else {
      const named = name === null ? '' : ` “${name}”`;
      const may = scope === null ? '' : scope === 'read' ? ', which can only read' : ', which can read and write';
      io.print(`The key ${start}…${named} from ${source}${may}, of ${email} at ${url}.`);
      io.print(`Only a signed-in person lists, makes and revokes keys: ${managedAt}`);
    }
    return EXIT.ok;
  },
};

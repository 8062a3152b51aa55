import { meCalls } from '@farwatch/core/contracts/api/me';
import { createClient } from '../client.ts';
import type { Command } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { checkedKey, findSettings, forgetSettings, originOf, storeSettings } from '../settings.ts';
import { firstLine } from '../stdin.ts';

/** Stores an API key for the other commands, once it has been tried. */
export const login: Command = {
  summary: 'Store an API key for the other commands',
  usage: ['login <address>', 'login <address> < key.txt'],
  examples: ['login https://farwatch.example.com'],
  async run({ io, stdin, env, sleep }, [address], values) {
    const given = address ?? (typeof values.url === 'string' ? values.url : env.FARWATCH_URL);
    if (given === undefined)
      throw new Problem('Which Farwatch? For example: farwatch login https://farwatch.example.com');
    const url = originOf(given);
    if (stdin.isTTY) {
      io.error(`Make an API key at ${url}/settings?tab=integrations, paste it here and press Enter:`);
    }
    const settings = { url, key: checkedKey(await firstLine(stdin)) };
    const { email } = await createClient(settings, sleep).call(meCalls.read, {});
    const path = await storeSettings(settings, env);
    io.print(`Logged in as ${email}. The key is stored in ${path}.`);
    return EXIT.ok;
  },
};

/** Forgets the stored key. */
export const logout: Command = {
  summary: 'Forget the stored API key; --revoke also makes it void',
  usage: ['logout [--revoke]'],
  examples: ['logout', 'logout --revoke'],
  options: { revoke: { type: 'boolean' } },
  async run({ io, env, sleep }, _positionals, values) {
    if (values.revoke === true) {
      const settings = await findSettings({}, env);
      await createClient(settings, sleep).request('POST', '/v1/keys/revoke', { key: settings.key });
    }
    await forgetSettings(env);
    io.print(values.revoke === true ? 'Logged out, and the key is void.' : 'Logged out.');
    return EXIT.ok;
  },
};

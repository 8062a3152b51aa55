import { hostname } from 'node:os';
import type { CallAnswer } from '@farwatch/core/contracts/api/call';
import { keyCalls } from '@farwatch/core/contracts/api/keys';
import { loginCalls } from '@farwatch/core/contracts/api/logins';
import { meCalls } from '@farwatch/core/contracts/api/me';
import { API_KEY_SCOPES, type ApiKeyScope } from '@farwatch/core/values/api-key';
import { SECOND_MS } from '@farwatch/core/values/time';
import { createClient, Refusal } from '../client.ts';
import type { Command, System, Values } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';
import { checkedKey, forgetSettings, originOf, readStored, type Stored, storeSettings } from '../settings.ts';

/** Gets an API key for the other commands by a code that a person confirms in the app, or takes one; and stores it. */
export const login: Command = {
  summary: 'Give this computer access, by a code that you confirm in the app',
  usage: ['login <address> [--scope read|write]', 'login <address> --with-key', 'login <address> < key.txt'],
  examples: ['login https://farwatch.example.com', 'login https://farwatch.example.com --scope read'],
  options: { scope: { type: 'string' }, 'with-key': { type: 'boolean' } },
  async run(system, [address], values) {
    const { io, stdin, env, sleep } = system;
    // A file that cannot be read is replaced by this login.
    const before = await readStored(env).catch(() => null);
    const url = addressFor(address, values, env, before);
    const isPasted = values['with-key'] === true || stdin.isTTY !== true;
    const stored = isPasted ? { url, key: await givenKey(system, url) } : await keyByCode(system, url, scopeOf(values));
    const { email } = await createClient(stored, sleep).call(meCalls.read, {});
    const path = await storeSettings(stored, env);
    io.print(`Logged in as ${email}. The key is stored in ${path}.`);
    // A key of an earlier login is no one else's, and would count as one of the account's.
    if (before?.name !== undefined) await revoke(createClient({ url: before.url, key: null }, sleep), before.key);
    return EXIT.ok;
  },
};

/** Of the argument, else as for other commands, else of the previous login. */
function addressFor(
  address: string | undefined,
  { url }: Values,
  env: NodeJS.ProcessEnv,
  before: Stored | null,
): string {
  const known = address ?? (typeof url === 'string' ? url : env.FARWATCH_URL) ?? before?.url;
  if (known === undefined)
    throw new Problem('Which Farwatch? For example: farwatch login https://farwatch.example.com');
  return originOf(known);
}

function scopeOf({ scope = 'write' }: Values): ApiKeyScope {
  const found = API_KEY_SCOPES.find((each) => each === scope);
  if (found === undefined) throw new Problem(`The scope must be ${API_KEY_SCOPES.join(' or ')}.`);
  return found;
}

async function givenKey({ io, stdin }: System, url: string): Promise<string> {
  if (stdin.isTTY) {
    io.error(`Create an API key at ${url}/settings?tab=integrations, paste it here and press Enter:`);
  }
  return checkedKey(await firstLine(stdin));
}

type Started = CallAnswer<typeof loginCalls.start>;

/** Shows a code, and waits until it is confirmed. Throws Problem if it is refused, or nobody confirms it in time. */
async function keyByCode(system: System, url: string, scope: ApiKeyScope): Promise<Stored> {
  const { io, sleep } = system;
  const started = await createClient({ url, key: null }, sleep)
    .call(loginCalls.start, { body: { host: computerName(), scope } })
    .catch((error: unknown) => {
      const isOlder = error instanceof Refusal && error.code === 'not_found';
      throw isOlder ? new Problem(`${url} is an older Farwatch. Use: farwatch login ${url} --with-key`) : error;
    });
  io.error(`Open this address on any device, signed in to Farwatch:

  ${url}${started.path}

It must show this code: ${io.paint('bold', started.userCode)}

Waiting for you to confirm it. Ctrl-C ends this.`);
  const taken = await pollKey(system, url, started);
  return { url, ...taken };
}

async function pollKey({ sleep }: System, url: string, { deviceCode, intervalSec, expiresInSec }: Started) {
  const api = createClient({ url, key: null }, sleep);
  let intervalMs = intervalSec * SECOND_MS;
  for (let waitedMs = 0; waitedMs < expiresInSec * SECOND_MS; waitedMs += intervalMs) {
    await sleep(intervalMs);
    try {
      return await api.call(loginCalls.take, { body: { deviceCode } });
    } catch (error) {
      if (error instanceof Refusal && error.code === 'slow_down') intervalMs += intervalSec * SECOND_MS;
      // Without an answer the network may be back at the next poll.
      else if (!(error instanceof Problem) || (error instanceof Refusal && error.code !== 'authorization_pending'))
        throw error;
    }
  }
  throw new Problem('Nobody has confirmed the code in time. Log in again.');
}

/** As the API takes it: one short line. */
function computerName(): string {
  const name = hostname()
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 100);
  return name === '' ? 'a computer' : name;
}

/** Revokes the stored key, and forgets it. */
export const logout: Command = {
  summary: 'Revoke the stored API key, and forget it',
  usage: ['logout', 'logout --keep-key   (other programs can go on using it)'],
  examples: ['logout'],
  options: { 'keep-key': { type: 'boolean' } },
  async run({ io, env, sleep }, _positionals, values) {
    const stored = await readStored(env);
    if (!stored) {
      io.print('Nobody is logged in.');
      return EXIT.ok;
    }
    const { url, key } = stored;
    const keeps = values['keep-key'] === true;
    const failure = keeps ? null : await revoke(createClient({ url, key: null }, sleep), key);
    await forgetSettings(env);
    if (failure === null) {
      io.print(keeps ? 'Logged out. The key is still valid.' : 'Logged out, and the key is void.');
      return EXIT.ok;
    }
    io.error(`${failure}\nLogged out, but the key may still be valid. Revoke it at ${url}/settings?tab=integrations`);
    return EXIT.failed;
  },
};

/** Revokes a key; returns why it could not be, null if it is void. */
async function revoke(api: ReturnType<typeof createClient>, key: string): Promise<string | null> {
  try {
    await api.call(keyCalls.revoke, { body: { key } });
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error instanceof Refusal && error.code === 'not_found' ? null : error.message;
  }
}

async function firstLine(stdin: System['stdin']): Promise<string> {
  let text = '';
  for await (const part of stdin) {
    text += String(part);
    if (text.includes('\n')) break;
  }
  return text.split('\n')[0] ?? '';
}

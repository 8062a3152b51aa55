import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AGENT_REFUSAL_TEXTS } from '@farwatch/core/contracts/calls/agent-error';
import type { RegisterAgentInput, RegisterAgentOutput } from '@farwatch/core/contracts/calls/register-agent';
import { locationName } from '@farwatch/core/values/locations';
import { createCalls } from '../client/calls.ts';
import { fetchConfig } from '../client/config.ts';
import { describeFailure, failureOf } from '../client/failure.ts';
import { closeFirebase, openFirebase } from '../client/firebase.ts';
import { deviceReader } from '../device/device.ts';
import { canPing } from '../network/ping.ts';
import { EXIT, Problem, print } from '../outcome.ts';
import { readAgent, writeAgent } from '../state/agent-file.ts';
import { type AgentFolder, agentFolder, makeFolder } from '../state/folder.ts';
import { loadOrMakeKey } from '../state/keys.ts';
import { lockHolder } from '../state/lock.ts';

const PREVIOUS = 'previous';

export type RegisterOptions = {
  dir?: string | undefined;
  server?: string | undefined;
  force?: boolean | undefined;
  json?: boolean | undefined;
};

/**
 * `register`: takes a link or code, and keeps key and agent in the folder. The key is on disk before the code is
 * used: if the answer is lost, the same command registers again with the same key.
 */
export async function register(linkOrCode: string, options: RegisterOptions): Promise<void> {
  const { origin, code } = registrationTarget(linkOrCode, options.server);
  const folder = agentFolder(options.dir);
  await makeFolder(folder);
  await clearFolder(folder, options.force === true);
  const config = await fetchConfig(origin);
  const key = await loadOrMakeKey(folder.key);
  const device = await (await deviceReader(key.publicKey, await canPing()))();
  const firebase = openFirebase(config);
  const { registerAgent } = createCalls(firebase.functions);
  const registered = await sendRegistration(registerAgent, { code, publicKey: key.publicKey, device }, origin);
  await closeFirebase(firebase);
  const { agentId, name, location } = registered;
  await writeAgent(folder.agent, { agentId, name, location, origin, config, registeredAt: new Date().toISOString() });
  print(options.json === true, { agentId, name, location, server: origin, folder: folder.path }, [
    `Registered as agent “${name}” in ${locationName(location)}.`,
    `Start it with: farwatch-agent run${options.dir === undefined ? '' : ` --dir ${options.dir}`}`,
  ]);
}

async function sendRegistration(
  registerAgent: (input: RegisterAgentInput) => Promise<RegisterAgentOutput>,
  input: RegisterAgentInput,
  origin: string,
): Promise<RegisterAgentOutput> {
  try {
    return await registerAgent(input);
  } catch (error) {
    const failure = failureOf(error);
    if (failure.kind === 'refused') throw new Problem(AGENT_REFUSAL_TEXTS[failure.refusal.reason]);
    const sentence = `${origin} did not answer (${describeFailure(failure)}). Run the same command again within ten minutes.`;
    throw new Problem(sentence, EXIT.unsure);
  }
}

/** Refuses to replace a registered agent; with --force its files, results included, are moved to `previous/`. */
async function clearFolder(folder: AgentFolder, force: boolean): Promise<void> {
  const known = await readAgent(folder.agent).catch(() => 'unreadable' as const);
  if (known === null) return;
  const who = known === 'unreadable' ? 'an agent' : `the agent “${known.name}”`;
  if (!force) {
    throw new Problem(
      `${folder.path} already contains ${who}. Use --dir for another folder, or --force to replace it.`,
    );
  }
  const holder = await lockHolder(folder.lock);
  if (holder !== null) throw new Problem(`${who} is running from this folder (${holder}). Stop it first.`);
  const previous = join(folder.path, PREVIOUS, new Date().toISOString().replace(/[:.]/g, '-'));
  await mkdir(previous, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder.path)) {
    // What was fetched of the program is the machine's, whichever agent it is.
    if (name !== PREVIOUS && name !== basename(folder.programs))
      await rename(join(folder.path, name), join(previous, name));
  }
}

/** Where to register and with which code. */
export type RegistrationTarget = { origin: string; code: string };

/** Reads a registration link, or a code with the server's address. Throws Problem for anything else. */
export function registrationTarget(linkOrCode: string, server: string | undefined): RegistrationTarget {
  if (!/^https?:\/\//i.test(linkOrCode)) {
    if (server === undefined) throw new Problem('A code needs the server’s address: add --server <address>.');
    return { origin: originOf(server), code: linkOrCode.trim() };
  }
  const code = URL.canParse(linkOrCode) ? new URL(linkOrCode).searchParams.get('code') : null;
  if (!code) throw new Problem('This link has no registration code. Copy it again from the Agents page.');
  return { origin: server === undefined ? originOf(linkOrCode) : originOf(server), code };
}

function originOf(address: string): string {
  const withScheme = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(withScheme)) throw new Problem(`${address} is not a valid address.`);
  return new URL(withScheme).origin;
}

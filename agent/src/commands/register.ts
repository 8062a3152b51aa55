import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RegisterAgentInput, RegisterAgentOutput } from '@farwatch/core/contracts/calls/register-agent';
import { locationNames } from '@farwatch/core/values/languages';
import { fetchConfig } from '../client/config.ts';
import { describeFailure, failureOf } from '../client/failure.ts';
import { closeFirebase, openFirebase } from '../client/firebase.ts';
import { createCalls } from '../client/server.ts';
import { deviceReader } from '../device/device.ts';
import { canPing } from '../network/ping.ts';
import { EXIT, Problem, print } from '../outcome.ts';
import { readAgent, writeAgent } from '../state/agent-file.ts';
import { type AgentFolder, agentFolder, makeFolder } from '../state/folder.ts';
import { loadOrMakeKey } from '../state/keys.ts';
import { lockHolder } from '../state/lock.ts';
import { language, texts } from '../texts/texts.ts';

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
    texts().register.done(name, locationNames(language())[location]),
    texts().register.start(`farwatch-agent run${options.dir === undefined ? '' : ` --dir ${options.dir}`}`),
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
    if (failure.kind === 'refused') throw new Problem(texts().refusals[failure.refusal.reason]);
    throw new Problem(texts().register.noAnswer(origin, describeFailure(failure, texts())), EXIT.unsure);
  }
}

/** Refuses to replace a registered agent; with --force its files, results included, are moved to `previous/`. */
async function clearFolder(folder: AgentFolder, force: boolean): Promise<void> {
  const known = await readAgent(folder.agent).catch(() => 'unreadable' as const);
  if (known === null) return;
  const { register: t } = texts();
  const who = known === 'unreadable' ? t.anAgent : t.theAgent(known.name);
  if (!force) {
    throw new Problem(t.taken(folder.path, who));
  }
  const holder = await lockHolder(folder.lock);
  if (holder !== null) throw new Problem(t.running(who, holder));
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
    if (server === undefined) throw new Problem(texts().register.noServer);
    return { origin: originOf(server), code: linkOrCode.trim() };
  }
  const code = URL.canParse(linkOrCode) ? new URL(linkOrCode).searchParams.get('code') : null;
  if (!code) throw new Problem(texts().register.noCode);
  return { origin: server === undefined ? originOf(linkOrCode) : originOf(server), code };
}

function originOf(address: string): string {
  const withScheme = /^https?:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(withScheme)) throw new Problem(texts().register.address(address));
  return new URL(withScheme).origin;
}

import { type RegisteredAgent, writeAgent } from '../state/agent-file.ts';
import type { AgentFolder } from '../state/folder.ts';
import { loadOrMakeKey } from '../state/keys.ts';

/** Makes it the folder of an agent that has registered at that origin; without emulators if they are left out. */
export async function writeRegistered(
  folder: AgentFolder,
  origin: string,
  emulators: RegisteredAgent['config']['emulators'] = null,
): Promise<void> {
  const project = { projectId: 'demo-farwatch', apiKey: 'k', authDomain: 'd', appId: 'a', region: 'asia-east1' };
  const agent = { agentId: 'a1', name: 'Taipei 1', location: 'tw', origin } as const;
  const config = { ...project, emulators };
  await loadOrMakeKey(folder.key);
  await writeAgent(folder.agent, { ...agent, config, registeredAt: '2026-03-01T12:00:00.000Z' });
}

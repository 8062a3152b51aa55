import { readFile } from 'node:fs/promises';
import { agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import { registerAgentOutputSchema } from '@farwatch/core/contracts/calls/register-agent';
import { z } from 'zod';
import { writeDurably } from '../spool/durable.ts';

/** `agent.json`: which agent this folder is, and the project it belongs to. */
export const registeredAgentSchema = registerAgentOutputSchema
  .pick({ agentId: true, name: true, location: true })
  .extend({
    origin: z.url(),
    config: agentConfigSchema,
    registeredAt: z.iso.datetime(),
  });
export type RegisteredAgent = z.infer<typeof registeredAgentSchema>;

/** The agent of a folder; null if none is registered. Throws for an unreadable file. */
export async function readAgent(path: string): Promise<RegisteredAgent | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : registeredAgentSchema.parse(JSON.parse(text));
}

export function writeAgent(path: string, agent: RegisteredAgent): Promise<void> {
  return writeDurably(path, `${JSON.stringify(agent, null, 2)}\n`);
}

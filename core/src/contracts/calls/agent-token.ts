import { z } from 'zod';
import { atMsSchema, freeTextSchema, idSchema, seenAsSchema } from '../../values/fields.ts';
import { agentCall } from './agent-call.ts';

/**
 * Callable `agentToken`: exchanges a signature by the agent's key for a custom token with claims `agent`,
 * `tokenGeneration`.
 */
export const agentTokenInputSchema = z.object({
  agentId: idSchema,
  at: atMsSchema,
  signature: freeTextSchema.min(40).max(200),
});
export type AgentTokenInput = z.infer<typeof agentTokenInputSchema>;

/** `seenAs`: the address it came from; missing from older servers. */
export const agentTokenOutputSchema = z.object({ token: z.string(), serverAt: atMsSchema, seenAs: seenAsSchema });
export type AgentTokenOutput = z.infer<typeof agentTokenOutputSchema>;

export const agentTokenCall = agentCall({
  name: 'agentToken',
  input: agentTokenInputSchema,
  output: agentTokenOutputSchema,
});

/** Returns the text that the agent signs with Ed25519; the signature is sent as base64. */
export function tokenMessage(agentId: string, atMs: number): string {
  return `farwatch-agent-token:${agentId}:${atMs}`;
}

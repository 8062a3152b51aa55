import { z } from 'zod';
import { deviceSchema } from '../../values/device.ts';
import { atMsSchema, freeTextSchema, idSchema } from '../../values/fields.ts';
import { locationCodeSchema } from '../../values/locations.ts';
import { agentCall } from './agent-call.ts';

/** Callable `registerAgent`: registers the device with `publicKey` (Ed25519, SPKI as base64) as the code's agent. */
export const registerAgentInputSchema = z.object({
  code: freeTextSchema.min(1).max(200),
  publicKey: freeTextSchema.min(40).max(200),
  device: deviceSchema,
});
export type RegisterAgentInput = z.infer<typeof registerAgentInputSchema>;

export const registerAgentOutputSchema = z.object({
  agentId: idSchema,
  name: z.string(),
  location: locationCodeSchema,
  serverAt: atMsSchema,
});
export type RegisterAgentOutput = z.infer<typeof registerAgentOutputSchema>;

export const registerAgentCall = agentCall({
  name: 'registerAgent',
  input: registerAgentInputSchema,
  output: registerAgentOutputSchema,
});

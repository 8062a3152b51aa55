import { z } from 'zod';
import { idSchema } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { locationCodeSchema } from '../locations.ts';

/** `POST /agents` (spec 5): a name is required, the country defaults to the first. */
export const agentInputSchema = z.object({
  name: z.string().trim().min(1).max(LIMITS.nameLength),
  country_code: locationCodeSchema.default('tw'),
  description: z.string().trim().max(LIMITS.descriptionLength).default(''),
});
export type AgentInput = z.infer<typeof agentInputSchema>;

/** A new agent, or one with a new code: `registration_code` is for its admin's eyes until used. */
export const agentCreatedSchema = z.object({
  id: idSchema,
  _id: idSchema,
  name: z.string(),
  country_code: locationCodeSchema,
  country_name: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  registration_code: z.string(),
  registration_expires_at: z.iso.datetime(),
});
export type AgentCreated = z.infer<typeof agentCreatedSchema>;

/** `GET /agents/available-locations` (spec 3, design 10): every location, with its active agents, zeros included. */
export const availableLocationsSchema = z.array(
  z.object({ country_code: locationCodeSchema, country_name: z.string(), agent_count: z.number().int() }),
);
export type AvailableLocations = z.infer<typeof availableLocationsSchema>;

/** The link that a QR code carries (spec 2). */
export function registrationLink(
  origin: string,
  agent: Pick<AgentCreated, 'registration_code' | 'name' | 'country_code'>,
): string {
  const query = new URLSearchParams({ code: agent.registration_code, name: agent.name, country: agent.country_code });
  return `${origin}/agent/register?${query}`;
}

/** `{origin}/agent/config.json`: what an agent must know of the project to talk to it. Emulator hosts only locally. */
export const agentConfigSchema = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  authDomain: z.string(),
  appId: z.string(),
  region: z.string(),
  emulators: z.object({ auth: z.string(), firestore: z.string(), functions: z.string() }).nullable(),
});
export type AgentConfig = z.infer<typeof agentConfigSchema>;

import { z } from 'zod';

/** An agent's badge: its health while it is active, else why it is not. */
export const agentBadgeSchema = z.enum(['Active', 'Warning', 'Degraded', 'Critical', 'Inactive', 'Unknown']);
export type AgentBadge = z.infer<typeof agentBadgeSchema>;

/** How well an active agent works. */
export const agentHealthSchema = z.enum(['healthy', 'warning', 'degraded', 'critical']);
export type AgentHealth = z.infer<typeof agentHealthSchema>;

import { type AgentConfig, agentConfigSchema } from '@farwatch/core/contracts/api/agents';
import { SECOND_MS } from '@farwatch/core/values/time';
import { Problem } from '../outcome.ts';
import { texts } from '../texts/texts.ts';

const TIMEOUT_MS = 15 * SECOND_MS;

/**
 * What an agent needs to know of the project, from `{origin}/agent/config.json`. Throws Problem if it is not available.
 */
export async function fetchConfig(origin: string): Promise<AgentConfig> {
  const response = await fetch(`${origin}/agent/config.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new Problem(texts().register.away(origin));
  });
  const parsed = agentConfigSchema.safeParse(await response.json().catch(() => null));
  if (!response.ok || !parsed.success) throw new Problem(texts().register.otherServer(origin));
  return parsed.data;
}

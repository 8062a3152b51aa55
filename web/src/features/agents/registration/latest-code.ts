import type { AgentEntry } from '@farwatch/core/contracts/api/agents';
import type { RegistrationCode } from '@farwatch/core/decisions/agents/registration-stage';

type CodeFields = Pick<AgentEntry, 'registrationCode' | 'registrationExpiresAt'>;

/** The code that expires last among API responses: each new code invalidates those before it. */
export function latestCode(responses: readonly (CodeFields | null)[]): RegistrationCode | null {
  const codes = responses.flatMap((response) => {
    if (!response?.registrationCode || !response.registrationExpiresAt) return [];
    return [{ code: response.registrationCode, expiresAtMs: Date.parse(response.registrationExpiresAt) }];
  });
  return codes.sort((a, b) => b.expiresAtMs - a.expiresAtMs)[0] ?? null;
}

import type { AgentEntry } from '@farwatch/core/contracts/api/agents';
import type { RegistrationCode } from '@farwatch/core/decisions/agents/registration-stage';

type CodeFields = Pick<AgentEntry, 'registration_code' | 'registration_expires_at'>;

/** The code that expires last among API responses: each new code invalidates those before it. */
export function latestCode(responses: readonly (CodeFields | null)[]): RegistrationCode | null {
  const codes = responses.flatMap((response) => {
    if (!response?.registration_code || !response.registration_expires_at) return [];
    return [{ code: response.registration_code, expiresAtMs: Date.parse(response.registration_expires_at) }];
  });
  return codes.sort((a, b) => b.expiresAtMs - a.expiresAtMs)[0] ?? null;
}

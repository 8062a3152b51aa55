import type { AgentEntry } from '@farwatch/core/contracts/api/agents';
import type { RegistrationCode } from '@farwatch/core/decisions/agents/registration-stage';

type Answer = Pick<AgentEntry, 'registration_code' | 'registration_expires_at'>;

/** Of the codes that answers of the API carry, the one that ends last: making one ends those before it. */
export function newestCode(answers: readonly (Answer | null)[]): RegistrationCode | null {
  const codes = answers.flatMap((answer) => {
    if (!answer?.registration_code || !answer.registration_expires_at) return [];
    return [{ code: answer.registration_code, expiresAtMs: Date.parse(answer.registration_expires_at) }];
  });
  return codes.sort((a, b) => b.expiresAtMs - a.expiresAtMs)[0] ?? null;
}

import { agentCreatedSchema } from '@farwatch/core/api/agents';
import { byIdSchema } from '@farwatch/core/api/parts';
import { route } from '../route.ts';
import { withCode } from './agent-entry.ts';
import { newRegistration } from './new-registration.ts';
import { retireAgent } from './retire-agent.ts';

export const resetAgent = route({
  method: 'post',
  path: '/agents/:id/registration-code',
  role: 'admin',
  summary: 'Reset an agent: its device is out, a new code is in the answer',
  params: byIdSchema,
  output: agentCreatedSchema,
  run: async (run, caller, { params: { id } }) => {
    const registration = newRegistration(id, run.nowMs);
    const agent = await retireAgent(run, caller, id, registration);
    return withCode(id, agent, registration, run.nowMs);
  },
});

import { agentCalls } from '@farwatch/core/api/agents';
import { route } from '../route.ts';
import { withCode } from './agent-entry.ts';
import { newRegistration } from './new-registration.ts';
import { retireAgent } from './retire-agent.ts';

export const resetAgent = route(agentCalls.reset, {
  run: async (run, caller, { params: { id } }) => {
    const registration = newRegistration(id, run.nowMs);
    const agent = await retireAgent(run, caller, id, registration);
    return withCode(id, agent, registration, run.nowMs);
  },
});

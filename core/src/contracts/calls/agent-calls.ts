import type { AgentCall } from './agent-call.ts';
import { agentTokenCall } from './agent-token.ts';
import { checkInCall } from './check-in.ts';
import { registerAgentCall } from './register-agent.ts';
import { reportTrialCall } from './report-trial.ts';

/** Every call that agents make. */
export const AGENT_CALLS: readonly AgentCall[] = [registerAgentCall, agentTokenCall, checkInCall, reportTrialCall];

import { agentCalls } from '@farwatch/core/api/agents';
import { DONE } from '@farwatch/core/api/parts';
import { agents, commands } from '../../db/kinds.ts';
import { route } from '../route.ts';
import { ownAgent } from './own-agent.ts';

export const triggerSync = route(agentCalls.sync, {
  run: async (run, caller, { params: { id } }) => {
    ownAgent(caller, await agents.ref(run.db, id).get());
    await commands.ref(run.db, id).update(commands.part({ syncAt: run.nowMs }));
    return { ...DONE, message: 'Sync trigger sent. Agent will update on its next check-in.' };
  },
});

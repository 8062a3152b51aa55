import { agentCalls } from '@farwatch/core/api/agents';
import type { Agent } from '@farwatch/core/documents/agent';
import { useState } from 'react';
import { callApi } from '../../lib/api/client.ts';
import type { WithId } from '../../lib/live/read-document.ts';

/** `beforeMs`: the agent's last sync when it was asked. */
type Step =
  | { step: 'idle' }
  | { step: 'sending' }
  | { step: 'sent'; beforeMs: number }
  | { step: 'failed'; failure: unknown };

/** The state of a sync request; `syncedAt`: when the agent synced after it, epoch ms. */
export type Sync = { state: Step; syncedAt: number | null; ask: () => void; dismiss: () => void };

/** Asks the agent to sync, and learns from its live document when it did. */
export function useSync({ id, lastSyncAt }: Pick<WithId<Agent>, 'id' | 'lastSyncAt'>): Sync {
  const [state, setState] = useState<Step>({ step: 'idle' });

  async function ask() {
    const beforeMs = lastSyncAt ?? 0;
    setState({ step: 'sending' });
    try {
      await callApi(agentCalls.sync, { params: { id } });
      setState({ step: 'sent', beforeMs });
    } catch (failure) {
      setState({ step: 'failed', failure });
    }
  }

  const isSynced = state.step === 'sent' && lastSyncAt !== null && lastSyncAt > state.beforeMs;
  const syncedAt = isSynced ? lastSyncAt : null;
  return { state, syncedAt, ask: () => void ask(), dismiss: () => setState({ step: 'idle' }) };
}

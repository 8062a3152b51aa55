import { type AgentCreated, type AgentEntry, agentCalls } from '@farwatch/core/contracts/api/agents';
import { registrationStage } from '@farwatch/core/decisions/agents/registration-stage';
import { SECOND_MS } from '@farwatch/core/values/time';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { apiKey } from '../../../lib/api/api-key.ts';
import { callApi } from '../../../lib/api/client.ts';
import { POLL_MS, useApi } from '../../../lib/api/use-api.ts';
import { useAgent } from '../../../lib/live/agents.ts';
import { useUid } from '../../../lib/session/session.ts';
import { useNow } from '../../../lib/time/now.ts';
import { latestCode } from './latest-code.ts';

/**
 * The state of an agent's registration, live. Browsers cannot read the document with the code: it is in the response
 * that created it, and in the list of agents.
 */
export function useRegistration(agentId: string, known: AgentCreated | AgentEntry | null) {
  const nowMs = useNow(SECOND_MS);
  const live = useAgent(agentId);
  const isWaiting = live.data?.registered === false;
  const list = useApi(agentCalls.list, isWaiting ? {} : null, POLL_MS);
  const renewal = useRenewal(agentId);
  const listed = list.data?.find(({ id }) => id === agentId) ?? null;
  const code = latestCode([known, renewal.created, listed]);
  const isCodeLoaded = code !== null || !isWaiting || list.data !== undefined || list.error !== undefined;
  const subject = live.data === undefined ? unregisteredAgent(known) : live.data;
  const stage = subject && isCodeLoaded ? registrationStage(subject, code, nowMs) : null;
  return { live, subject, code, stage, listFailure: list.error as unknown, nowMs, renewal };
}

/** The agent in a response; undefined if a device is registered, because the response may be outdated. */
function unregisteredAgent(known: AgentCreated | AgentEntry | null) {
  if (known === null || known.registered) return undefined;
  return { name: known.name, location: known.countryCode, registered: false, lastReportAt: null };
}

/** Creates a new code, which invalidates the current one and stops the registered device. */
function useRenewal(agentId: string) {
  const uid = useUid();
  const { mutate } = useSWRConfig();
  const [created, setCreated] = useState<AgentCreated | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function renew(): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      setCreated(await callApi(agentCalls.reset, { params: { id: agentId } }));
      if (uid !== null) void mutate(apiKey(uid, agentCalls.list, {}));
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return { created, busy, failure, renew, forget: () => setFailure(null) };
}

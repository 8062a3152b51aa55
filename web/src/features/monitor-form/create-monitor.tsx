import { monitorCalls } from '@farwatch/core/api/monitors';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../lib/api/client.ts';
import { newIdempotencyKey } from '../../lib/api/idempotency-key.ts';
import { asLeft } from '../../lib/list/left-addresses.ts';
import type { NavigationState } from '../../lib/navigation-state.ts';
import { monitorPath, PATHS } from '../../lib/paths.ts';
import type { Saved } from './draft.ts';
import { MonitorForm } from './monitor-form.tsx';

/** Makes a monitor and shows it. */
export function CreateMonitor() {
  const navigate = useNavigate();
  const [made, setMade] = useState<string | null>(null);
  const [idempotencyKey] = useState(newIdempotencyKey);
  async function create(values: Saved, version: number) {
    const { id } = await callApi(monitorCalls.create, { body: { ...values, idempotencyKey, version } });
    setMade(id);
  }
  // Not as soon as it is made: a user who has left the form meanwhile is not called back.
  useEffect(() => {
    if (made === null) return;
    const state: NavigationState = { savedAtMs: Date.now() };
    void navigate(monitorPath(made), { replace: true, state });
  }, [made, navigate]);
  return (
    <MonitorForm
      stored={null}
      onSave={create}
      onCancel={() => void navigate(asLeft(PATHS.monitors))}
      settled={made !== null}
    />
  );
}

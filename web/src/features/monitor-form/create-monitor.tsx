import { monitorSavedSchema } from '@farwatch/core/api/monitors';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../lib/api/client.ts';
import type { NavigationState } from '../../lib/navigation-state.ts';
import { monitorPath, PATHS } from '../../lib/paths.ts';
import type { Saved } from './draft.ts';
import { MonitorForm } from './monitor-form.tsx';
import { useFormLimits } from './use-form-limits.ts';

/** Makes a monitor and shows it. */
export function CreateMonitor() {
  const navigate = useNavigate();
  const limits = useFormLimits();
  const [made, setMade] = useState<string | null>(null);
  async function create(values: Saved) {
    const { id } = await callApi('/monitors', monitorSavedSchema, { method: 'POST', body: values });
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
      limits={limits}
      onSave={create}
      onCancel={() => void navigate(PATHS.monitors)}
      settled={made !== null}
    />
  );
}

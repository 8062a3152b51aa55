import { monitorSavedSchema } from '@farwatch/core/api/monitors';
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
  async function create(values: Saved) {
    const { id } = await callApi('/monitors', monitorSavedSchema, { method: 'POST', body: values });
    const state: NavigationState = { savedAtMs: Date.now() };
    await navigate(monitorPath(id), { replace: true, state });
  }
  return <MonitorForm stored={null} limits={limits} onSave={create} onCancel={() => void navigate(PATHS.monitors)} />;
}

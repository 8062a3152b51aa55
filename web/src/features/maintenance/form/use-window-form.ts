import { maintenanceCalls } from '@farwatch/core/contracts/api/maintenance';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../lib/api/client.ts';
import { useReportSaving } from '../../../lib/navigation/unsaved.ts';
import { type Draft, type DraftErrors, errorsOf, fieldsOfDraft } from './draft.ts';
import type { Repeat } from './repeat.ts';

/**
 * The state of a window's form: the draft, what is wrong with it, and its save. Nothing that was entered is lost if that
 * fails. `id`: of the window to edit, null for a new one.
 */
export function useWindowForm(initial: Draft, id: string | null, onSaved: (name: string) => void) {
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const fields = useRef<HTMLDivElement>(null);
  useReportSaving(isBusy);

  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

  function change(changes: Partial<Draft>) {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    setFailure(null);
    if (errors) setErrors(errorsOf(changed));
  }

  async function save() {
    if (isBusy) return;
    const found = errorsOf(draft);
    setErrors(found);
    setFailure(null);
    if (found) return setRefusals((count) => count + 1);
    const body = fieldsOfDraft(draft);
    setBusy(true);
    try {
      if (id === null) await callApi(maintenanceCalls.create, { body });
      else await callApi(maintenanceCalls.change, { params: { id }, body });
      onSaved(body.name);
    } catch (thrown) {
      setFailure(thrown);
      setBusy(false);
    }
  }

  const changeRepeat = (changes: Partial<Repeat>) => change({ repeat: { ...draft.repeat, ...changes } });
  const isDirty = JSON.stringify(draft) !== JSON.stringify(initial);
  return { draft, change, changeRepeat, errors, failure, isBusy, isDirty, fields, save: () => void save() };
}

export type WindowForm = ReturnType<typeof useWindowForm>;

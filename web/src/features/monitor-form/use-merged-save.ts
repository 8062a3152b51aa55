import type { MonitorInput, MonitorVersion } from '@farwatch/core/contracts/api/monitors';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/decisions/monitors/merge-edits';
import { rebaseEdit } from '@farwatch/core/decisions/monitors/rebase-edit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type DraftForm, draftOf, editOf } from './draft.ts';

/** The version saved elsewhere, and the conflicts with it that the user must resolve. */
type PendingMerge = { current: MonitorVersion; conflicts: EditConflict[] };

/**
 * Merges the edits with changes saved elsewhere. `base`: the version the form is based on, null for a new one.
 * `includesOthers`: the form has merged such changes. `handleFailure`: after an edit conflict merges and submits again,
 * or sets `pending`; returns false for any other failure.
 */
export function useMergedSave(
  form: DraftForm,
  stored: MonitorVersion | null,
  submit: () => void,
  onMerged: () => void,
) {
  const [base, setBase] = useState(stored);
  const [pending, setPending] = useState<PendingMerge | null>(null);
  const [round, setRound] = useState(0);
  const [includesOthers, setIncludesOthers] = useState(false);
  // Failed saves based on `base`: one may have been stored although its response was lost.
  const failedSaves = useRef<MonitorInput[]>([]);
  const submitAgain = useEffectEvent(submit);
  // Runs once the form has rendered the merged values.
  useEffect(() => {
    if (round > 0) submitAgain();
  }, [round]);

  function merge(current: MonitorVersion, choices?: ReadonlyMap<string, EditSide>) {
    const rebased = rebaseEdit(base, editOf(form.getValues()), failedSaves.current, current);
    const { merged, conflicts } = mergeEdits(rebased.base, rebased.local, current, choices);
    if (conflicts.length > 0) return setPending({ current, conflicts });
    setPending(null);
    setIncludesOthers((before) => before || rebased.byOthers);
    failedSaves.current = [];
    setBase(current);
    onMerged();
    form.reset(draftOf(current));
    form.reset(draftOf(merged), { keepDefaultValues: true });
    setRound((before) => before + 1);
  }

  return {
    base,
    pending,
    includesOthers,
    handleFailure(failure: unknown, values: MonitorInput): boolean {
      if (!(failure instanceof ApiFailure) || !failure.current) {
        failedSaves.current.push(values);
        return false;
      }
      merge(failure.current);
      return true;
    },
    answer: (choices: ReadonlyMap<string, EditSide>) => pending && merge(pending.current, choices),
    dismiss: () => setPending(null),
  };
}

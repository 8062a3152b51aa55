import type { MonitorInput, MonitorVersion } from '@farwatch/core/contracts/api/monitors';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/decisions/monitors/merge-edits';
import { rebaseEdit } from '@farwatch/core/decisions/monitors/rebase-edit';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type DraftForm, draftOf, editOf } from './draft.ts';

/** The monitor as saved elsewhere meanwhile, and the conflicts that the user must resolve. */
type Asked = { current: MonitorVersion; conflicts: EditConflict[] };

/**
 * Merges edits with others' saves. `base`: the version the form is based on, null for a new one. `withOthers`: it
 * includes others' changes. `handleFailure`: merges and submits again after an edit conflict, or asks the user; returns
 * false for any other failure.
 */
export function useMergedSave(
  form: DraftForm,
  stored: MonitorVersion | null,
  submit: () => void,
  onMerged: () => void,
) {
  const [base, setBase] = useState(stored);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  const [withOthers, setWithOthers] = useState(false);
  // Failed saves based on `base`: one may have been stored though its answer was lost.
  const unanswered = useRef<MonitorInput[]>([]);
  const submitAgain = useEffectEvent(submit);
  // Runs once the form has rendered the merged values.
  useEffect(() => {
    if (round > 0) submitAgain();
  }, [round]);

  function merge(current: MonitorVersion, choices?: ReadonlyMap<string, EditSide>) {
    const rebased = rebaseEdit(base, editOf(form.getValues()), unanswered.current, current);
    const { merged, conflicts } = mergeEdits(rebased.base, rebased.mine, current, choices);
    if (conflicts.length > 0) return setAsked({ current, conflicts });
    setAsked(null);
    setWithOthers((before) => before || rebased.byOthers);
    unanswered.current = [];
    setBase(current);
    onMerged();
    form.reset(draftOf(current));
    form.reset(draftOf(merged), { keepDefaultValues: true });
    setRound((before) => before + 1);
  }

  return {
    base,
    asked,
    withOthers,
    handleFailure(failure: unknown, values: MonitorInput): boolean {
      if (!(failure instanceof ApiFailure) || !failure.current) {
        unanswered.current.push(values);
        return false;
      }
      merge(failure.current);
      return true;
    },
    answer: (choices: ReadonlyMap<string, EditSide>) => asked && merge(asked.current, choices),
    dismiss: () => setAsked(null),
  };
}

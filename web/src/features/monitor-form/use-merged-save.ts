import type { MonitorText } from '@farwatch/core/api/monitors';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/monitors/merge-edits';
import { builtOn } from '@farwatch/core/monitors/own-saves';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type Draft, draftOf, editOf, type Saved } from './draft.ts';

/** The monitor as saved elsewhere meanwhile, and the conflicts that the user must resolve. */
type Asked = { current: MonitorText; conflicts: EditConflict[] };

/**
 * Merges edits with others' saves. `base`: the version the form is based on, null for a new one. `withOthers`: it
 * includes others' changes. `handleFailure`: merges and submits again after an edit conflict, or asks the user; returns
 * false for any other failure.
 */
export function useMergedSave(
  form: UseFormReturn<Draft, unknown, Saved>,
  stored: MonitorText | null,
  submit: () => void,
  onMerged: () => void,
) {
  const [base, setBase] = useState(stored);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  const [withOthers, setWithOthers] = useState(false);
  // Failed saves based on `base`: one may have been stored though its answer was lost.
  const unanswered = useRef<Saved[]>([]);
  const submitAgain = useEffectEvent(submit);
  // Runs once the form has rendered the merged values.
  useEffect(() => {
    if (round > 0) submitAgain();
  }, [round]);

  function merge(current: MonitorText, choices?: ReadonlyMap<string, EditSide>) {
    const built = builtOn(base, editOf(form.getValues()), unanswered.current, current);
    const { merged, conflicts } = mergeEdits(built.base, built.mine, current, choices);
    if (conflicts.length > 0) return setAsked({ current, conflicts });
    setAsked(null);
    setWithOthers((before) => before || built.byOthers);
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
    handleFailure(failure: unknown, values: Saved): boolean {
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

import type { MonitorText } from '@farwatch/core/api/monitors';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/monitors/merge-edits';
import { builtOn } from '@farwatch/core/monitors/own-saves';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type Draft, draftOf, editOf, type Saved } from './draft.ts';

/** What was saved elsewhere meanwhile, and what of it the user is asked about. */
export type Asked = { current: MonitorText; conflicts: EditConflict[] };

/**
 * Edits on what others save meanwhile. `base`: the version that the form now builds on, null for a new monitor. `withOthers`: the
 * form has taken over what somebody else changed. `meet` takes a failed save: where it came too late the form takes over what the
 * others changed and is submitted again, or the user is asked; false where it failed otherwise. `onMerged` is told when it did.
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
  // Saves on `base` that failed: one may have arrived all the same, and only its answer was lost.
  const unanswered = useRef<Saved[]>([]);
  const submitAgain = useEffectEvent(submit);
  // Once the form has what was merged and is drawn with it.
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
    meet(failure: unknown, values: Saved): boolean {
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

import type { MonitorText } from '@farwatch/core/api/monitors';
import { type EditConflict, type EditSide, mergeEdits } from '@farwatch/core/monitors/merge-edits';
import { useEffect, useEffectEvent, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiFailure } from '../../lib/api/failure.ts';
import { type Draft, draftOf, editOf, type Saved } from './draft.ts';

/** What was saved elsewhere meanwhile, and what of it the user is asked about. */
export type Asked = { current: MonitorText; conflicts: EditConflict[] };

/**
 * Merges with what others save meanwhile. `base`: the version that the form builds on, null for a new monitor. `meet`
 * handles a failed save: if it came too late, the form takes over the others' changes and submits again, or asks the
 * user; false if it failed otherwise.
 */
export function useMergedSave(
  form: UseFormReturn<Draft, unknown, Saved>,
  stored: MonitorText | null,
  submit: () => void,
) {
  const [base, setBase] = useState(stored);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [round, setRound] = useState(0);
  const submitAgain = useEffectEvent(submit);
  // Once the form has what was merged and is drawn with it.
  useEffect(() => {
    if (round > 0) submitAgain();
  }, [round]);

  function merge(current: MonitorText, choices?: ReadonlyMap<string, EditSide>) {
    if (!base) return;
    const { merged, conflicts } = mergeEdits(base, editOf(form.getValues()), current, choices);
    if (conflicts.length > 0) return setAsked({ current, conflicts });
    setAsked(null);
    setBase(current);
    form.reset(draftOf(current));
    form.reset(draftOf(merged), { keepDefaultValues: true });
    setRound((before) => before + 1);
  }

  return {
    base,
    asked,
    meet(failure: unknown): boolean {
      if (!(failure instanceof ApiFailure) || !failure.current) return false;
      merge(failure.current);
      return true;
    },
    answer: (choices: ReadonlyMap<string, EditSide>) => asked && merge(asked.current, choices),
    dismiss: () => setAsked(null),
  };
}

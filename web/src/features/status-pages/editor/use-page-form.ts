import { type PageAnswer, pageCalls } from '@farwatch/core/contracts/api/pages';
import { useState } from 'react';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { type Draft, type DraftErrors, draftOf, errorsOf, inputOf, passwordOf, refusedFields } from './draft.ts';
import type { Logo } from './logo/logo.ts';
import { rememberLogo } from './logo/logo-picture.ts';
import { changedFields, mergeDrafts, type Side } from './merge.ts';

/** The stored page that a draft is based on. */
type Base = {
  version: number;
  /** The stored page as a draft. */
  draft: Draft;
};
/** The effect of the last save. */
export type Outcome = 'saved' | 'published' | 'unpublished' | null;
/** A version saved elsewhere, and the fields in which it and the draft contradict each other. */
export type Conflict = { current: Base; fields: readonly (keyof Draft)[]; published: boolean };

/**
 * The state of a page's form: the draft, its errors, and its save, after which `onSaved` gets the page. Changes that
 * were saved elsewhere are combined with the draft; `conflict` has those that the user must decide. `wasCreated` is
 * true if the page was just saved for the first time.
 */
export function usePageForm(
  stored: PageAnswer | null,
  initial: Draft,
  onSaved: (page: PageAnswer) => void,
  wasCreated: boolean,
) {
  const [base, setBase] = useState<Base | null>(stored && { version: stored.version, draft: draftOf(stored) });
  const [draft, setDraft] = useState(initial);
  const [errors, setErrors] = useState<DraftErrors | null>(null);
  const [outcome, setOutcome] = useState<Outcome>(wasCreated ? (stored?.published ? 'published' : 'saved') : null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { isBusy, failure, save: run, forget } = useSaving();

  function change(changes: Partial<Draft>) {
    const changed = { ...draft, ...changes };
    setDraft(changed);
    setOutcome(null);
    forget();
    if (errors) setErrors(errorsOf(changed));
  }

  function refuse(found: DraftErrors) {
    setErrors(found);
    setRefusals((count) => count + 1);
  }

  /** Shows a page as stored. `unsaved` has the changes that are not saved yet. */
  function show(page: PageAnswer, unsaved: Partial<Draft> = {}) {
    setBase({ version: page.version, draft: draftOf(page) });
    setDraft({ ...draftOf(page), ...unsaved });
  }

  async function save(published = draft.published) {
    setOutcome(null);
    const found = errorsOf(draft);
    setErrors(found);
    if (found) return refuse(found);
    await run(() => saveOver(base, { ...draft, published }));
  }

  /** Saves a draft made from `over`; after an edit elsewhere once more, over that one. */
  async function saveOver(over: Base | null, target: Draft): Promise<void> {
    try {
      const { logo } = target;
      const saved = await sendFields(over, target);
      show(saved, { logo });
      const page = await sendLogo(saved, logo);
      show(page);
      const isPublished = over?.draft.published ?? false;
      setOutcome(page.published === isPublished ? 'saved' : page.published ? 'published' : 'unpublished');
      onSaved(page);
    } catch (thrown) {
      if (!(thrown instanceof ApiFailure)) throw thrown;
      if (thrown.code === 'slug_taken') return refuse({ slug: 'taken' });
      const refused = refusedFields(thrown.issues, target);
      if (refused) refuse(refused);
      if (thrown.code !== 'edited_meanwhile' || !over) throw thrown;
      const page = await callApi(pageCalls.get, { params: { slug: target.slug } });
      const current = { version: page.version, draft: draftOf(page) };
      const { merged, conflicts } = mergeDrafts(over.draft, target, current.draft);
      if (conflicts.length > 0) return setConflict({ current, fields: conflicts, published: target.published });
      await saveOver(current, merged);
    }
  }

  async function decide(side: Side) {
    if (!conflict || !base) return;
    const { current, published } = conflict;
    const { merged } = mergeDrafts(base.draft, { ...draft, published }, current.draft, side);
    setConflict(null);
    setBase(current);
    setDraft(merged);
    await run(() => saveOver(current, merged));
  }

  return {
    draft,
    change,
    errors,
    refusals,
    failure,
    isBusy,
    outcome,
    isDirty: changedFields(base?.draft ?? initial, draft).length > 0,
    isNew: base === null,
    isPublished: base?.draft.published ?? false,
    save: (published?: boolean) => void save(published),
    conflict,
    decide: (side: Side) => void decide(side),
    dismiss: () => setConflict(null),
  };
}

export type PageForm = ReturnType<typeof usePageForm>;

/** Creates or replaces the page, without its logo. */
function sendFields(over: Base | null, draft: Draft): Promise<PageAnswer> {
  const { slug } = draft;
  const body = { ...inputOf(draft), ...passwordOf(draft) };
  if (!over) return callApi(pageCalls.create, { body: { ...body, slug } });
  return callApi(pageCalls.change, { params: { slug }, body: { ...body, version: over.version } });
}

async function sendLogo(page: PageAnswer, logo: Logo): Promise<PageAnswer> {
  const params = { slug: page.slug };
  if (logo === null) return page.logo === null ? page : callApi(pageCalls.removeLogo, { params });
  if ('stored' in logo) return page;
  const saved = await callApi(pageCalls.logo, { params, body: logo });
  if (saved.logo !== null) rememberLogo(saved.logo, logo);
  return saved;
}

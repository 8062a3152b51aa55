import { endpointName } from '@farwatch/core/api/monitors';
import { LIMITS } from '@farwatch/core/limits';
import { readableUrl } from '@farwatch/core/readable-url';
import { normalizeUrl } from '@farwatch/core/url';
import type { TFunction } from 'i18next';
import { Check, Pencil, X } from 'lucide-react';
import { type KeyboardEvent, memo, useId, useState } from 'react';
import { isComposing } from '../../lib/browser/is-composing.ts';
import { headAndTail } from '../../lib/format/text.ts';
import type { Entry } from './draft.ts';
import type { EntryProblem } from './entry-problems.ts';

export type EntryActions = {
  change: (id: string, change: Partial<Entry>) => void;
  remove: (id: string, button: HTMLElement) => void;
  /** Opens the entry's fields, or closes them. */
  open: (id: string, isOpen: boolean) => void;
};

type Props = {
  entry: Entry;
  /** From 0. */
  index: number;
  problem: EntryProblem | undefined;
  isOpen: boolean;
  /** Whether saving was attempted: then problems are also shown while typing. */
  isTried: boolean;
  actions: EntryActions;
  t: TFunction;
};

const EMPTY = { url: '', name: '', description: '' };

/** One URL of the form, as text or as fields for editing it in place. */
export const UrlEntryRow = memo(function UrlEntryRow(props: Props) {
  const { entry, index, problem, isOpen, actions, t } = props;
  const { id = '' } = entry;
  const url = readableUrl(entry.url);
  const [head, tail] = headAndTail(url);
  return (
    <li data-entry={id} data-open={isOpen ? '' : undefined}>
      {isOpen ? (
        <Fields {...props} />
      ) : (
        <>
          <div data-texts="">
            <span data-url="" title={url}>
              <span>{head}</span>
              <span>{tail}</span>
            </span>
            <span>{endpointName({ name: entry.name, description: entry.description ?? '' }, index)}</span>
            {problem && <p data-problem="">{problemText(problem, t)}</p>}
          </div>
          <button
            type="button"
            data-edit=""
            aria-label={t('form.entry.edit', { url })}
            onClick={() => actions.open(id, true)}
          >
            <Pencil size={16} aria-hidden="true" />
          </button>
        </>
      )}
      <button
        type="button"
        aria-label={t('form.remove', { url })}
        onClick={(event) => actions.remove(id, event.currentTarget)}
      >
        <X size={16} aria-hidden="true" />
      </button>
    </li>
  );
});

/** Typing changes the form at once; Escape restores the former text. Problems are shown when editing is finished. */
function Fields({ entry, index, problem, isTried, actions, t }: Props) {
  const { id = '' } = entry;
  const noteId = useId();
  const [before] = useState(entry);
  const [isTold, setTold] = useState(false);
  const said = isTold || isTried ? problem : undefined;

  function finish() {
    setTold(true);
    if (problem) return;
    actions.change(id, { url: normalizeUrl(entry.url) ?? entry.url });
    actions.open(id, false);
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (isComposing(event.nativeEvent)) return;
    // Must neither submit the monitor's form nor close a dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return finish();
    actions.change(id, { ...EMPTY, ...before });
    actions.open(id, false);
  }

  const field = (key: 'url' | 'name' | 'description', placeholder = '') => (
    <label>
      {t(`form.entry.${key}`)}
      <input
        data-field={key}
        value={entry[key] ?? ''}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={key !== 'url'}
        aria-invalid={said !== undefined && fieldOf(said) === key}
        aria-describedby={said ? noteId : undefined}
        onKeyDown={press}
        onChange={(event) => {
          setTold(false);
          actions.change(id, { [key]: event.currentTarget.value });
        }}
      />
    </label>
  );

  return (
    <div data-fields="">
      {field('url')}
      {said && (
        <p id={noteId} data-problem="" role="alert">
          {problemText(said, t)}
        </p>
      )}
      {field('name', endpointName({ description: entry.description ?? '' }, index))}
      {field('description')}
      <button type="button" data-done="" onClick={finish}>
        <Check size={16} aria-hidden="true" />
        {t('form.entry.done')}
      </button>
    </div>
  );
}

function fieldOf(problem: EntryProblem): 'url' | 'name' | 'description' {
  if (problem === 'nameLong') return 'name';
  return problem === 'descriptionLong' ? 'description' : 'url';
}

function problemText(problem: EntryProblem, t: TFunction): string {
  if (problem === 'nameLong') return t('form.errors.nameLong', { max: LIMITS.nameLength });
  if (problem === 'long') return t('addUrls.problems.long', { max: LIMITS.urlLength });
  if (problem === 'descriptionLong') return t('addUrls.problems.descriptionLong', { max: LIMITS.descriptionLength });
  return t(`addUrls.problems.${problem}`);
}

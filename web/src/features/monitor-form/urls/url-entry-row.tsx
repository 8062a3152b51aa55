import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { endpointName } from '@farwatch/core/decisions/monitors/endpoint-name';
import { optionsForUrl } from '@farwatch/core/values/check-options';
import { fieldNames } from '@farwatch/core/values/monitor-fields/field';
import { ENDPOINT_FIELDS } from '@farwatch/core/values/monitor-fields/table';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { checkTypeOf, normalizeUrl } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { Check, Pencil, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, memo, Suspense, useId, useState } from 'react';
import { isComposing } from '../../../lib/browser/is-composing.ts';
import { headAndTail } from '../../../lib/format/text.ts';
import { withTexts } from '../../../lib/i18n/i18n.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { describeCheck } from '../check/describe-check.ts';
import { ENDPOINT_PARTS } from '../endpoint-parts.tsx';
import { CheckTypePicker } from './check-type-picker.tsx';
import { type EntryProblem, fieldOf, problemText } from './entry-problems.ts';

/** Has the list of public suffixes, which other types do without. */
const RegisteredName = lazyPart(() => import('./registered-name.tsx'));

const SlowField = lazyPart(withTexts('slow', () => import('./slow-field.tsx')));

export type EntryActions = {
  change: (id: string, change: Partial<EndpointContent>) => void;
  remove: (id: string, button: HTMLElement) => void;
  /** Opens the entry's fields, or closes them. */
  open: (id: string, isOpen: boolean) => void;
  /** Opens the options of its check. */
  more: (id: string) => void;
};

type Props = {
  entry: EndpointContent;
  /** Counted from 0. */
  index: number;
  problem: EntryProblem | undefined;
  /** Why the server did not accept it. */
  refusal?: string | undefined;
  isOpen: boolean;
  /** Set once saving was attempted; problems are then also shown while typing. */
  isSubmitted: boolean;
  actions: EntryActions;
  t: TFunction;
};

/** Longer URLs stay on one line, also on a phone. */
const WRAPPED_LENGTH = 100;

/** Shows one URL of the form, as text or as fields that edit it in place. */
export const UrlEntryRow = memo(function UrlEntryRow(props: Props) {
  const { entry, index, problem, refusal, isOpen, actions, t } = props;
  const { id } = entry;
  const url = readableUrl(entry.url);
  const [head, tail] = headAndTail(url);
  return (
    <li data-entry={id} data-open={isOpen ? '' : undefined}>
      {isOpen ? (
        <Fields {...props} />
      ) : (
        <>
          <div data-texts="">
            <span data-url="" data-long={url.length > WRAPPED_LENGTH ? '' : undefined} title={url}>
              <span>{head}</span>
              <span>{tail}</span>
            </span>
            <span>{endpointName(entry, index)}</span>
            <Chips entry={entry} t={t} />
            {!problem && checkTypeOf(entry.url) === 'domain' && (
              <Suspense>
                <RegisteredName
                  url={normalizeUrl(entry.url) ?? entry.url}
                  onUse={(registered) => actions.change(id, { url: registered })}
                  t={t}
                />
              </Suspense>
            )}
            {(problem || refusal) && <p data-problem="">{problem ? problemText(problem, t) : refusal}</p>}
          </div>
          <button
            type="button"
            data-more=""
            aria-label={t('form.check.moreOf', { url })}
            onClick={() => actions.more(id)}
          >
            {t('form.check.more')}
          </button>
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

const MAX_CHIPS = 4;

/** How the entry's check differs from a plain one of its type, briefly. */
function Chips({ entry, t }: Pick<Props, 'entry' | 't'>) {
  const parts = describeCheck(optionsForUrl(normalizeUrl(entry.url) ?? entry.url, entry.check), t);
  if (parts.length === 0) return null;
  const hidden = parts.length - MAX_CHIPS;
  return (
    <ul data-chips="" aria-label={t('form.entry.check')}>
      {parts.slice(0, MAX_CHIPS).map(({ id, chip, full }) => (
        <li key={id} title={full}>
          {chip}
        </li>
      ))}
      {hidden > 0 && <li>{t('form.check.andMore', { count: hidden })}</li>}
    </ul>
  );
}

/** Typing changes the form; Escape restores the previous values. Problems are shown when editing is finished. */
function Fields({ entry, index, problem, isSubmitted, actions, t }: Props) {
  const { id } = entry;
  const noteId = useId();
  const [before] = useState(entry);
  const [isFinished, setFinished] = useState(false);
  const shown = isFinished || isSubmitted ? problem : undefined;
  // Its field is below the others, and so is what is wrong with it.
  const isSlowShown = shown !== undefined && fieldOf(shown) === 'slowMs';

  function edit(change: Partial<EndpointContent>) {
    setFinished(false);
    actions.change(id, change);
  }

  function finish() {
    setFinished(true);
    // Secrets are typed in the options of the check, which the closed entry opens.
    if (problem && problem !== 'secrets') return;
    actions.change(id, { url: normalizeUrl(entry.url) ?? entry.url });
    actions.open(id, false);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    if (isComposing(event.nativeEvent)) return;
    // Must neither submit the monitor's form nor close a dialog around it.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') return finish();
    actions.change(id, before);
    actions.open(id, false);
  }

  return (
    <div data-fields="">
      <CheckTypePicker url={entry.url} onChange={(url) => edit({ url })} />
      {fieldNames(ENDPOINT_FIELDS).map((name) => {
        const { label, Input } = ENDPOINT_PARTS[name];
        if (Input === null) return null;
        const isInvalid = shown !== undefined && fieldOf(shown) === name;
        const aria = { 'aria-invalid': isInvalid, 'aria-describedby': shown ? noteId : undefined };
        const element = { ...aria, id: `${noteId}-${name}`, 'data-field': name, onKeyDown };
        return (
          <Fragment key={name}>
            <label htmlFor={`${noteId}-${name}`}>
              {label(t)}
              <Input entry={entry} index={index} onChange={edit} element={element} />
            </label>
            {name === 'url' && shown && !isSlowShown && (
              <p id={noteId} data-problem="" role="alert">
                {problemText(shown, t)}
              </p>
            )}
          </Fragment>
        );
      })}
      <Suspense fallback={null}>
        <SlowField entry={entry} isInvalid={isSlowShown} onChange={edit} onKeyDown={onKeyDown} />
      </Suspense>
      {shown && isSlowShown && (
        <p id={noteId} data-problem="" role="alert">
          {problemText(shown, t)}
        </p>
      )}
      <button type="button" data-done="" onClick={finish}>
        <Check size={16} aria-hidden="true" />
        {t('form.entry.done')}
      </button>
    </div>
  );
}

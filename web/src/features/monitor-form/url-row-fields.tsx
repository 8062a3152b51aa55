import { LIMITS } from '@farwatch/core/values/limits';
import { URL_PREFIXES } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { type ClipboardEvent, type Dispatch, memo, useId } from 'react';
import { describeCheck } from './check/describe-check.ts';
import { isList } from './paste.ts';
import type { UrlListAction } from './url-list.ts';
import type { RowField, RowVerdict, UrlRow } from './url-rows.ts';

type Props = {
  row: UrlRow;
  position: number;
  /** The position of an earlier row with the same URL. */
  duplicatePosition: number | undefined;
  dispatch: Dispatch<UrlListAction>;
  t: TFunction;
};

/** One row of the Add URL dialog with its verdict. url-list-styles.ts explains the plain elements. */
export const UrlRowFields = memo(function UrlRowFields({ row, position, duplicatePosition, dispatch, t }: Props) {
  const noteId = useId();
  const { key, verdict } = row;
  const state = verdict ? (verdict.valid ? 'valid' : 'invalid') : undefined;
  const text = verdict && verdictText(row, verdict, duplicatePosition, t);
  const badField = verdict?.valid === false ? verdict.field : null;

  function paste(field: RowField) {
    return (event: ClipboardEvent) => {
      const pasted = event.clipboardData.getData('text');
      if (!isList(pasted)) return;
      event.preventDefault();
      dispatch({ type: 'paste', key, field, text: pasted });
    };
  }

  const common = (field: RowField) => ({
    'data-field': field,
    value: row[field],
    'aria-invalid': badField === field,
    'aria-describedby': text ? noteId : undefined,
    autoComplete: 'off',
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      dispatch({ type: 'edit', key, change: { [field]: event.currentTarget.value } }),
    onPaste: paste(field),
  });

  return (
    <li data-row={key}>
      <span data-position="" aria-hidden="true">
        {position}
      </span>
      <span data-url="" data-state={state}>
        <input
          {...common('url')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={t('addUrls.url')}
          aria-label={t('addUrls.urlAt', { row: position })}
        />
        {state === 'valid' && <CircleCheck size={16} role="img" aria-label={t('addUrls.valid')} />}
        {state === 'invalid' && <CircleAlert size={16} aria-hidden="true" />}
      </span>
      <input
        {...common('description')}
        placeholder={t('addUrls.description')}
        aria-label={t('addUrls.descriptionAt', { row: position })}
      />
      <button
        type="button"
        data-field="remove"
        aria-label={t('addUrls.removeRow', { row: position })}
        onClick={() => dispatch({ type: 'remove', key })}
      >
        <X size={16} aria-hidden="true" />
      </button>
      {row.options && (
        <p data-verdict="">
          {[row.options.name, ...describeCheck(row.options.check, t).map(({ chip }) => chip)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {text && (
        <p id={noteId} data-verdict={state}>
          {text}
        </p>
      )}
    </li>
  );
});

/** The text below a verified row; null for none. `duplicatePosition` counts from 1. */
function verdictText(
  { options }: UrlRow,
  verdict: RowVerdict,
  duplicatePosition: number | undefined,
  t: TFunction,
): string | null {
  if (verdict.valid) return verdict.caveat && t(`addUrls.caveats.${verdict.caveat}`);
  const { problem } = verdict;
  if (problem === 'duplicate') return t('addUrls.problems.duplicate', { row: duplicatePosition });
  if (problem === 'long') return t('addUrls.problems.long', { max: LIMITS.urlLength });
  if (problem === 'descriptionLong') return t('addUrls.problems.descriptionLong', { max: LIMITS.descriptionLength });
  if (problem === 'column') {
    const { column = 'name', text = '' } = options?.invalid ?? {};
    return t('addUrls.problems.column', { column: t(`addUrls.columns.${column}`), text });
  }
  return t(`addUrls.problems.${problem}`, { schemes: URL_PREFIXES.join(', ') });
}

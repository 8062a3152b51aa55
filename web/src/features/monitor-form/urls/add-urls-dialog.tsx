import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { isList, parsePaste, type UrlEntry } from '@farwatch/core/importers/paste';
import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { LIMITS } from '@farwatch/core/values/limits';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { checkTypeOf, URL_PREFIXES } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { CircleAlert, CircleCheck, FileUp, Plus, X } from 'lucide-react';
import {
  type ClipboardEvent,
  type Dispatch,
  type FormEvent,
  memo,
  useEffect,
  useId,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { describeCheck } from '../check/describe-check.ts';
import { CheckTypePicker } from './check-type-picker.tsx';
import { changeUrlList, filledCount, invalidCount, newUrlList, type UrlList, type UrlListAction } from './url-list.ts';
import { urlListStyles } from './url-list-styles.ts';
import { canAdd, canVerify, MAX_ROWS, type RowField, type RowVerdict, type UrlRow } from './url-rows.ts';

type Props = {
  /** URLs that the monitor already has. */
  taken: ReadonlySet<string>;
  /** How many more endpoints the account may have; null while loading. */
  capacity: number | null;
  /** Returns whether the entries were added. */
  onAdd: (entries: UrlEntry[]) => boolean;
  /** Reports whether closing would lose any input. */
  onUnsaved: (hasUnsaved: boolean) => void;
  onClose: () => void;
};

/** The Add URL dialog: rows to type or paste into, which must be verified before they can be added. */
export function AddUrlsDialog({ taken, capacity, onAdd, onUnsaved, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [list, dispatch] = useReducer(changeUrlList, null, newUrlList);
  const [isConfirming, setConfirming] = useState(false);
  const [focused, setFocused] = useState<number | null>(null);
  const rowsRef = useRef<HTMLOListElement>(null);
  const { rows, overflow, focus } = list;
  const ready = canAdd(rows);
  const entered = filledCount(rows) + overflow.length;
  const positions = new Map(rows.map((row, index) => [row.key, index + 1]));
  const typed = rows.find(({ key }) => key === focused) ?? rows.at(-1);

  useEffect(() => onUnsaved(entered > 0), [entered, onUnsaved]);
  useEffect(() => {
    if (!focus) return;
    rowsRef.current?.querySelector<HTMLElement>(`[data-row="${focus.key}"] [data-field=${focus.field}]`)?.focus();
  }, [focus]);

  function submit(event: FormEvent) {
    event.preventDefault();
    // In React's tree (not in the DOM) the monitor's form is an ancestor of this one.
    event.stopPropagation();
    if (ready) add();
    else void verify();
  }

  async function verify() {
    const hasDomains = rows.some(({ url }) => checkTypeOf(url) === 'domain');
    const names = hasDomains ? await import('@farwatch/core/values/registered-name').catch(() => null) : null;
    dispatch({ type: 'verify', taken, names });
  }

  function add() {
    if (!onAdd(rows.map((row) => ({ ...row, description: row.description.trim() })))) return;
    if (overflow.length > 0) dispatch({ type: 'added' });
    else onClose();
  }

  const close = () => (entered > 0 ? setConfirming(true) : onClose());

  return (
    <AppDialog
      open
      onClose={close}
      title={t('addUrls.title')}
      size="lg"
      footer={
        <Flex direction="column" gap="2" flex="1" minW="0">
          <UrlListStatus list={list} capacity={capacity} onRemoveInvalid={() => dispatch({ type: 'removeInvalid' })} />
          <Flex justify="flex-end" gap="2">
            <Button variant="outline" onClick={close}>
              {t('cancel')}
            </Button>
            <Button type="submit" form={formId} colorPalette="accent" disabled={!canVerify(rows)}>
              {ready ? t('addUrls.add') : t('addUrls.verify')}
            </Button>
          </Flex>
        </Flex>
      }
    >
      <Text color="text.muted" mb="4">
        {t('addUrls.explain')}
      </Text>
      {typed && (
        <Box mb="3">
          <CheckTypePicker
            url={typed.url}
            row={rows.length > 1 ? positions.get(typed.key) : undefined}
            onChange={(url) => dispatch({ type: 'edit', key: typed.key, change: { url } })}
          />
        </Box>
      )}
      <chakra.form id={formId} noValidate onSubmit={submit}>
        <chakra.ol ref={rowsRef} css={urlListStyles} onFocus={({ target }) => setFocused(rowKeyOf(target))}>
          <li data-head="" aria-hidden="true">
            <span />
            <span>{t('addUrls.url')}</span>
            <span>{t('addUrls.description')}</span>
          </li>
          {rows.map((row) => (
            <UrlRowFields
              key={row.key}
              row={row}
              position={positions.get(row.key) ?? 0}
              duplicatePosition={row.verdict?.valid === false ? positions.get(row.verdict.duplicateOf ?? 0) : undefined}
              dispatch={dispatch}
              t={t}
            />
          ))}
        </chakra.ol>
      </chakra.form>
      <Flex columnGap="2" mt="1" wrap="wrap">
        <Button
          variant="ghost"
          color="accent"
          disabled={rows.length >= MAX_ROWS}
          onClick={() => dispatch({ type: 'add' })}
        >
          <Plus aria-hidden="true" />
          {t('addUrls.another')}
        </Button>
        <ImportFile onImport={(entries) => dispatch({ type: 'import', entries })} />
      </Flex>
      <AskDialog
        open={isConfirming}
        title={t('addUrls.discardTitle')}
        confirm={t('addUrls.discard')}
        danger
        onConfirm={onClose}
        dismiss={{ text: t('addUrls.keep'), onDismiss: () => setConfirming(false) }}
      >
        {t('addUrls.discardText', { count: entered })}
      </AskDialog>
    </AppDialog>
  );
}

function rowKeyOf(field: Element): number | null {
  const row = field.closest<HTMLElement>('[data-row]')?.dataset.row;
  return row === undefined ? null : Number(row);
}

type StatusProps = Pick<Props, 'capacity'> & { list: UrlList; onRemoveInvalid: () => void };

/** The state of the rows, announced to screen readers, and a button that removes the invalid ones. */
function UrlListStatus({ list, capacity, onRemoveInvalid }: StatusProps) {
  const { t } = useTranslation();
  const invalid = invalidCount(list.rows);
  const overflowing = list.overflow.length;
  const { text, isError } = statusOf(list, invalid, capacity, t);
  return (
    <Flex align="center" justify="space-between" gap="3" minH={{ base: '11', sm: '8' }}>
      <Text role="status" textStyle="sm" color={isError ? 'danger' : 'text.muted'}>
        {text}
        {overflowing > 0 && (
          <Text as="span" display="block" color="text">
            {t('addUrls.waiting', { count: overflowing, max: MAX_ROWS })}
          </Text>
        )}
      </Text>
      {invalid > 0 && (
        <Button size="sm" variant="outline" flexShrink="0" onClick={onRemoveInvalid}>
          {t('addUrls.removeInvalid')}
        </Button>
      )}
    </Flex>
  );
}

function statusOf({ rows, overflow, pasted }: UrlList, invalid: number, capacity: number | null, t: TFunction) {
  const count = filledCount(rows);
  if (invalid > 0) return { text: t('addUrls.invalid', { count: invalid }), isError: true };
  const total = count + overflow.length;
  if (capacity !== null && total > capacity)
    return { text: t('addUrls.tooMany', { count: total, capacity: Math.max(0, capacity) }), isError: true };
  if (canAdd(rows)) return { text: t('addUrls.allValid', { count }), isError: false };
  if (pasted !== null) return { text: t('addUrls.pasted', { count: pasted }), isError: false };
  return { text: capacity === null ? '' : t('addUrls.capacity', { count: capacity }), isError: false };
}

type UrlRowFieldsProps = {
  row: UrlRow;
  position: number;
  /** The position of an earlier row with the same URL. */
  duplicatePosition: number | undefined;
  dispatch: Dispatch<UrlListAction>;
  t: TFunction;
};

/** One row of the Add URL dialog with its verdict. url-list-styles.ts explains the plain elements. */
const UrlRowFields = memo(function UrlRowFields({ row, position, duplicatePosition, dispatch, t }: UrlRowFieldsProps) {
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
          // The dialog's first field is the picker.
          data-autofocus={position === 1 ? '' : undefined}
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
  { url, options }: UrlRow,
  verdict: RowVerdict,
  duplicatePosition: number | undefined,
  t: TFunction,
): string | null {
  const name = nameOf(readableUrl(url));
  if (verdict.valid && verdict.typed !== undefined)
    return t('addUrls.registered', { typed: nameOf(readableUrl(`domain://${verdict.typed}`)), name });
  if (verdict.valid) return verdict.caveat && t(`addUrls.caveats.${verdict.caveat}`);
  const { problem } = verdict;
  if (problem === 'duplicate') return t('addUrls.problems.duplicate', { row: duplicatePosition });
  if (problem === 'suffix') return t('addUrls.problems.suffix', { name });
  if (problem === 'long') return t('addUrls.problems.long', { max: LIMITS.urlLength });
  if (problem === 'descriptionLong') return t('addUrls.problems.descriptionLong', { max: LIMITS.descriptionLength });
  if (problem === 'column') {
    const { column = 'name', text = '' } = options?.invalid ?? {};
    return t('addUrls.problems.column', { column: t(`addUrls.columns.${column}`), text });
  }
  return t(`addUrls.problems.${problem}`, { schemes: URL_PREFIXES.join(', ') });
}

/** Far more than the rows of a full account. */
const MAX_BYTES = 1024 * 1024;

type Problem = 'fileLarge' | 'fileEncoding' | 'fileEmpty' | 'fileUnreadable';

/** Reads URLs from a CSV or text file. */
function ImportFile({ onImport }: { onImport: (entries: UrlEntry[]) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  async function read(file: File) {
    const entries = await entriesOf(file);
    setProblem(typeof entries === 'string' ? entries : null);
    if (typeof entries !== 'string') onImport(entries);
  }

  return (
    <>
      <Button variant="ghost" color="accent" onClick={() => input.current?.click()}>
        <FileUp aria-hidden="true" />
        {t('addUrls.file')}
      </Button>
      <chakra.input
        ref={input}
        type="file"
        display="none"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void read(file);
          // So that the same file can be chosen again once it is corrected.
          currentTarget.value = '';
        }}
      />
      {problem && (
        <Text role="alert" color="danger" textStyle="sm" flexBasis="full">
          {t(`addUrls.problems.${problem}`)}
        </Text>
      )}
    </>
  );
}

async function entriesOf(file: File): Promise<UrlEntry[] | Problem> {
  if (file.size > MAX_BYTES) return 'fileLarge';
  const text = await file.text().catch(() => null);
  if (text === null) return 'fileUnreadable';
  // What is not UTF-8 is decoded to this.
  if (text.includes('\u{FFFD}')) return 'fileEncoding';
  const entries = parsePaste(text, file.name.toLowerCase().endsWith('.csv') ? ',' : '\t');
  return entries.length > 0 ? entries : 'fileEmpty';
}

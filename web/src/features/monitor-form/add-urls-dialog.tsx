import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useId, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import { ImportFile } from './import-file.tsx';
import type { UrlEntry } from './paste.ts';
import { changeUrlList, filledCount, invalidCount, newUrlList, type UrlList } from './url-list.ts';
import { urlListStyles } from './url-list-styles.ts';
import { UrlRowFields } from './url-row-fields.tsx';
import { canAdd, canVerify, MAX_ROWS } from './url-rows.ts';

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
  const rowsRef = useRef<HTMLOListElement>(null);
  const { rows, overflow, focus } = list;
  const ready = canAdd(rows);
  const entered = filledCount(rows) + overflow.length;
  const positions = new Map(rows.map((row, index) => [row.key, index + 1]));

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
    else dispatch({ type: 'verify', taken });
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
            <Button variant="outline" borderColor="edge" onClick={close}>
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
      <chakra.form id={formId} noValidate onSubmit={submit}>
        <chakra.ol ref={rowsRef} css={urlListStyles}>
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
        <Button size="sm" variant="outline" borderColor="edge" flexShrink="0" onClick={onRemoveInvalid}>
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

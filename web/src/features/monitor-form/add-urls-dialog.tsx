import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useId, useReducer, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppDialog } from '../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../components/overlay/ask-dialog.tsx';
import type { UrlEntry } from './paste.ts';
import { changeUrlList, filledCount, invalidCount, newUrlList, type UrlList } from './url-list.ts';
import { urlListStyles } from './url-list-styles.ts';
import { UrlRowFields } from './url-row-fields.tsx';
import { canAdd, canVerify, MAX_ROWS } from './url-rows.ts';

type Props = {
  /** URLs that the monitor already has. */
  taken: ReadonlySet<string>;
  /** How many more endpoints the account may have; null while unknown. */
  room: number | null;
  /** Returns whether they were added. */
  onAdd: (entries: UrlEntry[]) => boolean;
  /** Called with whether closing would lose anything typed. */
  onTyped: (typed: boolean) => void;
  onClose: () => void;
};

/** The Add URL dialog: rows to type or paste into, verified before they can be added. */
export function AddUrlsDialog({ taken, room, onAdd, onTyped, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const [list, dispatch] = useReducer(changeUrlList, null, newUrlList);
  const [asking, setRequesting] = useState(false);
  const rowsRef = useRef<HTMLOListElement>(null);
  const { rows, waiting, focus } = list;
  const ready = canAdd(rows);
  const typed = filledCount(rows) + waiting.length;
  const places = new Map(rows.map((row, index) => [row.key, index + 1]));

  useEffect(() => onTyped(typed > 0), [typed, onTyped]);
  useEffect(() => {
    if (!focus) return;
    rowsRef.current?.querySelector<HTMLElement>(`[data-row="${focus.key}"] [data-field=${focus.field}]`)?.focus();
  }, [focus]);

  function proceed(event: FormEvent) {
    event.preventDefault();
    // In React's tree, though not in the page's, the monitor's own form is an ancestor of this one.
    event.stopPropagation();
    if (ready) add();
    else dispatch({ type: 'verify', taken });
  }

  function add() {
    if (!onAdd(rows.map(({ url, description }) => ({ url, description: description.trim() })))) return;
    if (waiting.length > 0) dispatch({ type: 'added' });
    else onClose();
  }

  return (
    <AppDialog
      open
      onClose={() => (typed > 0 ? setRequesting(true) : onClose())}
      title={t('addUrls.title')}
      size="lg"
      footer={
        <Flex direction="column" gap="2" flex="1" minW="0">
          <UrlListStatus list={list} room={room} onRemoveInvalid={() => dispatch({ type: 'removeInvalid' })} />
          <Flex justify="flex-end" gap="2">
            <Button variant="outline" borderColor="edge" onClick={() => (typed > 0 ? setRequesting(true) : onClose())}>
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
      <chakra.form id={formId} noValidate onSubmit={proceed}>
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
              place={places.get(row.key) ?? 0}
              duplicatePlace={row.verdict?.valid === false ? places.get(row.verdict.duplicateOf ?? 0) : undefined}
              dispatch={dispatch}
              t={t}
            />
          ))}
        </chakra.ol>
      </chakra.form>
      <Button
        variant="ghost"
        color="accent"
        mt="1"
        disabled={rows.length >= MAX_ROWS}
        onClick={() => dispatch({ type: 'add' })}
      >
        <Plus aria-hidden="true" />
        {t('addUrls.another')}
      </Button>
      <AskDialog
        open={asking}
        title={t('addUrls.discardTitle')}
        confirm={t('addUrls.discard')}
        danger
        onConfirm={onClose}
        dismiss={{ text: t('addUrls.keep'), onDismiss: () => setRequesting(false) }}
      >
        {t('addUrls.discardText', { count: typed })}
      </AskDialog>
    </AppDialog>
  );
}

type StatusProps = {
  list: UrlList;
  /** How many more endpoints the account may have; null while unknown. */
  room: number | null;
  onRemoveInvalid: () => void;
};

/** The state of the rows, announced to screen readers, and a button that removes the invalid ones. */
function UrlListStatus({ list, room, onRemoveInvalid }: StatusProps) {
  const { t } = useTranslation();
  const invalid = invalidCount(list.rows);
  const waits = list.waiting.length;
  const { text, bad } = statusOf(list, invalid, room, t);
  return (
    <Flex align="center" justify="space-between" gap="3" minH={{ base: '11', sm: '8' }}>
      <Text role="status" textStyle="sm" color={bad ? 'danger' : 'text.muted'}>
        {text}
        {waits > 0 && (
          <Text as="span" display="block" color="text">
            {t('addUrls.waiting', { count: waits, max: MAX_ROWS })}
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

function statusOf({ rows, waiting, pasted }: UrlList, invalid: number, room: number | null, t: TFunction) {
  const count = filledCount(rows);
  if (invalid > 0) return { text: t('addUrls.invalid', { count: invalid }), bad: true };
  const all = count + waiting.length;
  if (room !== null && all > room)
    return { text: t('addUrls.tooMany', { count: all, room: Math.max(0, room) }), bad: true };
  if (canAdd(rows)) return { text: t('addUrls.allValid', { count }), bad: false };
  if (pasted !== null) return { text: t('addUrls.pasted', { count: pasted }), bad: false };
  return { text: room === null ? '' : t('addUrls.room', { count: room }), bad: false };
}

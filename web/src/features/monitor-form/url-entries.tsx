import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchBox } from '../../components/form/search-box.tsx';
import { entryProblems, isFound, stillIn, withChanged } from './entry-problems.ts';
import { urlEntriesStyles } from './url-entries-styles.ts';
import { type EntryActions, UrlEntryRow } from './url-entry-row.tsx';

type Props = {
  entries: readonly EndpointContent[];
  /** Must stay the same function, so that only changed rows are rendered. */
  onEdit: (edit: (entries: readonly EndpointContent[]) => EndpointContent[]) => void;
  isTried: boolean;
  /** What is focused after the last entry is removed. */
  next: RefObject<HTMLElement | null>;
};

/** With more entries there is a filter, and a button to show all at once. */
const FEW = 10;

/** The form's URLs in order, each with the name it gets, edited in place. */
export function UrlEntries({ entries, onEdit, isTried, next }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [words, setWords] = useState('');
  const [isWhole, setWhole] = useState(false);
  // It stays long when some are removed: the filter may be hiding the others.
  const [isLong, setLong] = useState(false);
  if (!isLong && entries.length > FEW) setLong(true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // Entries edited since the filter was typed stay visible even if they no longer match.
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());
  const [focus, setFocus] = useState<{ selector: string } | null>(null);
  // A removed entry's id may be used again by another entry.
  const [openedNow, heldNow] = [stillIn(opened, entries), stillIn(held, entries)];
  if (openedNow !== opened) setOpened(openedNow);
  if (heldNow !== held) setHeld(heldNow);
  const problems = useMemo(() => entryProblems(entries), [entries]);
  // Entries that prevent saving are never hidden.
  const isKept = (id: string) => held.has(id) || (isTried && problems.has(id));
  const shown = entries.filter((entry) => words.trim() === '' || isKept(entry.id) || isFound(entry, words.trim()));

  useEffect(() => {
    if (focus) list.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);

  const actions = useMemo((): EntryActions => {
    return {
      change: (id, change) => onEdit((before) => withChanged(before, id, change)),
      remove: (id, button) => {
        const row = button.closest('li');
        const beside = row?.nextElementSibling ?? row?.previousElementSibling;
        (beside?.querySelector<HTMLElement>(':scope > button:last-of-type') ?? next.current)?.focus();
        onEdit((before) => before.filter((each) => each.id !== id));
      },
      open: (id, isOpen) => {
        setOpened((before) => new Set([...before].filter((each) => each !== id).concat(isOpen ? [id] : [])));
        setHeld((before) => new Set(before).add(id));
        setFocus({ selector: `[data-entry="${id}"] ${isOpen ? 'input' : '[data-edit]'}` });
      },
    };
  }, [onEdit, next]);

  function search(text: string) {
    setWords(text);
    setHeld(opened);
  }

  return (
    <Flex direction="column" gap="3">
      {isLong && (
        <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} columnGap="3" rowGap="1">
          <SearchBox label={t('form.entry.filter')} value={words} onSearch={search} />
          <Flex align="center" justify="space-between" gap="3" flex="1">
            <Text role="status" textStyle="sm" color="text.muted" whiteSpace="nowrap">
              {words.trim() !== '' && t('form.entry.shown', { shown: shown.length, count: entries.length })}
            </Text>
            <Button variant="plain" px="0" color="accent" onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('form.entry.showFewer') : t('form.entry.showAll', { count: entries.length })}
            </Button>
          </Flex>
        </Flex>
      )}
      {shown.length === 0 ? (
        <Text color="text.muted" py="4">
          {t('form.entry.noMatch')}
        </Text>
      ) : (
        <chakra.ul ref={list} css={urlEntriesStyles} {...(isWhole && { 'data-whole': '' })}>
          {shown.map((entry) => (
            <UrlEntryRow
              key={entry.id}
              entry={entry}
              index={entries.indexOf(entry)}
              problem={problems.get(entry.id)}
              isOpen={opened.has(entry.id)}
              isTried={isTried}
              actions={actions}
              t={t}
            />
          ))}
        </chakra.ul>
      )}
    </Flex>
  );
}

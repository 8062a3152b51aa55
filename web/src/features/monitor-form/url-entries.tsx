import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { LocationCode } from '@farwatch/core/values/locations';
import { type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../components/feedback/lazy-part.tsx';
import { SearchBox } from '../../components/form/search-box.tsx';
import { withTexts } from '../../lib/i18n/i18n.ts';
import type { StoredOrigins } from './check/known-secrets.ts';
import { changeEntry, entryProblems, matchesSearch, removeMissing } from './entry-problems.ts';
import { urlEntriesStyles } from './url-entries-styles.ts';
import { type EntryActions, UrlEntryRow } from './url-entry-row.tsx';

type Props = {
  entries: readonly EndpointContent[];
  /** A stable function, so that only changed rows are rendered. */
  onEdit: (edit: (entries: readonly EndpointContent[]) => EndpointContent[]) => void;
  isSubmitted: boolean;
  /** What the checks of the entries need to know of the monitor. */
  checks: ChecksContext;
  /** Focused after the last entry is removed. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

/** `locations`: those of the monitor. `onUnsaved` reports whether options of a check were changed and not applied yet. */
export type ChecksContext = {
  stored: StoredOrigins;
  locations: readonly LocationCode[];
  onUnsaved: (hasUnsaved: boolean) => void;
};

const CheckSheet = lazyPart(withTexts('check', () => import('./check/check-sheet.tsx')));

/** With more entries there is a filter, and a button to show the whole list. */
const FILTER_ABOVE = 10;

/** The form's URLs in order, each with its resulting name, edited in place. */
export function UrlEntries({ entries, onEdit, isSubmitted, checks, fallbackFocus }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [query, setQuery] = useState('');
  const [showsAll, setShowsAll] = useState(false);
  // It stays long when entries are removed: the filter may be hiding the others.
  const [isLong, setLong] = useState(false);
  if (!isLong && entries.length > FILTER_ABOVE) setLong(true);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  // Entries edited since the last search stay visible even if they no longer match.
  const [pinned, setPinned] = useState<ReadonlySet<string>>(new Set());
  const [focus, setFocus] = useState<{ selector: string } | null>(null);
  // A new entry may get the id of a removed one.
  const [existingOpened, existingPinned] = [removeMissing(opened, entries), removeMissing(pinned, entries)];
  if (existingOpened !== opened) setOpened(existingOpened);
  if (existingPinned !== pinned) setPinned(existingPinned);
  const [checkedId, setCheckedId] = useState<string | null>(null);
  const checked = entries.find(({ id }) => id === checkedId);
  const { stored } = checks;
  const problems = useMemo(() => entryProblems(entries, stored), [entries, stored]);
  // Entries that prevent saving are never hidden.
  const isAlwaysShown = (id: string) => pinned.has(id) || (isSubmitted && problems.has(id));
  const shown = entries.filter((entry) => isAlwaysShown(entry.id) || matchesSearch(entry, query.trim()));

  useEffect(() => {
    if (focus) list.current?.querySelector<HTMLElement>(focus.selector)?.focus();
  }, [focus]);

  const actions = useMemo((): EntryActions => {
    return {
      change: (id, change) => onEdit((before) => changeEntry(before, id, change)),
      remove: (id, button) => {
        const row = button.closest('li');
        const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
        (neighbour?.querySelector<HTMLElement>(':scope > button:last-of-type') ?? fallbackFocus.current)?.focus();
        onEdit((before) => before.filter((each) => each.id !== id));
      },
      open: (id, isOpen) => {
        setOpened((before) => new Set([...before].filter((each) => each !== id).concat(isOpen ? [id] : [])));
        setPinned((before) => new Set(before).add(id));
        setFocus({ selector: `[data-entry="${id}"] ${isOpen ? 'input' : '[data-edit]'}` });
      },
      more: setCheckedId,
    };
  }, [onEdit, fallbackFocus]);

  function search(text: string) {
    setQuery(text);
    setPinned(opened);
  }

  return (
    <Flex direction="column" gap="3">
      {isLong && (
        <Flex direction={{ base: 'column', sm: 'row' }} align={{ sm: 'center' }} columnGap="3" rowGap="1">
          <SearchBox label={t('form.entry.filter')} value={query} onSearch={search} />
          <Flex align="center" justify="space-between" gap="3" flex="1">
            <Text role="status" textStyle="sm" color="text.muted" whiteSpace="nowrap">
              {query.trim() !== '' && t('form.entry.shown', { shown: shown.length, count: entries.length })}
            </Text>
            <Button variant="plain" px="0" color="accent" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? t('form.entry.showFewer') : t('form.entry.showAll', { count: entries.length })}
            </Button>
          </Flex>
        </Flex>
      )}
      {shown.length === 0 ? (
        <Text color="text.muted" py="4">
          {t('form.entry.noMatch')}
        </Text>
      ) : (
        <chakra.ul ref={list} css={urlEntriesStyles} {...(showsAll && { 'data-show-all': '' })}>
          {shown.map((entry) => (
            <UrlEntryRow
              key={entry.id}
              entry={entry}
              index={entries.indexOf(entry)}
              problem={problems.get(entry.id)}
              isOpen={opened.has(entry.id)}
              isSubmitted={isSubmitted}
              actions={actions}
              t={t}
            />
          ))}
        </chakra.ul>
      )}
      {checked && (
        <Suspense fallback={null}>
          <CheckSheet
            key={checked.id}
            entry={checked}
            {...checks}
            onApply={(check) => onEdit((before) => changeEntry(before, checked.id, { check }))}
            onClose={() => setCheckedId(null)}
          />
        </Suspense>
      )}
    </Flex>
  );
}

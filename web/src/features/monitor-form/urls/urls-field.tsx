import { Button, chakra, Flex, Heading, type SystemStyleObject, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { UrlEntry } from '@farwatch/core/importers/paste';
import type { LocationCode } from '@farwatch/core/values/locations';
import { HeartPulse, Plus } from 'lucide-react';
import { type RefCallback, type RefObject, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLimits } from '../../../lib/api/queries.ts';
import { withTexts } from '../../../lib/i18n/i18n.ts';
import { useMonitors } from '../../../lib/live/account.ts';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { SearchBox } from '../../../ui/form/search-box.tsx';
import type { StoredOrigins } from '../check/known-secrets.ts';
import { SupportNotice } from '../check/support-notice.tsx';
import { appendEntries, freeHeartbeatUrl, heartbeatUrls } from '../draft.ts';
import { AddUrlsDialog } from './add-urls-dialog.tsx';
import { changeEntry, entryProblems, matchesSearch, type Refusals, removeMissing } from './entry-problems.ts';
import { type EntryActions, UrlEntryRow } from './url-entry-row.tsx';
import { inputStyles } from './url-list-styles.ts';

/** The account's number of endpoints, and the limit. */
export type Limits = { current: number; max: number };

/** Assumed if the limits cannot be loaded. */
const FALLBACK: Limits = { current: 0, max: 8 };

/** The account's endpoint limits; null while loading, when nothing is refused because the API checks them anyway. */
export function useFormLimits() {
  const { data, error, mutate } = useLimits();
  const limits: Limits | null = data?.limits ?? (error === undefined ? null : FALLBACK);
  return { limits, refresh: () => void mutate() };
}

type Props = {
  value: readonly EndpointContent[];
  /** A stable function. */
  onEdit: (edit: (entries: readonly EndpointContent[]) => EndpointContent[]) => void;
  /** The account's number of endpoints after this save, and its limit; null while loading. */
  available: Limits | null;
  onLimit: () => void;
  /** Reports whether URLs were entered that are not in the list yet. */
  onUnsaved: (hasUnsaved: boolean) => void;
  stored: StoredOrigins;
  /** Why the server did not accept entries. */
  refusals: Refusals;
  locations: readonly LocationCode[];
  /** The list's own error, or how many of its URLs are invalid. */
  error?: string | undefined;
  /** Receives the element to focus if the list is invalid. */
  focusRef: RefCallback<HTMLElement>;
};

/** The monitor's URLs, with a button to add more. */
export function UrlsField(props: Props) {
  const { value, onEdit, available, onLimit, onUnsaved, stored, refusals, locations, error, focusRef } = props;
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const addRef = useRef<HTMLButtonElement>(null);
  const taken = useMemo(() => new Set(value.map((entry) => entry.url)), [value]);
  const { data: account } = useMonitors();
  const capacity = available && available.max - available.current;
  const hasCapacityFor = (count: number) => capacity === null || count <= capacity;

  function close() {
    setAdding(false);
    onUnsaved(false);
  }

  function add(entries: UrlEntry[]): boolean {
    const fits = hasCapacityFor(entries.length);
    if (fits) onEdit((before) => appendEntries(before, entries));
    else onLimit();
    return fits;
  }

  function addHeartbeat() {
    const names = new Set([...taken, ...heartbeatUrls(account?.items ?? [])]);
    add([{ url: freeHeartbeatUrl(names), description: '' }]);
  }

  return (
    <chakra.section aria-label={t('form.urls', { count: value.length })} display="flex" flexDirection="column" gap="3">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.urls', { count: value.length })}
          </Heading>
          {/* Space for both lines is reserved while the limits are loading. */}
          <Text textStyle="sm" color="text.muted" minH="10" whiteSpace="pre-line">
            {available && t('form.available', available)}
            {available &&
              `\n${t('form.availableLeft', { used: available.current, count: Math.max(0, available.max - available.current) })}`}
          </Text>
        </Flex>
        <Flex gap="2" wrap="wrap">
          <Button variant="ghost" onClick={addHeartbeat}>
            <HeartPulse aria-hidden="true" />
            {t('form.addHeartbeat')}
          </Button>
          <Button
            ref={(element) => {
              addRef.current = element;
              focusRef(element);
            }}
            variant="outline"
            onClick={() => (hasCapacityFor(1) ? setAdding(true) : onLimit())}
          >
            <Plus aria-hidden="true" />
            {t('form.addUrl')}
          </Button>
        </Flex>
      </Flex>
      {value.length === 0 ? (
        <Text color={error ? 'danger' : 'text.muted'} role={error ? 'alert' : undefined} py="4">
          {error ?? t('form.noUrls')}
        </Text>
      ) : (
        <>
          {error && (
            <Text color="danger" role="alert">
              {error}
            </Text>
          )}
          <SupportNotice entries={value} locations={locations} />
          <UrlEntries
            entries={value}
            onEdit={onEdit}
            isSubmitted={error !== undefined}
            refusals={refusals}
            checks={{ stored, locations, onUnsaved }}
            fallbackFocus={addRef}
          />
        </>
      )}
      {adding && <AddUrlsDialog taken={taken} capacity={capacity} onAdd={add} onUnsaved={onUnsaved} onClose={close} />}
    </chakra.section>
  );
}

type UrlEntriesProps = {
  entries: readonly EndpointContent[];
  /** A stable function, so that only changed rows are rendered. */
  onEdit: (edit: (entries: readonly EndpointContent[]) => EndpointContent[]) => void;
  isSubmitted: boolean;
  refusals: Refusals;
  /** The monitor's data that the checks of the entries need. */
  checks: ChecksContext;
  /** Focused after the last entry is removed. */
  fallbackFocus: RefObject<HTMLElement | null>;
};

type ChecksContext = {
  stored: StoredOrigins;
  /** The monitor's locations. */
  locations: readonly LocationCode[];
  /** Reports whether options of a check were changed and not applied yet. */
  onUnsaved: (hasUnsaved: boolean) => void;
};

const CheckSheet = lazyPart(withTexts('check', () => import('../check/check-sheet.tsx')));

/** With more entries there is a filter, and a button to show the whole list. */
const FILTER_ABOVE = 10;

/** Styles for plain elements, as in url-list-styles.ts. */
const urlEntriesStyles: SystemStyleObject = {
  listStyleType: 'none',
  borderWidth: '1px',
  borderRadius: 'l2',
  overflowY: 'auto',
  // Twelve rows and the top of the next one.
  maxH: '632px',
  '&[data-show-all]': { maxH: 'none' },
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    columnGap: '1',
    ps: '4',
    pe: '1',
    py: '1',
    minH: '12',
    borderBottomWidth: '1px',
    contentVisibility: 'auto',
    containIntrinsicSize: { base: 'auto 53px', sm: 'auto 49px' },
    _last: { borderBottomWidth: 0 },
  },
  '& > li[data-open]': { alignItems: 'flex-start', bg: 'surface.sunken', py: '3', pe: '3' },
  '& [data-texts]': {
    display: 'flex',
    flexDirection: { base: 'column', lg: 'row' },
    flexWrap: { base: 'nowrap', lg: 'wrap' },
    columnGap: '4',
    flex: '1',
    minW: '0',
  },
  '& [data-texts] span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minW: '0' },
  // Shortened in the middle, because long URLs differ at their ends; on a phone most fit into a few lines.
  '& [data-texts] > [data-url]': { display: 'flex', whiteSpace: 'pre', flex: { base: 'none', lg: '1 1 0' } },
  '& [data-url]:not([data-long]), & [data-url]:not([data-long]) > span': {
    smDown: { display: 'inline', whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
  '& [data-url] > span + span': { flexShrink: 0 },
  '& [data-texts] > span + span': {
    color: 'text.muted',
    flex: 'none',
    maxW: { base: 'full', lg: '40%' },
    textAlign: { base: 'start', lg: 'end' },
  },
  '& [data-chips]': { display: 'flex', flexWrap: 'wrap', gap: '1', flex: '1 0 100%', minW: '0', mt: '1', mb: '0.5' },
  '& [data-chips] > li': {
    maxW: { base: 'full', sm: '72' },
    px: '1.5',
    borderWidth: '1px',
    borderRadius: 'sm',
    textStyle: 'xs',
    color: 'text.muted',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& [data-problem], & [data-note]': { textStyle: 'sm', flex: '1 0 100%' },
  '& [data-problem]': { color: 'danger' },
  '& [data-note]': { color: 'text.muted' },
  '& [data-fields]': {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    gap: '3',
    flex: '1',
    minW: '0',
  },
  '& [data-fields] > :first-of-type, & [data-fields] > [data-problem]': { gridColumn: '1 / -1' },
  '& label': { display: 'flex', flexDirection: 'column', gap: '1', textStyle: 'xs', color: 'text.muted', minW: '0' },
  '& [data-slow]': { display: 'contents' },
  '& [data-slow] [data-note]': { gridColumn: '1 / -1' },
  '& label input, & label select': { ...inputStyles, color: 'text' },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    minW: { base: '11', sm: '9' },
    h: { base: '11', sm: '9' },
    borderRadius: 'l2',
    color: 'text.muted',
    cursor: 'pointer',
    _hover: { bg: 'surface.sunken', color: 'text' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
  },
  '& button[data-more]': { px: '2', textStyle: 'sm' },
  '& button[data-use]': { px: '1', textStyle: 'sm', color: 'accent' },
  '& button[data-done]': {
    justifySelf: 'start',
    px: '3',
    gap: '2',
    bg: 'surface.raised',
    borderWidth: '1px',
    color: 'text',
  },
};

/** The form's URLs in order, each with its resulting name, edited in place. */
function UrlEntries({ entries, onEdit, isSubmitted, refusals, checks, fallbackFocus }: UrlEntriesProps) {
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
  const isAlwaysShown = (entry: EndpointContent) =>
    pinned.has(entry.id) || refusals.has(entry) || (isSubmitted && problems.has(entry.id));
  const shown = entries.filter((entry) => isAlwaysShown(entry) || matchesSearch(entry, query.trim()));

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
              refusal={refusals.get(entry)}
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

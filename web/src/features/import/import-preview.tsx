import { Box, Button, chakra, Field, Flex, Text } from '@chakra-ui/react';
import type { Imported, ImportNote } from '@farwatch/core/importers/importer';
import {
  type Creation,
  creationsOf,
  endpointCount,
  type ForAll,
  type ImportRow,
  importRows,
  isGeneral,
  ROW_STATES,
  type RowState,
  shownRows,
} from '@farwatch/core/importers/plan';
import { fillText, type ImportTexts } from '@farwatch/core/texts/importers/import-texts';
import { LIMITS, SHORT_INTERVALS_SEC } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { WRITE_RATE } from '@farwatch/core/values/token-bucket';
import type { TFunction } from 'i18next';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIntervalText } from '../../domain/monitor-fields/interval-field.tsx';
import { LocationsField } from '../../domain/monitor-fields/locations-field.tsx';
import { UNKNOWN_LIMITS, useLimits } from '../../lib/api/queries.ts';
import { usePages } from '../../lib/list/paging.ts';
import { useMonitors } from '../../lib/live/account.ts';
import type { Column } from '../../ui/data-table/columns.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { rowSelection } from '../../ui/data-table/row-selection.tsx';
import { useSorted } from '../../ui/data-table/use-sorted.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { CheckField } from '../../ui/form/check-field.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { CountFilters } from '../../ui/form/count-filters.tsx';
import { SearchBox } from '../../ui/form/search-box.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TAPPED } from '../../ui/navigation/links.tsx';
import { Pager } from '../../ui/navigation/pager.tsx';

const PAGE_SIZE = 50;

type Props = { imported: Imported; texts: ImportTexts; onCreate: (creations: readonly Creation[]) => void };

/** What each item becomes and why, which of them to create, and what all of them have in common. */
export default function ImportPreview({ imported, texts, onCreate }: Props) {
  const { t } = useTranslation();
  const monitors = useMonitors().data?.items;
  const rows = useMemo(() => {
    const urls = (monitors ?? []).flatMap(({ endpoints }) => Object.values(endpoints).map(({ url }) => url));
    return importRows(imported, new Set(urls));
  }, [imported, monitors]);
  // Until the user chooses, what is new to the account is chosen.
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const chosen = useMemo(
    () => picked ?? new Set(rows.filter(({ state }) => state === 'new' || state === 'changed').map(({ key }) => key)),
    [picked, rows],
  );
  const [forAll, setForAll] = useState<ForAll>({ locations: [...LOCATION_CODES], intervalSec: 'keep', byGroup: false });
  const creations = creationsOf(imported, chosen, forAll);
  return (
    <>
      {imported.notes.length > 0 && (
        <Panel p="4">
          <Text fontWeight="medium">{t('import.remarks')}</Text>
          <Notes notes={imported.notes} texts={texts} />
        </Panel>
      )}
      <Section title={t('import.preview')}>
        <Rows rows={rows} chosen={chosen} texts={texts} onChoose={setPicked} />
      </Section>
      <Panel as="section" aria-label={t('import.settings')} p={{ base: '4', sm: '6' }}>
        <Settings
          value={forAll}
          hasGroups={imported.monitors.some(({ group }) => group !== null)}
          onChange={(change) => setForAll({ ...forAll, ...change })}
        />
        <CreateBar
          creations={creations}
          hasLocation={forAll.locations.length > 0}
          onCreate={() => onCreate(creations)}
        />
      </Panel>
    </>
  );
}

type RowsProps = {
  rows: readonly ImportRow[];
  chosen: ReadonlySet<string>;
  texts: ImportTexts;
  onChoose: (keys: ReadonlySet<string>) => void;
};

function Rows({ rows, chosen, texts, onChoose }: RowsProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<RowState | 'all'>('all');
  const [search, setSearch] = useState('');
  const shown = useMemo(() => shownRows(rows, state, search), [rows, state, search]);
  const columns = useMemo(() => columnsOf(texts, t), [texts, t]);
  const { rows: inOrder, sort, onSort } = useSorted(shown, columns, { column: 'state', direction: 'asc' });
  const pages = usePages(inOrder, PAGE_SIZE);
  const selectable = new Set(shown.filter(({ state }) => state !== 'skipped').map(({ key }) => key));
  const boxes = rowSelection<ImportRow>({
    selected: chosen,
    allKeys: [...selectable],
    keyOf: ({ key }) => key,
    labelOf: ({ name }) => t('import.select', { name }),
    allLabel: t('import.selectAll'),
    // The checkbox of all rows is about those that the filter shows.
    onChange: (keys) => onChoose(new Set([...keys, ...[...chosen].filter((key) => !selectable.has(key))])),
  });
  const states = (['all', ...ROW_STATES] as const).filter(
    (each) => each === 'all' || rows.some((row) => row.state === each),
  );
  const countOf = (each: RowState | 'all') => rows.filter((row) => each === 'all' || row.state === each).length;
  return (
    <>
      <Flex gap="3" px="4" pb="3" wrap="wrap" align="center">
        <CountFilters
          label={t('import.filter')}
          options={states.map((value) => ({ value, text: t(`import.states.${value}`), count: countOf(value) }))}
          chosen={state}
          onChoose={setState}
        />
        <SearchBox label={t('import.search')} value={search} onSearch={setSearch} />
      </Flex>
      <DataTable
        label={t('import.preview')}
        columns={columns}
        rows={pages.items}
        total={shown.length}
        keyOf={({ key }) => key}
        sort={sort}
        onSort={onSort}
        selection={boxes}
      />
      {pages.pageCount > 1 && <Pager page={pages.page} pageCount={pages.pageCount} onPage={pages.setPage} />}
    </>
  );
}

function columnsOf(texts: ImportTexts, t: TFunction): Column<ImportRow>[] {
  return [
    {
      id: 'name',
      header: t('import.columns.name'),
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      card: 'title',
    },
    {
      id: 'target',
      header: t('import.columns.target'),
      cell: ({ urls }) => <Targets urls={urls} />,
      sortBy: ({ urls }) => urls[0] ?? '',
      dropOrder: 1,
    },
    {
      id: 'state',
      header: t('import.columns.state'),
      cell: (row) => <Result row={row} texts={texts} />,
      sortBy: ({ state }) => ['skipped', 'changed', 'known', 'new'].indexOf(state),
      minWidth: '280px',
      card: 'wide',
    },
  ];
}

function Targets({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation();
  const [first] = urls;
  if (first === undefined) return t('noValue');
  return (
    <Box overflowWrap="anywhere">
      {readableUrl(first)}
      {urls.length > 1 && <Text color="text.muted">{t('import.more', { count: urls.length - 1 })}</Text>}
    </Box>
  );
}

/** The state of a row, what differs, and behind a summary what differs for all. */
function Result({ row, texts }: { row: ImportRow; texts: ImportTexts }) {
  const { t } = useTranslation();
  const { state, notes, reason, ignored } = row;
  const general = notes.filter(isGeneral);
  return (
    <Box py="1" whiteSpace="normal" overflowWrap="anywhere">
      <Text as="span" fontWeight="medium" color={state === 'skipped' ? 'danger' : 'text'}>
        {t(`import.states.${state}`)}
      </Text>
      {state === 'known' && <Text textStyle="sm">{t('import.knownText')}</Text>}
      {reason && <Text textStyle="sm">{fillText(texts.skips[reason.code], reason)}</Text>}
      <Notes notes={notes.filter((note) => !isGeneral(note))} texts={texts} />
      {general.length + ignored.length > 0 && (
        <chakra.details textStyle="sm" color="text.muted">
          <chakra.summary cursor="pointer" {...TAPPED}>
            {t('import.general', { count: general.length + (ignored.length > 0 ? 1 : 0) })}
          </chakra.summary>
          <Notes notes={general} texts={texts} />
          {ignored.length > 0 && <Text>{t('import.ignored', { names: ignored.join(', ') })}</Text>}
        </chakra.details>
      )}
    </Box>
  );
}

function Notes({ notes, texts }: { notes: readonly ImportNote[]; texts: ImportTexts }) {
  if (notes.length === 0) return null;
  return (
    <chakra.ul textStyle="sm" ps="4" listStyleType="disc">
      {notes.map((note) => (
        <li key={`${note.code} ${note.field} ${note.from}`}>{fillText(texts.notes[note.code], note)}</li>
      ))}
    </chakra.ul>
  );
}

type SettingsProps = { value: ForAll; hasGroups: boolean; onChange: (change: Partial<ForAll>) => void };

function Settings({ value, hasGroups, onChange }: SettingsProps) {
  const { t } = useTranslation();
  const id = useId();
  const textOf = useIntervalText();
  const intervals = ['keep', null, ...SHORT_INTERVALS_SEC] as const;
  return (
    <Flex direction="column" gap="5" mb="5">
      <Text textStyle="lg" fontWeight="semibold">
        {t('import.settings')}
      </Text>
      <LocationsField
        value={value.locations}
        onChange={(locations) => onChange({ locations })}
        error={value.locations.length === 0 ? t('form.errors.locations') : undefined}
      />
      <Field.Root alignItems="flex-start">
        <Field.Label htmlFor={id}>{t('import.interval')}</Field.Label>
        <Choice
          id={id}
          value={String(value.intervalSec)}
          options={intervals.map((each) => ({
            value: String(each),
            label: each === 'keep' ? t('import.intervalKeep') : textOf(each),
          }))}
          onChoose={(text) => onChange({ intervalSec: intervals.find((each) => String(each) === text) ?? null })}
        />
        <Field.HelperText>{t('import.intervalHint')}</Field.HelperText>
      </Field.Root>
      {hasGroups && (
        <Box>
          <CheckField checked={value.byGroup} onChange={(byGroup) => onChange({ byGroup })}>
            {t('import.groups')}
          </CheckField>
          <Text textStyle="sm" color="text.muted">
            {t('import.groupsHint')}
          </Text>
        </Box>
      )}
    </Flex>
  );
}

type CreateBarProps = { creations: readonly Creation[]; hasLocation: boolean; onCreate: () => void };

/** How much of the account's limit the import takes, before it is started. */
function CreateBar({ creations, hasLocation, onCreate }: CreateBarProps) {
  const { t } = useTranslation();
  const { current, max } = useLimits().data?.limits ?? UNKNOWN_LIMITS;
  const left = Math.max(0, max - current);
  const chosen = endpointCount(creations);
  const monitors = creations.filter(({ kind }) => kind === 'monitor').length;
  const channels = creations.length - monitors;
  const existing = useMonitors().data?.items.length ?? 0;
  const hasTooMany = existing + monitors > LIMITS.monitorsPerOwner;
  const minutes = Math.ceil((creations.length - WRITE_RATE.burst) / WRITE_RATE.perSec / 60);
  return (
    <Flex direction="column" gap="3" align="flex-start">
      {hasTooMany && (
        <Notice kind="error">
          {t('import.tooManyMonitors', { after: existing + monitors, max: LIMITS.monitorsPerOwner })}
        </Notice>
      )}
      <Notice kind={chosen > left ? 'error' : 'info'}>
        {t(chosen > left ? 'import.over' : 'import.fits', { chosen, left })}{' '}
        {minutes > 0 && t('import.slow', { minutes })}
      </Notice>
      <Button
        colorPalette="accent"
        disabled={monitors === 0 || chosen > left || hasTooMany || !hasLocation}
        onClick={onCreate}
      >
        {t('import.create', { count: monitors })}
      </Button>
      {channels > 0 && <Text color="text.muted">{t('import.channels', { count: channels })}</Text>}
    </Flex>
  );
}

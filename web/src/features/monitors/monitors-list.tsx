import { Button, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { useQuery } from '../../lib/list/use-query.ts';
import { Attention } from './attention-strip.tsx';
import type { MonitorRow } from './monitor-row.ts';
import { MonitorsTable } from './monitors-table.tsx';
import { countsOf, FILTERS, filtered, filterIn, type StatusFilter, withFilter } from './status-filter.ts';

/** What needs attention, and below it all monitors, or those of one status; the address says which. */
export function MonitorsList({ rows }: { rows: readonly MonitorRow[] }) {
  const { t } = useTranslation();
  const [query, setQuery] = useQuery();
  const filter = filterIn(query);
  const choose = (next: StatusFilter) => setQuery(withFilter(query, next));
  const shown = filtered(rows, filter);
  return (
    <>
      <Attention rows={rows} onMore={choose} />
      <StatusFilters rows={rows} filter={filter} onChoose={choose} />
      {shown.length > 0 ? (
        <MonitorsTable rows={shown} />
      ) : (
        <Panel>
          <EmptyState
            title={t('attention.none')}
            action={
              <Button variant="outline" borderColor="edge" onClick={() => choose('all')}>
                {t('attention.showAll')}
              </Button>
            }
          />
        </Panel>
      )}
    </>
  );
}

type FiltersProps = { rows: readonly MonitorRow[]; filter: StatusFilter; onChoose: (filter: StatusFilter) => void };

/** One button for each status that occurs, with its number of monitors; none if all have the same. */
function StatusFilters({ rows, filter, onChoose }: FiltersProps) {
  const { t } = useTranslation();
  const counts = countsOf(rows);
  const offered = FILTERS.filter((each) => each === 'all' || each === filter || counts[each] > 0);
  if (offered.length < 3 && filter === 'all') return null;
  return (
    <Flex
      role="group"
      aria-label={t('attention.filter')}
      wrap="wrap"
      gap="1"
      mb={{ base: '-2', md: '-4' }}
      ms={{ base: '-1', md: '0' }}
    >
      {offered.map((each) => (
        <Button
          key={each}
          size="sm"
          variant="ghost"
          aria-pressed={each === filter}
          css={{ '&[aria-pressed=true]': { bg: 'accent.subtle', color: 'accent' } }}
          onClick={() => onChoose(each)}
        >
          {t(`attention.filters.${each}`)}
          <Text as="span" fontWeight="normal" color={each === filter ? 'inherit' : 'text.muted'}>
            {counts[each]}
          </Text>
        </Button>
      ))}
    </Flex>
  );
}

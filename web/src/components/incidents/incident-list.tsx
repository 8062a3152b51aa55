import { Box, Button, Text } from '@chakra-ui/react';
import { selectIncidents } from '@farwatch/core/incidents/select-incidents';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type LiveIncidents, MOST_INCIDENTS } from '../../lib/live/incidents.ts';
import { EmptyState } from '../empty-state.tsx';
import { Loading } from '../loading.tsx';
import type { IncidentRow } from './incident-columns.tsx';
import { IncidentTable } from './incident-table.tsx';
import { IncidentToolbar } from './incident-toolbar.tsx';
import { type IncidentView, isFiltered, unfiltered } from './incident-view.ts';

type Props = {
  /** Those of the view's time range, or some of them; undefined while they come. */
  incidents: LiveIncidents | undefined;
  view: IncidentView;
  onView: (view: IncidentView) => void;
  onOpen: (incident: IncidentRow) => void;
  /** Names the table. */
  label: string;
};

/** The shared incident list: search, filters, time range, table and pager. */
export function IncidentList({ incidents, view, onView, onOpen, label }: Props) {
  const { t } = useTranslation();
  const complete = incidents?.complete ?? false;
  const selected = useMemo(() => incidents && selectIncidents(incidents.items, view), [incidents, view]);
  return (
    <>
      <IncidentToolbar view={view} onView={onView} count={complete ? selected?.length : undefined} />
      <Box borderTopWidth="1px">
        {(!selected || (selected.length === 0 && !complete)) && <Loading />}
        {selected?.length === 0 && complete && <NoIncidents view={view} onView={onView} />}
        {selected && selected.length > 0 && <IncidentTable incidents={selected} label={label} onOpen={onOpen} />}
        {incidents?.truncated && (
          <Text color="text.muted" textStyle="sm" textAlign="center" px="4" pb="3">
            {t(incidents.items.length < MOST_INCIDENTS ? 'incidents.truncatedAccount' : 'incidents.truncated', {
              count: MOST_INCIDENTS,
            })}
          </Text>
        )}
      </Box>
    </>
  );
}

/** Nothing to list: the filters hide it, or there was nothing in the time range. */
function NoIncidents({ view, onView }: Pick<Props, 'view' | 'onView'>) {
  const { t } = useTranslation();
  if (isFiltered(view)) {
    const clear = (
      <Button variant="outline" borderColor="edge" onClick={() => onView(unfiltered(view))}>
        {t('incidents.clearFilters')}
      </Button>
    );
    return <EmptyState title={t('incidents.empty')} hint={t('incidents.emptyFiltered')} action={clear} />;
  }
  const longer = view.range !== '30d' && (
    <Button variant="outline" borderColor="edge" onClick={() => onView({ ...view, range: '30d' })}>
      {t('incidents.showLongest')}
    </Button>
  );
  return <EmptyState title={t('incidents.empty')} hint={t(`incidents.emptyRange.${view.range}`)} action={longer} />;
}

import { Box } from '@chakra-ui/react';
import { severitySchema } from '@farwatch/core/values/severity';
import { isSameTag } from '@farwatch/core/values/tags';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import type { IncidentRow } from '../../components/incidents/incident-columns.tsx';
import type { IncidentView } from '../../components/incidents/incident-view.ts';
import { sorted } from '../../lib/list/sorting.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { ExportButton } from './export-button.tsx';

const SEVERITIES = ['all', ...severitySchema.options] as const;

type Props = {
  view: IncidentView;
  onView: (view: IncidentView) => void;
  /** Those of the range, which name a monitor that is gone. */
  incidents: readonly IncidentRow[];
};

/** The filters that only the list of all incidents has, and its export. */
export function MoreFilters({ view, onView, incidents }: Props) {
  const { t } = useTranslation();
  const monitors = useMonitorChoices(view.monitor, incidents);
  const tags = useTagChoices(view.tag);
  return (
    <Box
      display={{ base: 'grid', sm: 'flex' }}
      gridTemplateColumns="repeat(auto-fit, minmax(140px, 1fr))"
      alignItems="flex-start"
      flexWrap={{ sm: 'wrap' }}
      gap="2"
      px="4"
      pb="3"
    >
      <Choice
        label={t('incidentList.severity')}
        value={view.severity}
        options={SEVERITIES.map((value) => ({
          value,
          label: value === 'all' ? t('incidentList.allSeverities') : t(`incidents.severity.${value}`),
        }))}
        onChoose={(severity) => onView({ ...view, severity })}
      />
      <Choice
        label={t('incidentList.monitor')}
        value={view.monitor}
        options={[{ value: '', label: t('incidentList.allMonitors') }, ...monitors]}
        onChoose={(monitor) => onView({ ...view, monitor })}
      />
      {tags.length > 0 && (
        <Choice
          label={t('incidentList.tag')}
          value={tags.find(({ value }) => isSameTag(value, view.tag))?.value ?? ''}
          options={[{ value: '', label: t('incidentList.allTags') }, ...tags]}
          onChoose={(tag) => onView({ ...view, tag })}
        />
      )}
      <ExportButton view={view} />
    </Box>
  );
}

type Option = { value: string; label: string };

/** The account's monitors by name, and the chosen one if it is gone. */
function useMonitorChoices(chosen: string, incidents: readonly IncidentRow[]): Option[] {
  const { t } = useTranslation();
  const monitors = useMonitors().data?.items;
  return useMemo(() => {
    const known = sorted(monitors ?? [], 'asc', ({ name }) => name).map(({ id, name }) => ({ value: id, label: name }));
    if (chosen === '' || known.some(({ value }) => value === chosen)) return known;
    const gone = incidents.find(({ monitorId }) => monitorId === chosen)?.monitor.name;
    return [...known, { value: chosen, label: gone ?? t('incidentList.goneMonitor') }];
  }, [monitors, chosen, incidents, t]);
}

/** The tags in use, and the chosen one if it is not. */
function useTagChoices(chosen: string): Option[] {
  const monitors = useMonitors().data?.items;
  return useMemo(() => {
    const known = tagCounts(monitors ?? []).map(({ tag }) => ({ value: tag, label: tag }));
    const isKnown = chosen === '' || known.some(({ value }) => isSameTag(value, chosen));
    return isKnown ? known : [...known, { value: chosen, label: chosen }];
  }, [monitors, chosen]);
}

import { chakra } from '@chakra-ui/react';
import type { ReportOutage } from '@farwatch/core/contracts/api/reports';
import type { Language } from '@farwatch/core/values/languages';
import type { TFunction } from 'i18next';
import type { Column } from '../../components/data-table/columns.ts';
import { LocationNames } from '../../components/flags/locations.tsx';
import { useCheckErrorText } from '../../components/text/check-error.ts';
import { SecondLine } from '../../components/text/two-lines.tsx';
import { UrlText } from '../../components/text/url-text.tsx';
import { exactTime, pastDate } from '../../lib/format/dates.ts';
import { shortUrl } from '../../lib/format/text.ts';
import { secondsText } from './report-numbers.ts';

/** Also on paper, where cells wrap. */
const UNBROKEN = { '&&&': { whiteSpace: 'nowrap' } };

type Id = 'start' | 'endpoint' | 'length' | 'reason' | 'locations';

/** The columns of a report's outages. */
export function outageColumns(t: TFunction, language: Language, nowMs: number): Column<ReportOutage, Id>[] {
  const header = (id: Id) => ({ id, header: t(`reports.columns.${id}`) });
  return [
    {
      ...header('endpoint'),
      cell: ({ endpoint, monitor }) => (
        <>
          <UrlText url={endpoint.url} name={endpoint.name} />
          <SecondLine>{monitor}</SecondLine>
        </>
      ),
      sortBy: ({ endpoint }) => shortUrl(endpoint.url),
      minWidth: '200px',
      card: 'title',
    },
    {
      ...header('start'),
      cell: ({ startedAt, endedAt }) => (
        <>
          <chakra.time dateTime={startedAt} title={exactTime(Date.parse(startedAt), language)} css={UNBROKEN}>
            {pastDate(Date.parse(startedAt), nowMs, language)}
          </chakra.time>
          {endedAt === null && <SecondLine>{t('reports.continues')}</SecondLine>}
        </>
      ),
      sortBy: ({ startedAt }) => Date.parse(startedAt),
      width: '132px',
    },
    {
      ...header('length'),
      cell: ({ downtimeSec, maintenanceSec }) => (
        <>
          {secondsText(downtimeSec, t)}
          {maintenanceSec > 0 && (
            <chakra.span display="block" textStyle="xs" color="text.muted">
              {t('reports.notCounted', { time: secondsText(maintenanceSec, t) })}
            </chakra.span>
          )}
        </>
      ),
      sortBy: ({ downtimeSec }) => downtimeSec,
      align: 'end',
      width: '148px',
    },
    {
      ...header('reason'),
      cell: (row) => <Reason {...row} />,
      sortBy: ({ reason }) => reason,
      minWidth: '160px',
    },
    {
      ...header('locations'),
      cell: ({ locations }) => <LocationNames codes={locations} />,
      sortBy: ({ locations }) => locations.join(),
      width: '188px',
    },
  ];
}

function Reason({ error, statusCode }: ReportOutage) {
  const checkErrorText = useCheckErrorText();
  return <>{checkErrorText(error, statusCode)}</>;
}

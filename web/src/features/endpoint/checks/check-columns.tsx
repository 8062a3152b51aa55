import { Box, chakra } from '@chakra-ui/react';
import type { Checks } from '@farwatch/core/contracts/api/endpoints';
import type { CheckError } from '@farwatch/core/values/check';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { phaseDetails } from '../../../domain/check/phase-details.ts';
import { PhaseBar } from '../../../domain/check/phases.tsx';
import { LocationNames } from '../../../domain/flags/locations.tsx';
import { StatusLabel } from '../../../domain/status/status.tsx';
import type { Column } from '../../../ui/data-table/columns.ts';
import { ClockTime } from '../../../ui/text/time.tsx';

export type CheckRow = Checks['data'][number];
type CheckColumn = 'time' | 'result' | 'ms' | 'code' | 'location' | 'error';
type ErrorText = (error: CheckError | null, statusCode: number | null) => string;

/** A check's response time, above a bar of its phases. */
function ResponseTime({ check }: { check: CheckRow }) {
  const { t } = useTranslation();
  return (
    <>
      {t('endpoint.ms', { value: check.responseTime.toLocaleString('en') })}
      <Box mt="1">
        <PhaseBar phases={phaseDetails(check) ?? []} height="3px" />
      </Box>
    </>
  );
}

export function checkColumns(t: TFunction, errorText: ErrorText): Column<CheckRow, CheckColumn>[] {
  const header = (id: CheckColumn) => ({ id, header: t(`endpoint.checks.columns.${id}`) });
  return [
    {
      ...header('time'),
      cell: (row) => <ClockTime atMs={Date.parse(row.checkTime)} seconds />,
      sortBy: (row) => Date.parse(row.checkTime),
      width: '164px',
      card: 'title',
    },
    {
      ...header('result'),
      cell: ({ success }) => (
        <StatusLabel look={success ? 'up' : 'down'} text={t(success ? 'status.up' : 'status.down')} />
      ),
      sortBy: (row) => Number(row.success),
      width: '104px',
      card: 'status',
    },
    {
      ...header('ms'),
      cell: (row) => <ResponseTime check={row} />,
      sortBy: (row) => row.responseTime,
      align: 'end',
      width: '108px',
      dropOrder: 2,
    },
    {
      ...header('code'),
      cell: (row) => row.statusCode ?? t('noValue'),
      sortBy: (row) => row.statusCode,
      align: 'end',
      width: '92px',
      dropOrder: 1,
    },
    {
      ...header('location'),
      cell: (row) => <LocationNames codes={[row.location]} />,
      sortBy: (row) => t(`locations.${row.location}`),
      width: '128px',
    },
    {
      ...header('error'),
      minWidth: '128px',
      cell: ({ error, statusCode }) => {
        const text = errorText(error, statusCode);
        return (
          <chakra.span display="block" truncate title={text}>
            {text || t('noValue')}
          </chakra.span>
        );
      },
    },
  ];
}

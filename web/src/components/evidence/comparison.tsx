import { chakra } from '@chakra-ui/react';
import type { CheckAnswer, Evidence, GoodCheck } from '@farwatch/core/values/check-answer';
import { PHASES } from '@farwatch/core/values/phases';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExactTime, FullDate } from '../text/time.tsx';

type Row = { name: string; failed: ReactNode; good: ReactNode };

/** The failing check and the last good one, value by value. */
export function Comparison({ evidence: { failed, lastGood } }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const cell = {
    p: '2',
    textAlign: 'start',
    verticalAlign: 'top',
    borderTopWidth: '1px',
    overflowWrap: 'anywhere',
  } as const;
  const rows = rowsOf(failed, lastGood, t);
  return (
    <chakra.table w="full" tableLayout="fixed" textStyle="sm" borderCollapse="collapse">
      <chakra.thead>
        <tr>
          <chakra.td w={{ base: '24%', sm: '20%' }} />
          <chakra.th {...cell} borderTopWidth="0" scope="col">
            {t('evidence.failed')}
          </chakra.th>
          <chakra.th {...cell} borderTopWidth="0" scope="col">
            {t('evidence.good')}
          </chakra.th>
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map(({ name, failed: first, good }) => (
          <tr key={name}>
            <chakra.th {...cell} ps="0" scope="row" fontWeight="normal" color="text.muted">
              {name}
            </chakra.th>
            <chakra.td {...cell}>{first}</chakra.td>
            <chakra.td {...cell} color="text.muted">
              {lastGood ? good : t('noValue')}
            </chakra.td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function rowsOf(failed: CheckAnswer, lastGood: GoodCheck | null, t: TFunction): Row[] {
  const none = t('noValue');
  const msOf = (value: number | null | undefined) =>
    value === null || value === undefined ? none : t('endpoint.ms', { value: value.toLocaleString('en') });
  const time = (atMs: number | undefined) => (atMs === undefined ? none : <ExactTime atMs={atMs} />);
  const date = (atMs: number | null | undefined) =>
    atMs === null || atMs === undefined ? none : <FullDate atMs={atMs} />;
  const endsAt = failed.certificate?.endsAt;
  const phases = PHASES.flatMap((phase, index): Row[] => {
    const [before, after] = [lastGood?.phases?.[index], failed.phases?.[index]];
    if ((before ?? null) === null && (after ?? null) === null) return [];
    return [{ name: t(`endpoint.check.phases.${phase}`), failed: msOf(after), good: msOf(before) }];
  });
  return [
    { name: t('evidence.status'), failed: failed.statusCode ?? none, good: lastGood?.statusCode ?? none },
    { name: t('evidence.time'), failed: time(failed.at), good: time(lastGood?.at) },
    { name: t('evidence.address'), failed: failed.address ?? none, good: lastGood?.address ?? none },
    { name: t('evidence.took'), failed: msOf(failed.ms), good: msOf(lastGood?.ms) },
    ...phases,
    ...(endsAt !== undefined || (lastGood?.certificateEndsAt ?? null) !== null
      ? [{ name: t('certificates.ends'), failed: date(endsAt), good: date(lastGood?.certificateEndsAt) }]
      : []),
  ];
}

import { Field, Flex } from '@chakra-ui/react';
import type { Monitor } from '@farwatch/core/documents/monitor';
import { addDays } from '@farwatch/core/values/zone';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../components/form/choice.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { monthName } from '../../lib/format/dates.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { sorted } from '../../lib/list/sorting.ts';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import {
  choosableMonths,
  daysOf,
  type Period,
  type PeriodProblem,
  periodProblem,
  type ReportAddress,
  type Scope,
} from './report-address.ts';

type Props = {
  address: ReportAddress;
  monitors: readonly WithId<Monitor>[];
  today: string;
  onChange: (address: ReportAddress) => void;
};

/** What a report is on, and its period. */
export function ReportPicker({ address, monitors, today, onChange }: Props) {
  const { scope, period } = address;
  return (
    <Flex wrap="wrap" gap="4" align="flex-start" _print={{ display: 'none' }}>
      <ScopeField scope={scope} monitors={monitors} onChange={(next) => onChange({ ...address, scope: next })} />
      <PeriodField period={period} today={today} onChange={(next) => onChange({ ...address, period: next })} />
      {period.of === 'days' && (
        <DayFields period={period} today={today} onChange={(next) => onChange({ ...address, period: next })} />
      )}
    </Flex>
  );
}

type ScopeProps = { scope: Scope; monitors: readonly WithId<Monitor>[]; onChange: (scope: Scope) => void };

function ScopeField({ scope, monitors, onChange }: ScopeProps) {
  const { t } = useTranslation();
  const id = useId();
  const tags = tagCounts(monitors).map(({ tag }): Scope => ({ of: 'tag', tag }));
  const scopes: Scope[] = [
    { of: 'account' },
    ...tags,
    ...sorted(monitors, 'asc', ({ name }) => name).map((monitor): Scope => ({ of: 'monitor', id: monitor.id })),
  ];
  const isListed = scopes.some((each) => keyOf(each) === keyOf(scope));
  const options = (isListed ? scopes : [scope, ...scopes]).map((each) => ({ value: keyOf(each), label: label(each) }));

  function label(each: Scope): string {
    if (each.of === 'account') return t('reports.allMonitors');
    if (each.of === 'tag') return t('reports.tag', { tag: each.tag });
    return monitors.find((monitor) => monitor.id === each.id)?.name ?? t('reports.unknownMonitor');
  }

  return (
    <Field.Root w="auto" alignItems="flex-start" flex={{ base: '1 1 100%', sm: '0 1 auto' }} maxW={{ sm: '320px' }}>
      <Field.Label htmlFor={id}>{t('reports.on')}</Field.Label>
      <Choice
        id={id}
        value={keyOf(scope)}
        options={options}
        onChoose={(key) => onChange([scope, ...scopes].find((each) => keyOf(each) === key) ?? scope)}
      />
    </Field.Root>
  );
}

function keyOf(scope: Scope): string {
  if (scope.of === 'account') return 'account';
  return scope.of === 'tag' ? `tag ${scope.tag.toLowerCase()}` : `monitor ${scope.id}`;
}

const CUSTOM = 'custom';

type PeriodProps<P extends Period = Period> = { period: P; today: string; onChange: (period: Period) => void };

function PeriodField({ period, today, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const id = useId();
  const months = choosableMonths(today);
  const shown = period.of === 'month' && !months.includes(period.month) ? [period.month, ...months] : months;
  const options = [
    ...shown.map((month) => ({ value: month, label: label(month) })),
    { value: CUSTOM, label: t('reports.custom') },
  ];

  function label(month: string): string {
    const name = monthName(month, language);
    if (month === months[0]) return t('reports.thisMonth', { name });
    return month === months[1] ? t('reports.lastMonth', { name }) : name;
  }

  function choose(value: string) {
    if (value !== CUSTOM) return onChange({ of: 'month', month: value });
    const { from, to } = daysOf(period);
    onChange({ of: 'days', from, to: to > today && from <= today ? today : to });
  }

  return (
    <Field.Root w="auto" alignItems="flex-start" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
      <Field.Label htmlFor={id}>{t('reports.period')}</Field.Label>
      <Choice id={id} value={period.of === 'month' ? period.month : CUSTOM} options={options} onChoose={choose} />
    </Field.Root>
  );
}

/** The field at which a problem is shown. */
const PROBLEM_AT: Record<PeriodProblem, 'from' | 'to'> = {
  reversed: 'to',
  tooLong: 'from',
  future: 'from',
  tooOld: 'to',
};

function DayFields({ period, today, onChange }: PeriodProps<Period & { of: 'days' }>) {
  const { t } = useTranslation();
  const problem = periodProblem(period, today);
  return (
    <Flex gap="4" flex={{ base: '1 1 100%', sm: '0 1 auto' }} align="flex-start">
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          type="date"
          label={t(`reports.${end}`)}
          value={period[end]}
          min={addDays(today, -400)}
          error={problem && PROBLEM_AT[problem] === end ? t(`reports.problems.${problem}`) : undefined}
          onChange={({ currentTarget: { value } }) => value !== '' && onChange({ ...period, [end]: value })}
        />
      ))}
    </Flex>
  );
}

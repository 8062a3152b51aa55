import { chakra, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type RotationAnswer, rotationCalls, type ShiftAnswer } from '@farwatch/core/contracts/api/rotations';
import { addDays, wallClock } from '@farwatch/core/values/zone';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../lib/api/use-api.ts';
import { usePhone } from '../../../lib/browser/media.ts';
import { calendarDay, periodText, weekdayName } from '../../../lib/format/dates.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { localTime } from '../../../lib/time/local-time.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { daysOf } from './shift-days.ts';

type Props = { rotation: RotationAnswer; nameOf: (uid: string) => string };

/** Who is on duty in the next four weeks, in the viewer's zone: a calendar, on phones a list of the shifts. */
export function ShiftCalendar({ rotation, nameOf }: Props) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  const { data, error, isValidating, mutate } = useApi(rotationCalls.shifts, {
    params: { id: rotation.id },
    query: {},
  });
  if (!data && error)
    return (
      <FailureNotice
        title={t('duty.loadFailed')}
        failure={error}
        isRetrying={isValidating}
        onRetry={() => void mutate()}
      />
    );
  if (!data) return <Loading />;
  const named = (uid: string | null) => (uid === null ? t('noValue') : nameOf(uid));
  const label = t('duty.calendar', { rotation: rotation.name });
  return isPhone ? (
    <ShiftList shifts={data.shifts} label={label} named={named} />
  ) : (
    <Grid shifts={data.shifts} label={label} named={named} />
  );
}

type ShiftsProps = { shifts: readonly ShiftAnswer[]; label: string; named: (uid: string | null) => string };

function ShiftList({ shifts, label, named }: ShiftsProps) {
  const language = useLanguage();
  return (
    <chakra.ul listStyleType="none" aria-label={label}>
      {shifts.map(({ startsAt, endsAt, uid, isOverride }) => (
        <chakra.li key={startsAt} py="2" borderTopWidth="1px">
          <Text as="bdi" display="block" fontWeight={isOverride ? 'semibold' : 'medium'}>
            {named(uid)}
          </Text>
          <Text color="text.muted" textStyle="sm">
            {periodText(Date.parse(startsAt), Date.parse(endsAt), currentMs(), language)}
          </Text>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

const WEEKS = [0, 1, 2, 3];
const DAYS = [0, 1, 2, 3, 4, 5, 6];

/** Four weeks from today on. A day lists who is on duty in it, in order; changed shifts are bold. */
function Grid({ shifts, label, named }: ShiftsProps) {
  const language = useLanguage();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const today = localTime(currentMs(), timeZone).date;
  const byDay = daysOf(shifts, wallClock(timeZone));
  const firstWeekday = new Date(`${today}T00:00Z`).getUTCDay();
  return (
    <chakra.table css={gridStyles} aria-label={label}>
      <thead>
        <tr>
          {DAYS.map((day) => (
            <th key={day} scope="col">
              {weekdayName(((firstWeekday + day + 6) % 7) + 1, language)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {WEEKS.map((week) => (
          <tr key={week}>
            {DAYS.map((day) => {
              const date = addDays(today, week * 7 + day);
              return (
                <td key={date}>
                  <Text textStyle="xs" color="text.muted">
                    {calendarDay(date, language)}
                  </Text>
                  {(byDay.get(date) ?? []).map(({ uid, isOverride }, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: one person may have several shifts of a day
                    <Text key={index} truncate title={named(uid)} fontWeight={isOverride ? 'semibold' : 'normal'}>
                      <bdi>{named(uid)}</bdi>
                    </Text>
                  ))}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

const gridStyles: SystemStyleObject = {
  w: 'full',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  '& th': { textStyle: 'xs', fontWeight: 'medium', color: 'text.muted', textAlign: 'start', px: '2', pb: '1' },
  '& td': { borderWidth: '1px', p: '2', minH: '60px', verticalAlign: 'top' },
};

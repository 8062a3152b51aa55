import { Box, Button, chakra, Flex, type SystemStyleObject, Text } from '@chakra-ui/react';
import { type ActivityAnswer, activityCalls } from '@farwatch/core/contracts/api/activity';
import { ACTIVITY_ACTORS, ACTIVITY_KINDS, type ActivityActor, type ActivityKind } from '@farwatch/core/values/activity';
import { csvText, csvTime } from '@farwatch/core/values/csv';
import { isolate, oneLine } from '@farwatch/core/values/outside-text';
import { wallClock } from '@farwatch/core/values/zone';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { downloadCsv, fileDay } from '../../../lib/browser/download.ts';
import { useAccountZone } from '../../../lib/live/account-zone.ts';
import { currentMs } from '../../../lib/time/now.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { ClockTime } from '../../../ui/text/time.tsx';
import { SettingsCard } from '../layout.tsx';

const FIRST = 10;
/** The most that one answer has. */
const MOST = 300;

type Filter = { actor: ActivityActor | 'all'; kind: ActivityKind | 'all' };

/** Who changed what of the account, with filters, and as a file. */
export default function ActivityCard() {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<Filter>({ actor: 'all', kind: 'all' });
  const [limit, setLimit] = useState(FIRST);
  const exporting = useSaving<number>({ isChange: false });
  const zone = useAccountZone();
  const query = { ...queryOf(filter), limit };
  const { data, error, isValidating, mutate } = useApi(activityCalls.list, { query });
  const isFiltered = filter.actor !== 'all' || filter.kind !== 'all';

  function choose(change: Partial<Filter>) {
    exporting.forget();
    setLimit(FIRST);
    setFilter({ ...filter, ...change });
  }

  return (
    <SettingsCard id="activity" title={t('activity.title')} text={t('activity.text')}>
      <Flex gap="3" wrap="wrap" align="center">
        <Choice
          label={t('activity.by')}
          value={filter.actor}
          options={(['all', ...ACTIVITY_ACTORS] as const).map((value) => ({
            value,
            label: t(`activity.actors.${value}`),
          }))}
          onChoose={(actor) => choose({ actor })}
        />
        <Choice
          label={t('activity.about')}
          value={filter.kind}
          options={(['all', ...ACTIVITY_KINDS] as const).map((value) => ({
            value,
            label: t(`activity.kinds.${value}`),
          }))}
          onChoose={(kind) => choose({ kind })}
        />
        <BusyButton
          variant="outline"
          ms={{ md: 'auto' }}
          loading={exporting.isBusy}
          loadingText={t('activity.export')}
          onClick={() => void exporting.save(() => exportActivity(filter, t, zone))}
        >
          {t('activity.export')}
        </BusyButton>
      </Flex>
      {exporting.failure !== null && <FailureNotice title={t('activity.exportFailed')} failure={exporting.failure} />}
      {!data && error && (
        <FailureNotice
          title={t('activity.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <Loading />}
      {data?.entries.length === 0 && (
        <EmptyState title={t(isFiltered ? 'activity.noneFound' : 'activity.empty')} hint={t('activity.emptyHint')} />
      )}
      {data && data.entries.length > 0 && (
        <chakra.ul aria-label={t('activity.title')} css={listStyles}>
          {data.entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </chakra.ul>
      )}
      {data?.next != null && limit < MOST && (
        <Flex justify="center">
          <Button variant="outline" onClick={() => setLimit(Math.min(limit * 3, MOST))}>
            {t('activity.more')}
          </Button>
        </Flex>
      )}
    </SettingsCard>
  );
}

const listStyles: SystemStyleObject = {
  listStyleType: 'none',
  mx: { base: '-4', sm: '-6' },
  '& > li': { px: { base: '4', sm: '6' }, py: '3', borderTopWidth: '1px' },
};

function Entry({ entry }: { entry: ActivityAnswer }) {
  const { t } = useTranslation();
  const { subjectName, fields, address, at } = entry;
  const details = [isolate(actorText(entry, t)), address].filter((text) => text !== '');
  return (
    <chakra.li display="flex" flexWrap="wrap" justifyContent="space-between" columnGap="4" rowGap="1">
      <Box minW="0" flex="1 1 240px">
        <Text fontWeight="medium" overflowWrap="anywhere">
          {subjectName === '' ? (
            whatText(entry, t)
          ) : (
            <TextWithParts
              text={t('activity.whatOf', { what: whatText(entry, t) })}
              parts={{ name: <chakra.bdi>{subjectName}</chakra.bdi> }}
            />
          )}
        </Text>
        <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
          {details.join(' · ')}
        </Text>
        {fields.length > 0 && (
          <Text color="text.muted" textStyle="sm" overflowWrap="anywhere">
            {t('activity.fields', { fields: fields.join(', ') })}
          </Text>
        )}
      </Box>
      <Box color="text.muted" textStyle="sm" textAlign={{ sm: 'end' }}>
        <ClockTime atMs={Date.parse(at)} />
      </Box>
    </chakra.li>
  );
}

/** 'Monitor changed'. */
function whatText({ kind, action }: ActivityAnswer, t: TFunction): string {
  return t('activity.what', { kind: t(`activity.kinds.${kind}`), action: t(`activity.actions.${action}`) });
}

/** Who made the change: the name of a person or key, or what else is known. */
function actorText({ actor, actorName }: ActivityAnswer, t: TFunction): string {
  if (actor === 'person') return oneLine(actorName);
  const kind = t(`activity.actors.${actor}`);
  return actorName === '' ? kind : t('activity.named', { kind, name: oneLine(actorName) });
}

function queryOf({ actor, kind }: Filter) {
  return { ...(actor !== 'all' && { actor }), ...(kind !== 'all' && { kind }) };
}

/** Saves all entries that the filter has as CSV, part by part, with times in the zone. Returns how many. */
async function exportActivity(filter: Filter, t: TFunction, zone: string): Promise<number> {
  const columns = ['at', 'by', 'what', 'subject', 'changed', 'address', 'call'] as const;
  const clock = wallClock(zone);
  const [timeName = '', ...names] = columns.map((column) => t(`activity.columns.${column}`));
  const rows: string[][] = [[`${timeName} (${zone})`, ...names]];
  let cursor: string | undefined;
  do {
    const { entries, next } = await callApi(activityCalls.list, {
      query: { ...queryOf(filter), limit: MOST, ...(cursor !== undefined && { cursor }) },
    });
    for (const entry of entries) {
      const { at, subjectName, fields, address, call } = entry;
      rows.push([
        csvTime(at, clock),
        actorText(entry, t),
        whatText(entry, t),
        subjectName,
        fields.join(', '),
        address,
        call,
      ]);
    }
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  downloadCsv(`farwatch-activity-${fileDay(currentMs(), zone)}.csv`, csvText(rows));
  return rows.length - 1;
}

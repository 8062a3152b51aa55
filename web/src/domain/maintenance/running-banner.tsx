import { Flex, Text } from '@chakra-ui/react';
import type { Occurrence } from '@farwatch/core/documents/maintenance';
import { useTranslation } from 'react-i18next';
import { useMonitors } from '../../lib/live/account.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ForEditors } from '../../ui/layout/for-editors.tsx';
import { TAPPED, TextLink } from '../../ui/navigation/links.tsx';
import { EndingButtons } from './ending-buttons.tsx';
import { MaintenanceUntil } from './maintenance-until.tsx';
import { useEnding } from './use-ending.ts';

/** A running occurrence, above the content it concerns: what it means, how many monitors it is for, and its end. */
export default function RunningBanner({ occurrence, nowMs }: { occurrence: Occurrence; nowMs: number }) {
  const { t } = useTranslation();
  const ending = useEnding(occurrence);
  const { id, startsAt, endsAt, name } = occurrence;
  const isIn = (each: Occurrence) => each.id === id && each.startsAt === startsAt;
  const count = useMonitors().data?.items.filter(({ maintenance }) => maintenance.some(isIn)).length ?? 1;
  return (
    <>
      <Notice
        kind="info"
        action={
          <ForEditors>
            <EndingButtons state={ending} name={name} />
          </ForEditors>
        }
      >
        <Flex columnGap="3" wrap="wrap" align="center">
          <TextLink {...TAPPED} to={PATHS.maintenance} fontWeight="medium">
            <bdi>{name}</bdi>
          </TextLink>
          <MaintenanceUntil endsAt={endsAt} nowMs={nowMs} />
        </Flex>
        <Text textStyle="sm">
          {t('maintenance.running')} {count > 1 && t('maintenance.forMonitors', { count })}
        </Text>
      </Notice>
      {ending.failure !== null && <FailureNotice title={t('maintenance.endFailed')} failure={ending.failure} />}
    </>
  );
}

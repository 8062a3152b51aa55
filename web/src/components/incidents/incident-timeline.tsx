import { Box, chakra, Flex } from '@chakra-ui/react';
import type { IncidentUpdate } from '@farwatch/core/documents/incident';
import { useTranslation } from 'react-i18next';
import { ExactTime } from '../exact-time.tsx';
import { LocationNames } from '../flags/location-names.tsx';
import { SEVERITY_LOOKS } from '../status/looks.ts';
import { type StatusLook, StatusShape } from '../status/status-shape.tsx';

function lookOf({ event, severity }: IncidentUpdate): StatusLook {
  if (event === 'recovered') return 'up';
  return event === 'unwatched' ? 'none' : SEVERITY_LOOKS[severity];
}

const keyOf = ({ event, severity, locations, createdAt }: IncidentUpdate) =>
  [createdAt, event, severity, ...locations].join(' ');

/** The incident's events, newest first, so that new ones appear in sight. */
export function IncidentTimeline({ updates }: { updates: readonly IncidentUpdate[] }) {
  const { t } = useTranslation();
  return (
    <chakra.ol listStyleType="none" aria-label={t('incidents.details.timeline')}>
      {updates.toReversed().map((update, index) => (
        <Entry key={keyOf(update)} update={update} isFirst={index === updates.length - 1} />
      ))}
    </chakra.ol>
  );
}

function Entry({ update, isFirst }: { update: IncidentUpdate; isFirst: boolean }) {
  const { t } = useTranslation();
  const { event, status, severity, locations, createdAt } = update;
  return (
    <chakra.li display="flex" gap="3">
      <Flex direction="column" align="center" flexShrink="0" pt="1">
        <StatusShape look={lookOf(update)} />
        {!isFirst && <Box flex="1" w="1px" bg="border" mt="1" />}
      </Flex>
      <Flex
        flex="1"
        minW="0"
        pb={isFirst ? '0' : '4'}
        direction={{ base: 'column', sm: 'row' }}
        justify="space-between"
        columnGap="4"
        rowGap="0.5"
      >
        <Box minW="0">
          <chakra.span fontWeight="medium">{t(`incidents.events.${event}`)}</chakra.span>
          {status === 'active' && (
            <>
              <chakra.span color="text.muted"> · {t(`incidents.severity.${severity}`)}</chakra.span>
              <Box mt="0.5">
                <LocationNames codes={locations} />
              </Box>
            </>
          )}
        </Box>
        <Box color="text.muted" textStyle="sm" flexShrink="0">
          <ExactTime atMs={createdAt} />
        </Box>
      </Flex>
    </chakra.li>
  );
}

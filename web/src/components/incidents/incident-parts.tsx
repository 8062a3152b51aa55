import { Box, chakra, Flex, Heading } from '@chakra-ui/react';
import type { Incident, IncidentUpdate } from '@farwatch/core/documents/incident';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LocationNames } from '../flags/locations.tsx';
import { DetailItem, DetailList } from '../layout/detail-list.tsx';
import { SEVERITY_LOOKS } from '../status/looks.ts';
import { StatusLabel, type StatusLook, StatusShape } from '../status/status.tsx';
import { useCheckErrorText } from '../text/check-error.ts';
import { ExactTime } from '../text/time.tsx';
import { WholeUrl } from '../text/url-text.tsx';

/** Its status and severity. */
export function IncidentState({ incident: { status, severity } }: { incident: Pick<Incident, 'status' | 'severity'> }) {
  const { t } = useTranslation();
  return (
    <Flex mt="2" columnGap="5" rowGap="1" wrap="wrap" role="status">
      <StatusLabel look={status === 'resolved' ? 'up' : SEVERITY_LOOKS[severity]} text={t(`status.${status}`)} />
      <Flex as="span" align="center" gap="2">
        <chakra.span color="text.muted">{t('incidents.details.severity')}</chakra.span>
        <StatusLabel look={SEVERITY_LOOKS[severity]} text={t(`incidents.severity.${severity}`)} />
      </Flex>
    </Flex>
  );
}

/** A section of an incident. `level`: of its heading. */
export function IncidentPart({ title, level, children }: { title: string; level: 'h2' | 'h4'; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as={level} textStyle="lg" fontWeight="semibold" mb="3">
        {title}
      </Heading>
      {children}
    </Box>
  );
}

/** The request, the expected and the actual status if the check type has one, and the error. */
export function IncidentResult({ incident: { type, details } }: { incident: Pick<Incident, 'type' | 'details'> }) {
  const { t } = useTranslation();
  const { url, expectedStatus, actualStatus, error, certificateEndsAt } = details;
  const errorText = useCheckErrorText();
  return (
    <DetailList>
      <DetailItem name={t('incidents.details.url')}>
        <WholeUrl url={url} />
      </DetailItem>
      {expectedStatus !== null && (
        <>
          <DetailItem name={t('incidents.details.expected')} short>
            {expectedStatus}
          </DetailItem>
          <DetailItem name={t('incidents.details.actual')} short>
            {actualStatus ?? t('incidents.details.warning')}
          </DetailItem>
        </>
      )}
      {error !== null && <DetailItem name={t('incidents.details.error')}>{errorText(error, actualStatus)}</DetailItem>}
      {type === 'certificate' && certificateEndsAt !== null && (
        <DetailItem name={t('incidents.details.certificateEnd')}>
          <ExactTime atMs={certificateEndsAt} />
        </DetailItem>
      )}
    </DetailList>
  );
}

function lookOf({ event, severity }: IncidentUpdate): StatusLook {
  if (event === 'recovered') return 'up';
  return event === 'unmonitored' ? 'none' : SEVERITY_LOOKS[severity];
}

const keyOf = ({ event, severity, locations, createdAt }: IncidentUpdate) =>
  [createdAt, event, severity, ...locations].join(' ');

/** The incident's events, newest first, so that new ones are visible. */
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

import { Box, chakra, Flex, Heading } from '@chakra-ui/react';
import type { Incident } from '@farwatch/core/documents/incident';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { DetailItem, DetailList } from '../../ui/layout/detail-list.tsx';
import { ExactTime } from '../../ui/text/time.tsx';
import { WholeUrl } from '../../ui/text/url-text.tsx';
import { useCheckErrorText } from '../check/check-error.ts';
import { incidentLook, SEVERITY_LOOKS } from '../status/looks.ts';
import { StatusLabel } from '../status/status.tsx';

const SlowEvidence = lazyPart(withTexts('slow', () => import('./slow-evidence.tsx')));

/** Its status and severity. */
export function IncidentState({ incident }: { incident: Pick<Incident, 'type' | 'status' | 'severity'> }) {
  const { t } = useTranslation();
  const { status, severity } = incident;
  return (
    <Flex mt="2" columnGap="5" rowGap="1" wrap="wrap" role="status">
      <StatusLabel look={incidentLook(incident)} text={t(`status.${status}`)} />
      <Flex as="span" align="center" gap="2">
        <chakra.span color="text.muted">{t('incidents.details.severity')}</chakra.span>
        <StatusLabel look={SEVERITY_LOOKS[severity]} text={t(`incidents.severity.${severity}`)} />
      </Flex>
    </Flex>
  );
}

/** A section of an incident. `level` is that of its heading. */
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
      {type === 'slow' && (
        <Suspense fallback={null}>
          <SlowEvidence measured={details.slow} />
        </Suspense>
      )}
      {type !== 'downtime' && type !== 'slow' && certificateEndsAt !== null && (
        <DetailItem name={t(`incidents.details.${type}End`)}>
          <ExactTime atMs={certificateEndsAt} />
        </DetailItem>
      )}
    </DetailList>
  );
}

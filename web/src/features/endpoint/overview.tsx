import { Box, Flex } from '@chakra-ui/react';
import { expectedStatusOf } from '@farwatch/core/values/url';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { useLocationText } from '../../components/flags/locations.tsx';
import { Section } from '../../components/layout/section.tsx';
import { useCheckErrorText } from '../../components/text/check-error.ts';
import { CheckHistory } from './check-history.tsx';
import { EndpointCards } from './endpoint-cards.tsx';
import type { EndpointContext } from './endpoint-facts.ts';
import { failureContext } from './endpoint-facts.ts';
import { endpointMetrics } from './endpoint-figures.ts';
import { ResponseTimes } from './response-times.tsx';
import type { Day } from './use-day.ts';

/** The last 24 hours of an endpoint: figures from its live document, checks from the API. */
export function Overview({ facts, day, atMs }: { facts: EndpointContext; day: Day; atMs: number }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <FailingNotice facts={facts} />
      <NotJudgedNotice facts={facts} />
      <EndpointCards facts={facts} figures={endpointMetrics(facts, atMs)} />
      <ResponseTimes history={day.history} />
      <Section title={t('endpoint.checks.title')}>
        <CheckHistory checks={day.checks} hasStatusCode={expectedStatusOf(facts.url) !== null} />
      </Section>
    </Flex>
  );
}

/** The locations where an endpoint fails now, and why. */
function FailingNotice({ facts }: { facts: EndpointContext }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const locationText = useLocationText();
  const failure = failureContext(facts);
  if (!failure) return null;
  const { standing, locations: codes, reason } = failure;
  const kind = standing === 'partial' ? 'warning' : 'error';
  if (codes.length === 0) return <Notice kind={kind}>{t(`endpoint.${standing}Plain`)}</Notice>;
  const locations = locationText(codes);
  const text = reason
    ? t(`endpoint.${standing}Because`, { reason: errorText(reason.error, reason.statusCode), locations })
    : t(`endpoint.${standing}From`, { locations });
  return <Notice kind={kind}>{text}</Notice>;
}

/** The locations that cannot judge an endpoint at present, and why. */
function NotJudgedNotice({ facts: { locations, votes } }: { facts: EndpointContext }) {
  const { t } = useTranslation();
  const sentences = locations.flatMap((code) => {
    const reason = votes[code]?.withdrawn;
    const location = t(`locations.${code}`);
    return reason
      ? [{ code, text: t('endpoint.notJudged', { location, reason: t(`endpoint.localFailures.${reason}`) }) }]
      : [];
  });
  if (sentences.length === 0) return null;
  return (
    <Notice kind="info">
      {sentences.map(({ code, text }) => (
        <Box key={code}>{text}</Box>
      ))}
    </Notice>
  );
}

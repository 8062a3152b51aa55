import { Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../components/section.tsx';
import { CheckHistory } from './check-history.tsx';
import { EndpointCards } from './endpoint-cards.tsx';
import type { EndpointFacts } from './endpoint-facts.ts';
import { endpointFigures } from './endpoint-figures.ts';
import { FailingNotice } from './failing-notice.tsx';
import { NotJudgedNotice } from './not-judged-notice.tsx';
import { ResponseTimes } from './response-times.tsx';
import type { Day } from './use-day.ts';

/** The last 24 hours of an endpoint; figures from its live document, checks from the API. */
export function Overview({ facts, day, atMs }: { facts: EndpointFacts; day: Day; atMs: number }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap={{ base: '4', md: '6' }}>
      <FailingNotice facts={facts} />
      <NotJudgedNotice facts={facts} />
      <EndpointCards facts={facts} figures={endpointFigures(facts, atMs)} />
      <ResponseTimes history={day.history} />
      <Section title={t('endpoint.checks.title')}>
        <CheckHistory checks={day.checks} />
      </Section>
    </Flex>
  );
}

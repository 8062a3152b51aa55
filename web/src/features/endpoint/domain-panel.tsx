import { Box, SimpleGrid, Text } from '@chakra-ui/react';
import { type Domain, domainSchema } from '@farwatch/core/documents/domain';
import { nameOf } from '@farwatch/core/values/check-types/host-url';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { DAY_MS, MINUTE_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { useDocument } from '../../lib/live/firestore-listeners.ts';
import { useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DetailItem, DetailList } from '../../ui/layout/detail-list.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { StatCard } from '../../ui/layout/stat-card.tsx';
import { ExactTime } from '../../ui/text/time.tsx';
import { IncidentsCard, StatusCard } from './endpoint-cards.tsx';
import type { EndpointDetails } from './endpoint-details.ts';

/** Shows when a domain expires, and what its registry reports, live. */
export default function DomainPanel({ endpoint }: { endpoint: EndpointDetails }) {
  const { t } = useTranslation();
  const { data, error } = useDocument('domains', endpoint.id, domainSchema);
  if (data === undefined && error) return <FailureNotice title={t('domain.loadFailed')} failure={error} />;
  if (!data) return <Loading />;
  return (
    <>
      {data.problem && <Notice kind="info">{t(`domain.problems.${data.problem}`)}</Notice>}
      <SimpleGrid columns={{ base: 1, sm: 2, xl: 3 }} gap={{ base: '3', md: '4' }}>
        <StatusCard endpoint={endpoint} />
        <ExpiryCard domain={data} />
        <IncidentsCard endpointId={endpoint.id} />
      </SimpleGrid>
      <Section title={t('domain.title')}>
        <Box px="4" pb="4">
          <Text color="text.muted" mb="4">
            {t('domain.text')}
          </Text>
          <Registration domain={data} />
        </Box>
      </Section>
    </>
  );
}

function ExpiryCard({ domain: { registration, problem } }: { domain: Domain }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const expiresAt = registration?.expiresAt ?? null;
  const isWaiting = registration === null && problem === null;
  const daysLeft = expiresAt === null ? 0 : Math.ceil((expiresAt - nowMs) / DAY_MS);
  const value = daysLeft > 0 ? t('domain.daysLeft', { count: daysLeft }) : t('domain.expired');
  const missing = isWaiting ? t('domain.waiting') : t('noValue');
  return (
    <StatCard
      title={t('domain.expires')}
      value={expiresAt === null ? t('domain.notKnown') : value}
      text={expiresAt === null ? missing : <ExactTime atMs={expiresAt} />}
    />
  );
}

function Registration({ domain }: { domain: Domain }) {
  const { t } = useTranslation();
  const { name, registration, answeredAt, askedAt, statusCode, askAt } = domain;
  const lists = [
    ['nameServers', registration?.nameServers ?? []],
    ['statuses', registration?.statuses ?? []],
  ] as const;
  return (
    <DetailList>
      <DetailItem name={t('domain.name')}>{name}</DetailItem>
      {registration?.registeredAs && (
        <DetailItem name={t('domain.registeredAs')}>
          {nameOf(readableUrl(`domain://${registration.registeredAs}`))}
        </DetailItem>
      )}
      {registration && <DetailItem name={t('domain.registrar')}>{registration.registrar ?? t('noValue')}</DetailItem>}
      {lists.map(
        ([key, values]) =>
          registration && (
            <DetailItem key={key} name={t(`domain.${key}`)}>
              {values.length === 0 ? t('noValue') : values.map((value) => <Box key={value}>{value}</Box>)}
            </DetailItem>
          ),
      )}
      {answeredAt !== null && answeredAt !== askedAt && (
        <DetailItem name={t('domain.answeredAt')}>
          <ExactTime atMs={answeredAt} />
        </DetailItem>
      )}
      <DetailItem name={t('domain.askedAt')}>
        {askedAt === null ? t('domain.never') : <ExactTime atMs={askedAt} />}
      </DetailItem>
      {statusCode !== null && <DetailItem name={t('domain.statusCode')}>{`HTTP ${statusCode}`}</DetailItem>}
      <DetailItem name={t('domain.askAt')}>
        {askAt === null ? t('domain.paused') : <ExactTime atMs={askAt} />}
      </DetailItem>
    </DetailList>
  );
}

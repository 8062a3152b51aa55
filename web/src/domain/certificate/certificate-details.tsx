import { chakra, Text } from '@chakra-ui/react';
import type { Certificate } from '@farwatch/core/values/certificate';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../lib/time/now.ts';
import { DetailItem, DetailList } from '../../ui/layout/detail-list.tsx';
import { ExactTime, FullDate } from '../../ui/text/time.tsx';
import { CertificateState } from './certificate-state.tsx';

/** A certificate with who has signed it. */
export default function CertificateDetails({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const nowMs = useNow(MINUTE_MS);
  const { subject, issuer, names, startsAt, endsAt, sha256, chain, intermediate } = certificate;
  const state = (
    <div>
      <CertificateState certificate={certificate} nowMs={nowMs} />
    </div>
  );
  return (
    <DetailList>
      <DetailItem name={t('certificates.ends')}>
        <ExactTime atMs={endsAt} />
        {!intermediate && state}
      </DetailItem>
      {intermediate && (
        <DetailItem name={t('certificates.intermediate')}>
          {intermediate.subject || t('noValue')}, <ExactTime atMs={intermediate.endsAt} />
          {state}
        </DetailItem>
      )}
      <DetailItem name={t('certificates.starts')}>
        <ExactTime atMs={startsAt} />
      </DetailItem>
      <DetailItem name={t('certificates.subject')}>{subject || t('noValue')}</DetailItem>
      <DetailItem name={t('certificates.names')}>{names.join(', ') || t('noValue')}</DetailItem>
      <DetailItem name={t('certificates.chain')}>
        <chakra.ol listStyleType="none">
          <li>{issuer || t('noValue')}</li>
          {chain.map((each) => (
            <li key={`${each.subject} ${each.endsAt}`}>
              {each.issuer}{' '}
              <Text as="span" color="text.muted" textStyle="sm">
                {t('certificates.signs', { name: each.subject })} <FullDate atMs={each.endsAt} />
              </Text>
            </li>
          ))}
        </chakra.ol>
      </DetailItem>
      <DetailItem name={t('certificates.fingerprint')}>
        <chakra.span fontFamily="mono" textStyle="sm" wordBreak="break-all">
          {sha256}
        </chakra.span>
      </DetailItem>
    </DetailList>
  );
}

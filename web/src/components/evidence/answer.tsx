import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { assertionText } from '@farwatch/core/texts/received-text';
import type { CheckAnswer, Evidence } from '@farwatch/core/values/check-answer';
import { isHeartbeat } from '@farwatch/core/values/check-types/heartbeat';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import CertificateDetails from '../certificate/certificate-details.tsx';
import { CopyButton } from '../form/copy.tsx';
import { useCheckErrorText } from '../text/check-error.ts';
import { useWording } from '../text/received.ts';
import { answerAsText } from './answer-text.ts';
import { Comparison } from './comparison.tsx';

/** A location's first failing check beside its last good one. The answer's text is never rendered as HTML. */
export function Answer({ evidence }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const { failed } = evidence;
  return (
    <Flex direction="column" gap="5">
      <Flex align="start" justify="space-between" gap="3">
        <Text fontWeight="medium" minW="0" pt="1.5">
          {errorText(failed.error, failed.statusCode)}
        </Text>
        <CopyButton text={answerAsText(evidence)} label={t('evidence.copy')} />
      </Flex>
      <Comparison evidence={evidence} />
      <FailedAssertions answer={failed} />
      <Body answer={failed} />
      <Headers answer={failed} />
      {failed.certificate && (
        <Part title={t('certificates.one')}>
          <CertificateDetails certificate={failed.certificate} />
        </Part>
      )}
    </Flex>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box as="section">
      <Heading as="h5" textStyle="md" fontWeight="semibold" mb="2">
        {title}
      </Heading>
      {children}
    </Box>
  );
}

function FailedAssertions({ answer: { failedAssertions } }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  const { say } = useWording();
  if (failedAssertions.length === 0) return null;
  return (
    <Part title={t('evidence.assertions')}>
      <chakra.ul listStyleType="disc" ps="5">
        {failedAssertions.map((each) => (
          <chakra.li key={JSON.stringify(each)} overflowWrap="anywhere">
            {assertionText(each, say)}
          </chakra.li>
        ))}
      </chakra.ul>
    </Part>
  );
}

const SCROLLED = {
  as: 'pre',
  tabIndex: 0,
  fontFamily: 'mono',
  textStyle: 'sm',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  overflowY: 'auto',
  maxH: '240px',
  p: '3',
  bg: 'surface.sunken',
  borderRadius: 'l2',
  focusVisibleRing: 'outside',
} as const;

function Body({ answer: { url, body, isCut, statusCode } }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  if (statusCode === null && body === '') return null;
  const title = t('evidence.body');
  return (
    <Part title={title}>
      {body === '' ? (
        <Text color="text.muted">{t('evidence.noBody')}</Text>
      ) : (
        <Box {...SCROLLED} role="region" aria-label={title}>
          {body}
        </Box>
      )}
      {isCut && (
        <Text mt="1" textStyle="sm" color="text.muted">
          {t(isHeartbeat(url) ? 'evidence.cutStart' : 'evidence.cut')}
        </Text>
      )}
    </Part>
  );
}

function Headers({ answer: { headers } }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  if (headers.length === 0) return null;
  const title = t('evidence.headers');
  return (
    <Part title={title}>
      <Box {...SCROLLED} role="region" aria-label={title}>
        {headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}
      </Box>
    </Part>
  );
}

import { Box, chakra, Flex, Grid, Text } from '@chakra-ui/react';
import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import { type CheckOptions, httpOptions } from '@farwatch/core/values/check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reportedPhases } from '../../../../components/check-phases/phase-details.ts';
import { PhaseBar, PhaseList } from '../../../../components/check-phases/phases.tsx';
import { fullDate } from '../../../../lib/format/dates.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { assertionText } from '../describe-check.ts';
import { ReceivedBody } from './received-body.tsx';

type Props = { answer: CheckAnswer; check: CheckOptions | null; onAssert?: (assertion: Assertion) => void };

/** What a location has received. */
export function TrialAnswerDetails({ answer, check, onAssert }: Props) {
  const { t } = useTranslation();
  const phases = reportedPhases(answer) ?? [];
  const assertions = httpOptions(check)?.assertions ?? [];
  return (
    <Flex direction="column" gap="4">
      <Facts answer={answer} />
      {phases.length > 0 && (
        <Flex direction="column" gap="2">
          <PhaseBar phases={phases} height="12px" />
          <PhaseList phases={phases} />
        </Flex>
      )}
      {answer.certificate && <CertificateFacts certificate={answer.certificate} />}
      {assertions.length > 0 && (
        <Part title={t('check.assertions.title')}>
          <Flex as="ul" listStyleType="none" direction="column" gap="1">
            {assertions.map((assertion) => (
              <AssertionOutcome key={JSON.stringify(assertion)} assertion={assertion} answer={answer} />
            ))}
          </Flex>
        </Part>
      )}
      {answer.headers.length > 0 && (
        <chakra.details>
          <chakra.summary cursor="pointer" fontWeight="medium" py="1" focusVisibleRing="outside" borderRadius="l1">
            {t('check.trial.headers', { count: answer.headers.length })}
          </chakra.summary>
          <ValueList rows={answer.headers.map(({ name, value }) => [name, value])} />
        </chakra.details>
      )}
      <ReceivedBody answer={answer} {...(onAssert && { onAssert })} />
    </Flex>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <chakra.h4 fontWeight="medium" mb="1">
        {title}
      </chakra.h4>
      {children}
    </Box>
  );
}

function Facts({ answer }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  const { url, address, statusCode } = answer;
  const rows: [string, ReactNode][] = [[t('check.trial.finalUrl'), readableUrl(url)]];
  if (statusCode !== null) rows.push([t('endpoint.checks.columns.code'), statusCode]);
  if (address !== null) rows.push([t('check.trial.address'), address]);
  return <ValueList rows={rows} />;
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { subject, issuer, endsAt, names } = certificate;
  const rows: [string, ReactNode][] = [
    [t('check.trial.certificate.subject'), subject],
    [t('check.trial.certificate.issuer'), issuer],
    [t('check.trial.certificate.endsAt'), fullDate(endsAt, language)],
    [t('check.trial.certificate.names'), names.join(', ')],
  ];
  return (
    <Part title={t('check.trial.certificate.title')}>
      <ValueList rows={rows} />
    </Part>
  );
}

/** Named values, one per line. */
function ValueList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Grid as="dl" templateColumns={{ base: '1fr', sm: '160px minmax(0, 1fr)' }} columnGap="4" rowGap={{ sm: '1' }}>
      {rows.map(([name, value]) => (
        <Fragment key={name}>
          <chakra.dt textStyle="sm" color="text.muted" overflowWrap="anywhere">
            {name}
          </chakra.dt>
          <chakra.dd mb={{ base: '2', sm: '0' }} overflowWrap="anywhere" fontVariantNumeric="tabular-nums">
            {value}
          </chakra.dd>
        </Fragment>
      ))}
    </Grid>
  );
}

const OUTCOMES = {
  holds: { icon: CircleCheck, color: 'status.up' },
  fails: { icon: CircleX, color: 'danger' },
  unchecked: { icon: CircleDashed, color: 'text.muted' },
} as const;

/** Whether an assertion holds. An answer that fails for another reason may not have been compared. */
function AssertionOutcome({ assertion, answer }: { assertion: Assertion; answer: CheckAnswer }) {
  const { t } = useTranslation();
  const failed = answer.failedAssertions.find((each) => isSame(each.assertion, assertion));
  const isCompared = answer.error === null || answer.error === 'assertion' || answer.error === 'slow';
  const outcome = failed ? 'fails' : isCompared ? 'holds' : 'unchecked';
  const { icon: Icon, color } = OUTCOMES[outcome];
  return (
    <Flex as="li" gap="2">
      <Flex color={color} h="1lh" align="center" flexShrink="0">
        <Icon size={16} role="img" aria-label={t(`check.trial.assertions.${outcome}`)} />
      </Flex>
      <Box minW="0" overflowWrap="anywhere">
        {assertionText(assertion, t)}
        {failed && (
          <Text textStyle="sm" color="text.muted">
            {failed.received === null
              ? t('check.trial.assertions.nothing')
              : t('check.trial.assertions.received', { received: failed.received })}
          </Text>
        )}
      </Box>
    </Flex>
  );
}

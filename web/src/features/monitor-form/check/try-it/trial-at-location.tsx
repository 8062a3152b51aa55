import { Box, Button, chakra, Flex, Grid, Text, Textarea } from '@chakra-ui/react';
import type { TrialResult } from '@farwatch/core/documents/trial';
import type { Certificate } from '@farwatch/core/values/certificate';
import type { CheckAnswer } from '@farwatch/core/values/check-answer';
import { type CheckOptions, httpOptions } from '@farwatch/core/values/check-options';
import { type Assertion, assertionSchema } from '@farwatch/core/values/http-check/assertion';
import { isSame } from '@farwatch/core/values/is-same';
import type { LocationCode } from '@farwatch/core/values/locations';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { checkTypeOf } from '@farwatch/core/values/url';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCheckErrorText } from '../../../../domain/check/check-error.ts';
import { reportedPhases } from '../../../../domain/check/phase-details.ts';
import { PhaseBar, PhaseList } from '../../../../domain/check/phases.tsx';
import { LocationNames } from '../../../../domain/flags/locations.tsx';
import { StatusLabel } from '../../../../domain/status/status.tsx';
import { fullDate } from '../../../../lib/format/dates.ts';
import { useLanguage } from '../../../../lib/i18n/i18n.ts';
import { assertionText } from '../describe-check.ts';
import { type Json, type JsonSegments, jsonPathOf, leafText, readJson } from './json-path.ts';
import type { LocationTrial } from './use-try-it.ts';

type Props = {
  code: LocationCode;
  trial: LocationTrial;
  /** The check that was tried. */
  check: CheckOptions | null;
  /** Whether its details are open from the beginning. */
  isFirst: boolean;
  onAssert?: (assertion: Assertion) => void;
};

/** Shows one location's part of a trial: waiting, the response, or why there is none. */
export function TrialAtLocation({ code, trial, check, isFirst, onAssert }: Props) {
  const answer = trial.result?.answer;
  const head = (
    <Flex as="span" display="inline-flex" align="center" columnGap="3" rowGap="1" wrap="wrap">
      <LocationNames codes={[code]} />
      <Outcome trial={trial} />
    </Flex>
  );
  return (
    <Box borderWidth="1px" borderRadius="l2" minW="0">
      {answer ? (
        <chakra.details open={isFirst}>
          <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
            {head}
          </chakra.summary>
          <Box px="4" pb="4">
            <TrialAnswerDetails answer={answer} check={check} {...(onAssert && { onAssert })} />
          </Box>
        </chakra.details>
      ) : (
        <Box px="4" py="3">
          {head}
        </Box>
      )}
    </Box>
  );
}

function Outcome({ trial }: { trial: LocationTrial }) {
  const { t } = useTranslation();
  if (trial.state !== 'done') {
    return (
      <Text as="span" color="text.muted">
        {t(`check.trial.${trial.state}`)}
      </Text>
    );
  }
  const { answer, localFailure } = trial.result;
  return answer ? <AnswerOutcome answer={answer} /> : <LocalFailureText localFailure={localFailure} />;
}

function AnswerOutcome({ answer }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  const errorText = useCheckErrorText();
  const { error, statusCode, ms } = answer;
  const isUp = error === null;
  const parts = [
    isUp ? statusCode : errorText(error, statusCode),
    t('endpoint.ms', { value: ms.toLocaleString('en') }),
  ].filter((part) => part !== null);
  return (
    <Flex as="span" align="center" columnGap="3" wrap="wrap">
      <StatusLabel look={isUp ? 'up' : 'down'} text={t(isUp ? 'status.up' : 'status.down')} />
      <span>{parts.join(' · ')}</span>
    </Flex>
  );
}

const KNOWN_FAILURES = ['refused-address', 'unsupported', 'no-ipv4', 'no-ipv6'] as const;

/** Why the agent's own device or network kept it from checking. */
function LocalFailureText({ localFailure }: Pick<TrialResult, 'localFailure'>) {
  const { t } = useTranslation();
  const known = KNOWN_FAILURES.find((each) => each === localFailure) ?? 'other';
  return (
    <Text as="span" color="text.muted">
      {t(`check.trial.localFailures.${known}`)}
    </Text>
  );
}

type TrialAnswerDetailsProps = {
  answer: CheckAnswer;
  check: CheckOptions | null;
  onAssert?: (assertion: Assertion) => void;
};

/** Shows the response that a location received. */
function TrialAnswerDetails({ answer, check, onAssert }: TrialAnswerDetailsProps) {
  const { t } = useTranslation();
  const phases = reportedPhases(answer) ?? [];
  const assertions = httpOptions(check)?.assertions ?? [];
  return (
    <Flex direction="column" gap="4">
      <AnswerMetrics answer={answer} />
      {phases.length > 0 && (
        <Flex direction="column" gap="2">
          <PhaseBar phases={phases} height="12px" />
          <PhaseList phases={phases} />
        </Flex>
      )}
      {answer.certificate && <CertificateDetails certificate={answer.certificate} />}
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
          <chakra.summary
            cursor="pointer"
            fontWeight="medium"
            py={{ base: '3', sm: '1' }}
            focusVisibleRing="outside"
            borderRadius="l1"
          >
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

function AnswerMetrics({ answer }: { answer: CheckAnswer }) {
  const { t } = useTranslation();
  const { url, address, statusCode } = answer;
  const rows: [string, ReactNode][] = [[t('check.trial.finalUrl'), readableUrl(url)]];
  if (statusCode !== null) rows.push([t('endpoint.checks.columns.code'), statusCode]);
  if (address !== null) rows.push([t('check.trial.address'), address]);
  return <ValueList rows={rows} />;
}

function CertificateDetails({ certificate }: { certificate: Certificate }) {
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
            {failed.problem
              ? t(`check.trial.assertions.${failed.problem}`)
              : failed.received === null
                ? t('check.trial.assertions.nothing')
                : t('check.trial.assertions.received', { received: failed.received })}
          </Text>
        )}
      </Box>
    </Flex>
  );
}

type ReceivedBodyProps = {
  answer: Pick<CheckAnswer, 'url' | 'statusCode' | 'body' | 'isCut'>;
  /** Adds an assertion. */
  onAssert?: (assertion: Assertion) => void;
};

/** The beginning of the body: as a tree of values if it is JSON, and as text. Either can become an assertion. */
function ReceivedBody({ answer: { url, statusCode, body, isCut }, onAssert }: ReceivedBodyProps) {
  const { t } = useTranslation();
  const json = onAssert ? readJson(body, isCut) : null;
  const [showsText, setShowsText] = useState(false);
  const isHttp = checkTypeOf(url) === 'http';
  // Only HTTP has bodies, and none without an answer.
  if (body === '')
    return isHttp && statusCode !== null ? <Text color="text.muted">{t('check.trial.noBody')}</Text> : null;
  return (
    <Flex direction="column" gap="2" minW="0">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <chakra.h4 fontWeight="medium">
          {t(isHttp ? (isCut ? 'check.trial.bodyCut' : 'check.trial.body') : 'check.trial.other')}
        </chakra.h4>
        {json !== null && (
          <Button variant="plain" size="sm" px="0" color="accent" onClick={() => setShowsText(!showsText)}>
            {t(showsText ? 'check.trial.asTree' : 'check.trial.asText')}
          </Button>
        )}
      </Flex>
      {!onAssert ? (
        <ReceivedText text={body} />
      ) : json !== null && !showsText ? (
        <>
          <Text textStyle="sm" color="text.muted">
            {t('check.trial.treeHint')}
          </Text>
          <Box borderWidth="1px" borderRadius="l2" p="3" maxH="80" overflow="auto" fontFamily="mono" textStyle="sm">
            <JsonNode value={json} segments={[]} onAssert={onAssert} />
          </Box>
        </>
      ) : (
        <SelectableText text={body} onAssert={onAssert} />
      )}
    </Flex>
  );
}

/** Text as it came. */
function ReceivedText({ text }: { text: string }) {
  return (
    <chakra.pre borderWidth="1px" borderRadius="l2" p="3" maxH="80" overflow="auto" fontFamily="mono" textStyle="sm">
      {text}
    </chakra.pre>
  );
}

type OnAssert = NonNullable<ReceivedBodyProps['onAssert']>;

/** Text of which a part can be selected, by keys too. */
function SelectableText({ text, onAssert }: { text: string; onAssert: OnAssert }) {
  const { t } = useTranslation();
  const hintId = useId();
  const [selected, setSelected] = useState('');
  const assertion = validAssertion({ source: 'body', op: 'contains', value: selected });
  return (
    <>
      <Text id={hintId} textStyle="sm" color="text.muted">
        {t('check.trial.textHint')}
      </Text>
      <Textarea
        readOnly
        rows={8}
        fontFamily="mono"
        textStyle="sm"
        aria-label={t('check.trial.body')}
        aria-describedby={hintId}
        value={text}
        onSelect={({ currentTarget: { value, selectionStart, selectionEnd } }) =>
          setSelected(value.slice(selectionStart, selectionEnd))
        }
      />
      <Button
        alignSelf="flex-start"
        variant="outline"
        disabled={assertion === null}
        onClick={() => assertion && onAssert(assertion)}
      >
        {t('check.trial.mustContain')}
      </Button>
    </>
  );
}

type NodeProps = { value: Json; segments: JsonSegments; onAssert: OnAssert };

/** A JSON value: its members, or a button that makes an assertion of it. */
function JsonNode({ value, segments, onAssert }: NodeProps) {
  const { t } = useTranslation();
  const text = leafText(value);
  if (text !== null) {
    const path = jsonPathOf(segments);
    const assertion = validAssertion({ source: 'json', path, op: 'equals', value: text });
    const shown = JSON.stringify(value);
    if (assertion === null) return <span>{shown}</span>;
    return (
      <chakra.button
        type="button"
        px="1"
        minH={{ base: '8', sm: '6' }}
        textAlign="start"
        color="accent"
        cursor="pointer"
        borderRadius="l1"
        overflowWrap="anywhere"
        focusVisibleRing="outside"
        _hover={{ bg: 'accent.subtle' }}
        title={path}
        aria-label={t('check.trial.expectValue', { path, value: text })}
        onClick={() => onAssert(assertion)}
      >
        {shown}
      </chakra.button>
    );
  }
  const members: [string | number, Json][] = Array.isArray(value)
    ? value.map((each: Json, index): [number, Json] => [index, each])
    : Object.entries(value ?? {});
  if (members.length === 0) return <span>{Array.isArray(value) ? '[]' : '{}'}</span>;
  return (
    <Box as="ul" listStyleType="none" ps={segments.length === 0 ? '0' : '4'}>
      {members.map(([name, each]) => (
        <li key={name}>
          <chakra.span color="text.muted">{name}: </chakra.span>
          <JsonNode value={each} segments={[...segments, name]} onAssert={onAssert} />
        </li>
      ))}
    </Box>
  );
}

/** Returns the assertion if it can be saved; null if its path or its value is too long, or empty. */
function validAssertion(assertion: Assertion): Assertion | null {
  return assertionSchema.safeParse(assertion).data ?? null;
}

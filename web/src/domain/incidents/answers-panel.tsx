import { Box, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { StoredEvidence } from '@farwatch/core/documents/evidence';
import type { Incident } from '@farwatch/core/documents/incident';
import { assertionText } from '@farwatch/core/texts/received-text';
import { firstToEnd } from '@farwatch/core/values/certificate';
import type { CheckAnswer, Evidence, GoodCheck } from '@farwatch/core/values/check-answer';
import { RETENTION } from '@farwatch/core/values/limits';
import { LOCATION_CODES } from '@farwatch/core/values/locations';
import { PHASES } from '@farwatch/core/values/phases';
import { MINUTE_MS } from '@farwatch/core/values/time';
import { checkTypeOf, deciderOf } from '@farwatch/core/values/url';
import type { TFunction } from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEvidence } from '../../lib/live/evidence.ts';
import type { WithId } from '../../lib/live/read-document.ts';
import { useNow } from '../../lib/time/now.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Choice } from '../../ui/form/choice.tsx';
import { CopyButton } from '../../ui/form/copy.tsx';
import { ExactTime, FullDate } from '../../ui/text/time.tsx';
import CertificateDetails from '../certificate/certificate-details.tsx';
import { useCheckErrorText } from '../check/check-error.ts';
import { useWording } from '../check/received.ts';
import { useLocationText } from '../flags/locations.tsx';

type Props = { incident: WithId<Incident> };

/** Shows what each location received, for one outage and one location at a time. */
export default function AnswersPanel({ incident }: Props) {
  const { t } = useTranslation();
  const { data, error } = useEvidence(incident.id);
  if (!data && error) return <FailureNotice title={t('evidence.loadFailed')} failure={error} />;
  if (!data) return <Loading />;
  return (
    <Flex direction="column" gap="4">
      <Chosen all={data.items} />
      <Missing incident={incident} all={data.items} />
    </Flex>
  );
}

function Chosen({ all }: { all: readonly WithId<StoredEvidence>[] }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState({ outage: '', location: '' });
  const outages = [...new Set(all.map(({ outage }) => outage))].sort((a, b) => b - a);
  const outage = outages.find((number) => String(number) === chosen.outage) ?? outages[0];
  const ofOutage = all.filter((each) => each.outage === outage);
  const found = LOCATION_CODES.flatMap((code) => ofOutage.find(({ location }) => location === code) ?? []);
  const shown = found.find(({ location }) => location === chosen.location) ?? found[0];
  if (!shown) return null;
  return (
    <>
      {all.length > 1 && (
        <Flex gap="2" wrap="wrap">
          {outages.length > 1 && (
            <Choice
              label={t('evidence.outage')}
              value={String(outage)}
              options={outages.map((number) => ({ value: String(number), label: t('evidence.number', { number }) }))}
              onChoose={(value) => setChosen({ ...chosen, outage: value })}
            />
          )}
          <Choice
            label={t('evidence.location')}
            value={shown.location}
            options={found.map(({ location }) => ({ value: location, label: t(`locations.${location}`) }))}
            onChoose={(value) => setChosen({ ...chosen, location: value })}
          />
        </Flex>
      )}
      <Answer key={shown.id} evidence={shown} />
    </>
  );
}

/** Why locations that failed have no answer. */
function Missing({ incident, all }: Props & { all: readonly StoredEvidence[] }) {
  const { t } = useTranslation();
  const places = useLocationText();
  const nowMs = useNow(MINUTE_MS);
  const missing = incident.locations.filter((code) => !all.some(({ location }) => location === code));
  if (missing.length === 0) return null;
  const endedAt = incident.resolvedAt ?? nowMs;
  const text =
    nowMs - endedAt > RETENTION.evidenceMs ? t('evidence.gone') : t('evidence.missing', { places: places(missing) });
  return <Text color="text.muted">{text}</Text>;
}

/** Shows a location's first failing check next to its last good one. The answer's text is never rendered as HTML. */
function Answer({ evidence }: { evidence: Evidence }) {
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
  const { phrase } = useWording();
  if (failedAssertions.length === 0) return null;
  return (
    <Part title={t('evidence.assertions')}>
      <chakra.ul listStyleType="disc" ps="5">
        {failedAssertions.map((each) => (
          <chakra.li key={JSON.stringify(each)} overflowWrap="anywhere">
            {assertionText(each, phrase)}
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
  const isHttp = checkTypeOf(url) === 'http';
  // Only HTTP has bodies, and none without an answer.
  if (body === '' && !(isHttp && statusCode !== null)) return null;
  const title = t(isHttp ? 'evidence.body' : 'evidence.received');
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
          {t(deciderOf(url) === 'pings' ? 'evidence.cutStart' : 'evidence.cut')}
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

/** The evidence as text to paste into a ticket: the checks as they would be logged, headers, an empty line, the body. */
function answerAsText({ failed, lastGood }: Evidence): string {
  const { at, ms, url, address, statusCode, error, headers, body, isCut } = failed;
  const iso = (atMs: number) => new Date(atMs).toISOString();
  return [
    `${iso(at)} ${url} ${[address, statusCode, error, `${ms} ms`].filter((each) => each !== null).join(' ')}`,
    ...(lastGood ? [`${iso(lastGood.at)} ${lastGood.statusCode ?? ''} ${lastGood.ms} ms`] : []),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
    '',
    isCut ? (deciderOf(url) === 'pings' ? `…${body}` : `${body}…`) : body,
  ].join('\n');
}

type Row = { name: string; failed: ReactNode; good: ReactNode };

/** The failing check and the last good one, value by value. */
function Comparison({ evidence: { failed, lastGood } }: { evidence: Evidence }) {
  const { t } = useTranslation();
  const cell = {
    p: '2',
    textAlign: 'start',
    verticalAlign: 'top',
    borderTopWidth: '1px',
    overflowWrap: 'anywhere',
  } as const;
  const rows = rowsOf(failed, lastGood, t);
  return (
    <chakra.table w="full" tableLayout="fixed" textStyle="sm" borderCollapse="collapse">
      <chakra.thead>
        <tr>
          <chakra.td w={{ base: '24%', sm: '20%' }} />
          <chakra.th {...cell} borderTopWidth="0" scope="col">
            {t('evidence.failed')}
          </chakra.th>
          <chakra.th {...cell} borderTopWidth="0" scope="col">
            {t('evidence.good')}
          </chakra.th>
        </tr>
      </chakra.thead>
      <tbody>
        {rows.map(({ name, failed: first, good }) => (
          <tr key={name}>
            <chakra.th {...cell} ps="0" scope="row" fontWeight="normal" color="text.muted">
              {name}
            </chakra.th>
            <chakra.td {...cell}>{first}</chakra.td>
            <chakra.td {...cell} color="text.muted">
              {lastGood ? good : t('noValue')}
            </chakra.td>
          </tr>
        ))}
      </tbody>
    </chakra.table>
  );
}

function rowsOf(failed: CheckAnswer, lastGood: GoodCheck | null, t: TFunction): Row[] {
  const none = t('noValue');
  const msOf = (value: number | null | undefined) =>
    value === null || value === undefined ? none : t('endpoint.ms', { value: value.toLocaleString('en') });
  const time = (atMs: number | undefined) => (atMs === undefined ? none : <ExactTime atMs={atMs} />);
  const date = (atMs: number | null | undefined) =>
    atMs === null || atMs === undefined ? none : <FullDate atMs={atMs} />;
  const endsAt = failed.certificate ? firstToEnd(failed.certificate).endsAt : undefined;
  const phases = PHASES.flatMap((phase, index): Row[] => {
    const [before, after] = [lastGood?.phases?.[index], failed.phases?.[index]];
    if ((before ?? null) === null && (after ?? null) === null) return [];
    return [{ name: t(`endpoint.check.phases.${phase}`), failed: msOf(after), good: msOf(before) }];
  });
  return [
    { name: t('evidence.status'), failed: failed.statusCode ?? none, good: lastGood?.statusCode ?? none },
    { name: t('evidence.time'), failed: time(failed.at), good: time(lastGood?.at) },
    { name: t('evidence.address'), failed: failed.address ?? none, good: lastGood?.address ?? none },
    { name: t('evidence.took'), failed: msOf(failed.ms), good: msOf(lastGood?.ms) },
    ...phases,
    ...(endsAt !== undefined || (lastGood?.certificateEndsAt ?? null) !== null
      ? [{ name: t('certificates.ends'), failed: date(endsAt), good: date(lastGood?.certificateEndsAt) }]
      : []),
  ];
}

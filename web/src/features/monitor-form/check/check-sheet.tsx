import { Box, Button, chakra, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import { httpOptions, optionsForUrl } from '@farwatch/core/values/check-options';
import { ASSERTION_SOURCES, type Assertion, OPS_BY_SOURCE } from '@farwatch/core/values/http-check/assertion';
import { HTTP_CHECK_LIMITS, type HttpCheck } from '@farwatch/core/values/http-check/http-check';
import { isSame } from '@farwatch/core/values/is-same';
import { checkTypeOf, normalizeUrl } from '@farwatch/core/values/url';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../../ui/form/check-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import {
  type AssertionDraft,
  assertionDraftOf,
  assertionOf,
  type CheckDraft,
  type CheckProblem,
  type CheckProblems,
  checkDraftOf,
  nextKey,
  parseCheckDraft,
} from './check-draft.ts';
import { type CheckFields, fieldErrors } from './check-fields.ts';
import { assertionText } from './describe-check.ts';
import { areSecretsKnown } from './known-secrets.ts';
import { LabeledChoice } from './request/labeled-choice.tsx';
import { RequestFields } from './request/request-fields.tsx';
import { SheetFrame, SheetPart, type SheetProps } from './sheet-frame.tsx';
import { TypeSheet } from './types/type-sheet.tsx';
import { useInvalidFocus } from './use-invalid-focus.ts';

/** The options of an endpoint's check, by the check type of its URL. */
export default function CheckSheet(props: SheetProps) {
  const url = normalizeUrl(props.entry.url) ?? props.entry.url;
  const type = checkTypeOf(url) ?? 'http';
  const entry = { ...props.entry, check: optionsForUrl(url, props.entry.check) };
  return type === 'http' ? <HttpSheet {...props} entry={entry} /> : <TypeSheet {...props} entry={entry} type={type} />;
}

/** The options of an HTTP check. */
function HttpSheet(props: SheetProps) {
  const { t } = useTranslation();
  const { entry, stored } = props;
  const form = useCheckDraft(httpOptions(entry.check), areSecretsKnown(entry, stored));
  const { draft, change, problems } = form;
  const [note, setNote] = useState('');
  const fields: CheckFields = { draft, change, error: fieldErrors(problems, t) };

  function addAssertion(assertion: Assertion) {
    const { assertions } = draft;
    const max = HTTP_CHECK_LIMITS.assertions;
    if (assertions.length >= max) return setNote(t('check.assertions.full', { count: max }));
    change({ assertions: [...assertions, assertionDraftOf(assertion, nextKey(assertions))] });
    setNote(t('check.trial.added', { assertion: assertionText(assertion, t) }));
  }

  return (
    <SheetFrame {...props} form={form} onAssert={addAssertion} note={note}>
      <SheetPart title={t('check.parts.request')} hint={t('check.secretsHint')}>
        <RequestFields {...fields} />
      </SheetPart>
      <SheetPart title={t('check.parts.answer')}>
        <AnswerFields {...fields} />
      </SheetPart>
      <SheetPart title={t('check.assertions.title')}>
        <AssertionFields {...fields} />
      </SheetPart>
      <ConnectionPart {...fields} />
    </SheetFrame>
  );
}

const CONNECTION_FIELDS = ['maxRedirects', 'timeoutSec', 'certificateSha256'];

/** Closed, because few checks need it, unless something in it must be corrected. */
function ConnectionPart(fields: CheckFields) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <chakra.details
      borderWidth="1px"
      borderRadius="l2"
      open={isOpen || CONNECTION_FIELDS.some((name) => fields.error(name))}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary px="4" py="3" minH="11" cursor="pointer" borderRadius="l2" focusVisibleRing="outside">
        <chakra.span fontWeight="semibold">{t('check.parts.connection')}</chakra.span>{' '}
        <chakra.span color="text.muted">{t('check.parts.connectionHint')}</chakra.span>
      </chakra.summary>
      <Box px="4" pb="4" display="flex" flexDirection="column" gap="4">
        <ConnectionFields {...fields} />
      </Box>
    </chakra.details>
  );
}

const NO_PROBLEMS: CheckProblems = new Map();

/** The fields of a check while they are edited. Problems are shown once it was submitted. */
function useCheckDraft(check: HttpCheck | null, areSecretsKnown: boolean) {
  const [initial] = useState(() => checkDraftOf(check));
  const [draft, setDraft] = useState(initial);
  const [submitted, setSubmitted] = useState(0);
  const ref = useInvalidFocus(submitted);
  // The errors are those of the last submission; assertions that were changed since may have become valid.
  const [unparsable, setUnparsable] = useState<{ draft: CheckDraft; problems: CheckProblems } | null>(null);
  const parsed = parseCheckDraft(draft, areSecretsKnown);
  const ofAssertions = unparsable?.draft.assertions === draft.assertions ? unparsable.problems : NO_PROBLEMS;
  const problems = submitted > 0 ? new Map([...(parsed.problems ?? []), ...ofAssertions]) : NO_PROBLEMS;

  /** The check, or undefined if something must be corrected, which then has the focus. */
  async function submit(): Promise<HttpCheck | null | undefined> {
    const found = parsed.problems ? NO_PROBLEMS : await assertionProblems(draft);
    setUnparsable({ draft, problems: found });
    if (parsed.problems || found.size > 0) {
      setSubmitted((before) => before + 1);
      return undefined;
    }
    return parsed.check;
  }

  return {
    ref,
    draft,
    parsed,
    problems,
    submit,
    isDirty: !isSame(draft, initial),
    change: (change: Partial<CheckDraft>) => setDraft((before) => ({ ...before, ...change })),
  };
}

/** The assertions whose path or expression cannot be understood or is too complex. What finds them is loaded only here. */
async function assertionProblems({ assertions }: CheckDraft): Promise<CheckProblems> {
  const problems = new Map<string, CheckProblem>();
  if (!assertions.some(({ source, op }) => source === 'json' || op === 'matches')) return problems;
  // If the limits cannot be loaded, the API still refuses invalid assertions.
  const parsers = await import('@farwatch/core/decisions/checks/find-assertion-problem').catch(() => null);
  for (const assertion of assertions) {
    const problem = parsers?.findAssertionProblem(assertionOf(assertion));
    if (problem === 'path') problems.set(`assertions.${assertion.key}.path`, 'invalid');
    else if (problem) problems.set(`assertions.${assertion.key}.value`, problem);
  }
  return problems;
}

/** The requirements for the response: its status and how fast it arrives. */
function AnswerFields({ draft, change, error }: CheckFields) {
  const { t } = useTranslation();
  return (
    <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
      <TextField
        label={t('check.statuses')}
        hint={t('check.statusesHint')}
        autoComplete="off"
        value={draft.statuses}
        error={error('statuses')}
        onChange={(event) => change({ statuses: event.currentTarget.value })}
      />
      <TextField
        label={t('check.maxResponseMs')}
        hint={t('check.maxResponseMsHint')}
        inputMode="numeric"
        autoComplete="off"
        value={draft.maxResponseMs}
        error={error('maxResponseMs')}
        onChange={(event) => change({ maxResponseMs: event.currentTarget.value })}
      />
    </Grid>
  );
}

const IP_VERSIONS = ['any', '4', '6'] as const;

/** How the connection is made. */
function ConnectionFields({ draft, change, error }: CheckFields) {
  const { t } = useTranslation();
  return (
    <>
      <CheckField checked={draft.followRedirects} onChange={(followRedirects) => change({ followRedirects })}>
        {t('check.followRedirects')}
      </CheckField>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }} gap="4">
        {draft.followRedirects && (
          <TextField
            label={t('check.maxRedirects')}
            hint={t('check.maxRedirectsHint')}
            inputMode="numeric"
            autoComplete="off"
            value={draft.maxRedirects}
            error={error('maxRedirects')}
            onChange={(event) => change({ maxRedirects: event.currentTarget.value })}
          />
        )}
        <TextField
          label={t('check.timeoutSec')}
          hint={t('check.timeoutSecHint')}
          inputMode="decimal"
          autoComplete="off"
          value={draft.timeoutSec}
          error={error('timeoutSec')}
          onChange={(event) => change({ timeoutSec: event.currentTarget.value })}
        />
        <LabeledChoice
          label={t('check.ipVersion.label')}
          hint={t('check.ipVersion.hint')}
          value={draft.ipVersion}
          options={IP_VERSIONS.map((value) => ({ value, label: t(`check.ipVersion.${value}`) }))}
          onChoose={(ipVersion) => change({ ipVersion })}
        />
      </Grid>
      <TextField
        label={t('check.certificateSha256')}
        hint={t('check.certificateSha256Hint')}
        autoComplete="off"
        spellCheck={false}
        fontFamily="mono"
        value={draft.certificateSha256}
        error={error('certificateSha256')}
        onChange={(event) => change({ certificateSha256: event.currentTarget.value })}
      />
      <Box>
        <CheckField
          checked={draft.legacyServerConnect}
          onChange={(legacyServerConnect) => change({ legacyServerConnect })}
        >
          {t('check.options.legacyServerConnect')}
        </CheckField>
        <Text textStyle="sm" color="text.muted">
          {t('check.options.legacyServerConnectHint')}
        </Text>
      </Box>
    </>
  );
}

/** The assertions about the response, which must all hold. */
function AssertionFields({ draft: { assertions }, change, error }: CheckFields) {
  const { t } = useTranslation();
  const edit = (key: number, changed: Partial<AssertionDraft>) =>
    change({ assertions: assertions.map((each) => (each.key === key ? { ...each, ...changed } : each)) });
  return (
    <Flex direction="column" gap="4">
      <Text textStyle="sm" color="text.muted">
        {t('check.assertions.hint')}
      </Text>
      {assertions.map((assertion, index) => (
        <AssertionRow
          key={assertion.key}
          assertion={assertion}
          position={index + 1}
          error={error}
          onChange={(changed) => edit(assertion.key, changed)}
          onRemove={() => change({ assertions: assertions.filter(({ key }) => key !== assertion.key) })}
        />
      ))}
      <Button
        alignSelf="flex-start"
        variant="outline"
        disabled={assertions.length >= HTTP_CHECK_LIMITS.assertions}
        onClick={() => change({ assertions: [...assertions, newAssertion(assertions)] })}
      >
        <Plus aria-hidden="true" />
        {t('check.assertions.add')}
      </Button>
    </Flex>
  );
}

function newAssertion(others: readonly AssertionDraft[]): AssertionDraft {
  return { key: nextKey(others), source: 'body', op: 'contains', path: '$', name: '', value: '' };
}

type RowProps = Pick<CheckFields, 'error'> & {
  assertion: AssertionDraft;
  /** Counted from 1. */
  position: number;
  onChange: (change: Partial<AssertionDraft>) => void;
  onRemove: () => void;
};

function AssertionRow({ assertion, position, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { key, source, op, value } = assertion;
  const ops = OPS_BY_SOURCE[source];
  const at = (field: string) => error(`assertions.${key}.${field}`);
  return (
    <Flex align="flex-start" gap="2" role="group" aria-label={t('check.assertions.at', { position })}>
      <Grid flex="1" minW="0" templateColumns={{ base: '1fr', sm: '1fr 1fr' }} columnGap="3" rowGap="3">
        <LabeledChoice
          label={t('check.assertions.source')}
          value={source}
          options={ASSERTION_SOURCES.map((each) => ({ value: each, label: t(`check.sources.${each}`) }))}
          onChoose={(chosen) => {
            const isKept = OPS_BY_SOURCE[chosen].some((each) => each === op);
            onChange({ source: chosen, ...(!isKept && { op: 'contains' }) });
          }}
        />
        <SubjectField assertion={assertion} error={at} onChange={onChange} />
        <LabeledChoice
          label={t('check.assertions.op')}
          value={op}
          options={ops.map((each) => ({ value: each, label: t(`check.ops.${each}`) }))}
          onChoose={(chosen) => onChange({ op: chosen })}
        />
        {op !== 'exists' && (
          <TextField
            label={t('check.assertions.value')}
            {...(op === 'matches' && { hint: t('check.assertions.matchesHint') })}
            autoComplete="off"
            spellCheck={false}
            value={value}
            error={at('value')}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
        )}
      </Grid>
      <IconButton
        variant="ghost"
        color="text.muted"
        mt="6"
        aria-label={t('check.assertions.remove', { position })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </IconButton>
    </Flex>
  );
}

/** The part of the response: a path, or the name of a header; nothing for the body. */
function SubjectField({ assertion, error, onChange }: Omit<RowProps, 'position' | 'onRemove'>) {
  const { t } = useTranslation();
  const { source, path, name } = assertion;
  if (source === 'body') return <span />;
  const common = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;
  return source === 'json' ? (
    <TextField
      {...common}
      label={t('check.assertions.path')}
      hint={t('check.assertions.pathHint')}
      placeholder="$.status"
      value={path}
      error={error('path')}
      onChange={(event) => onChange({ path: event.currentTarget.value })}
    />
  ) : (
    <TextField
      {...common}
      label={t('check.headerName')}
      placeholder="Content-Type"
      value={name}
      error={error('name')}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
  );
}

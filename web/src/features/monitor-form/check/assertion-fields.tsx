import { Button, Flex, Grid, IconButton, Text } from '@chakra-ui/react';
import { ASSERTION_SOURCES, OPS_BY_SOURCE } from '@farwatch/core/values/http-check/assertion';
import { HTTP_CHECK_LIMITS } from '@farwatch/core/values/http-check/http-check';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../components/form/text-field.tsx';
import { type AssertionDraft, nextKey } from './check-draft.ts';
import type { CheckFields } from './check-fields.ts';
import { LabeledChoice } from './labeled-choice.tsx';

/** What must be in the answer; all of it must hold. */
export function AssertionFields({ draft: { assertions }, change, error }: CheckFields) {
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
        borderColor="edge"
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
  /** From 1. */
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

/** Where in the answer: a path, or the name of a header; nothing for the body. */
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

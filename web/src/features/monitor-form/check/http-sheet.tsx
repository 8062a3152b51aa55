import { Box, chakra } from '@chakra-ui/react';
import { httpOptions } from '@farwatch/core/values/check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { HTTP_CHECK_LIMITS } from '@farwatch/core/values/http-check/http-check';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnswerFields, ConnectionFields } from './answer-fields.tsx';
import { AssertionFields } from './assertion-fields.tsx';
import { assertionDraftOf, nextKey } from './check-draft.ts';
import { type CheckFields, fieldErrors } from './check-fields.ts';
import { assertionText } from './describe-check.ts';
import { areSecretsKnown } from './known-secrets.ts';
import { RequestFields } from './request-fields.tsx';
import { SheetFrame, SheetPart, type SheetProps } from './sheet-frame.tsx';
import { useCheckDraft } from './use-check-draft.ts';

/** The options of an HTTP check. */
export function HttpSheet(props: SheetProps) {
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

const CONNECTION_FIELDS = ['timeoutSec', 'certificateSha256'];

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

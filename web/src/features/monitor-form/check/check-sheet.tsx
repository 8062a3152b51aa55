import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { HTTP_CHECK_LIMITS, type HttpCheck } from '@farwatch/core/values/http-check/http-check';
import type { LocationCode } from '@farwatch/core/values/locations';
import { isSame } from '@farwatch/core/values/monitor-fields/field';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { normalizeUrl } from '@farwatch/core/values/url';
import { Zap } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { AskDialog } from '../../../components/overlay/ask-dialog.tsx';
import { AnswerFields, ConnectionFields } from './answer-fields.tsx';
import { AssertionFields } from './assertion-fields.tsx';
import { assertionDraftOf, nextKey } from './check-draft.ts';
import { type CheckFields, fieldErrors } from './check-fields.ts';
import { assertionText } from './describe-check.ts';
import { areSecretsKnown, hasMasks, type StoredOrigins } from './known-secrets.ts';
import { RequestFields } from './request-fields.tsx';
import { SupportNotice } from './support-notice.tsx';
import { TryItPanel } from './try-it/try-it-panel.tsx';
import { useTryIt } from './try-it/use-try-it.ts';
import { useCheckDraft } from './use-check-draft.ts';

type Props = {
  entry: EndpointContent;
  stored: StoredOrigins;
  /** The monitor's locations. */
  locations: readonly LocationCode[];
  onApply: (check: HttpCheck | null) => void;
  /** Reports whether closing would lose any input. */
  onUnsaved: (hasUnsaved: boolean) => void;
  onClose: () => void;
};

/** The options of an endpoint's check, which can be tried before they are applied to the form. */
export default function CheckSheet({ entry, stored, locations, onApply, onUnsaved, onClose }: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const trialRef = useRef<HTMLDivElement>(null);
  const areKnown = areSecretsKnown(entry, stored);
  const form = useCheckDraft(entry.check, areKnown);
  const { draft, change, parsed, isDirty, problems } = form;
  const [isConfirming, setConfirming] = useState(false);
  const [note, setNote] = useState('');
  const [tryFrom, setTryFrom] = useState<LocationCode[]>([...locations]);
  const trying = useTryIt();
  const fields: CheckFields = { draft, change, error: fieldErrors(problems, t) };
  const url = normalizeUrl(entry.url);

  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved]);

  function close() {
    onUnsaved(false);
    onClose();
  }

  async function apply(event: FormEvent) {
    event.preventDefault();
    // In React's tree (not in the DOM) the monitor's form is an ancestor of this one.
    event.stopPropagation();
    const check = await form.submit();
    if (check === undefined) return;
    onApply(check);
    close();
  }

  async function tryIt() {
    const check = await form.submit();
    if (check === undefined || url === null) return;
    trialRef.current?.scrollIntoView({ block: 'start' });
    await trying.start({ url, check }, tryFrom, areKnown ? entry.id : null);
  }

  function addAssertion(assertion: Assertion) {
    const { assertions } = draft;
    const max = HTTP_CHECK_LIMITS.assertions;
    if (assertions.length >= max) return setNote(t('check.assertions.full', { count: max }));
    change({ assertions: [...assertions, assertionDraftOf(assertion, nextKey(assertions))] });
    setNote(t('check.trial.added', { assertion: assertionText(assertion, t) }));
  }

  return (
    <AppDialog
      open
      onClose={() => (isDirty ? setConfirming(true) : close())}
      title={t('check.title')}
      size="lg"
      footer={
        <Flex gap="2" flex="1" minW="0" wrap="wrap" align="center">
          <BusyButton
            variant="outline"
            borderColor="edge"
            me="auto"
            loading={trying.isBusy}
            disabled={url === null || tryFrom.length === 0}
            onClick={() => void tryIt()}
          >
            <Zap aria-hidden="true" />
            {t('check.trial.button')}
          </BusyButton>
          <Button variant="outline" borderColor="edge" onClick={() => (isDirty ? setConfirming(true) : close())}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} colorPalette="accent">
            {t('check.apply')}
          </Button>
        </Flex>
      }
    >
      <chakra.form
        id={formId}
        ref={form.ref}
        noValidate
        display="flex"
        flexDirection="column"
        gap="6"
        onSubmit={(event) => void apply(event)}
      >
        <Text overflowWrap="anywhere" color="text.muted">
          {readableUrl(entry.url)}
        </Text>
        {problems.get('') && <Notice kind="error">{t('check.problems.size')}</Notice>}
        {!areKnown && hasMasks(entry.check) && <Notice kind="warning">{t('form.check.retypeSecrets')}</Notice>}
        <SupportNotice entries={[{ check: parsed.check ?? null }]} locations={locations} />
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
      </chakra.form>
      <Box ref={trialRef} borderTopWidth="1px" mt="6" pt="6" scrollMarginTop="4">
        <SheetPart title={t('check.trial.title')}>
          <TryItPanel
            trial={trying.trial}
            failure={trying.failure}
            isOutdated={trying.trial !== null && !isSame(parsed.check, trying.trial.check)}
            locations={tryFrom}
            onLocations={setTryFrom}
            onAssert={addAssertion}
          />
        </SheetPart>
        <Text role="status" textStyle="sm" color="text.muted" mt="2">
          {note}
        </Text>
      </Box>
      <AskDialog
        open={isConfirming}
        title={t('check.discardTitle')}
        confirm={t('addUrls.discard')}
        danger
        onConfirm={close}
        dismiss={{ text: t('addUrls.keep'), onDismiss: () => setConfirming(false) }}
      >
        {t('check.discardText')}
      </AskDialog>
    </AppDialog>
  );
}

function SheetPart({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Flex as="section" direction="column" gap="4" aria-labelledby={id}>
      <Box>
        <chakra.h3 id={id} textStyle="md" fontWeight="semibold">
          {title}
        </chakra.h3>
        {hint && (
          <Text textStyle="sm" color="text.muted">
            {hint}
          </Text>
        )}
      </Box>
      {children}
    </Flex>
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

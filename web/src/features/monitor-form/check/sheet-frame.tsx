import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { CheckOptions } from '@farwatch/core/values/check-options';
import type { Assertion } from '@farwatch/core/values/http-check/assertion';
import { isSame } from '@farwatch/core/values/is-same';
import type { LocationCode } from '@farwatch/core/values/locations';
import { readableUrl } from '@farwatch/core/values/readable-url';
import { isRunByServer, normalizeUrl } from '@farwatch/core/values/url';
import { Zap } from 'lucide-react';
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import type { CheckProblems } from './check-draft.ts';
import { areSecretsKnown, hasMasks, type StoredOrigins } from './known-secrets.ts';
import { SupportNotice } from './support-notice.tsx';
import { TryItPanel } from './try-it/try-it-panel.tsx';
import { useTryIt } from './try-it/use-try-it.ts';

export type SheetProps = {
  /** The entry, with the options of its URL's check type. */
  entry: EndpointContent;
  stored: StoredOrigins;
  /** The monitor's locations. */
  locations: readonly LocationCode[];
  onApply: (check: CheckOptions | null) => void;
  /** Reports whether closing would lose any input. */
  onUnsaved: (hasUnsaved: boolean) => void;
  onClose: () => void;
};

/** The fields of a check while they are edited, of any type. */
export type SheetForm = {
  ref: RefObject<HTMLFormElement | null>;
  parsed: { check?: CheckOptions | null };
  problems: CheckProblems;
  isDirty: boolean;
  submit: () => Promise<CheckOptions | null | undefined>;
};

type Props = SheetProps & {
  form: SheetForm;
  /** Makes an assertion about a part of the response. */
  onAssert?: (assertion: Assertion) => void;
  /** The result of that, also for screen readers. */
  note: string;
  children: ReactNode;
};

/** The dialog around the options of a check, which can be tried before they are applied to the form. */
export function SheetFrame({
  entry,
  stored,
  locations,
  onApply,
  onUnsaved,
  onClose,
  form,
  onAssert,
  note,
  children,
}: Props) {
  const { t } = useTranslation();
  const formId = useId();
  const answersRef = useRef<HTMLDivElement>(null);
  const areKnown = areSecretsKnown(entry, stored);
  const { parsed, isDirty, problems } = form;
  const [isConfirming, setConfirming] = useState(false);
  const [tryFrom, setTryFrom] = useState<LocationCode[]>([...locations]);
  const trying = useTryIt();
  const url = normalizeUrl(entry.url);
  // Only agents can try checks; types that the server checks explain that in their help.
  const isTriable = !isRunByServer(entry.url);

  useEffect(() => onUnsaved(isDirty), [isDirty, onUnsaved]);
  const hasOutcome = trying.failure !== null || trying.trial?.locations.some(([, { state }]) => state === 'done');
  // Until then there was too little below to scroll to the top.
  useOnChange(hasOutcome, () => hasOutcome && showAnswers());

  function showAnswers() {
    answersRef.current?.scrollIntoView({ block: 'start' });
    answersRef.current?.focus({ preventScroll: true });
  }

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
    showAnswers();
    await trying.start({ url, check }, tryFrom, areKnown ? entry.id : null);
  }

  return (
    <AppDialog
      open
      onClose={() => (isDirty ? setConfirming(true) : close())}
      title={t('check.title')}
      size="lg"
      footer={
        <Flex gap="2" flex="1" minW="0" wrap="wrap" align="center" justify="flex-end">
          {isTriable && (
            <BusyButton
              variant="outline"
              me="auto"
              loading={trying.isBusy}
              disabled={url === null || tryFrom.length === 0}
              onClick={() => void tryIt()}
            >
              <Zap aria-hidden="true" />
              {t('check.trial.button')}
            </BusyButton>
          )}
          <Button variant="outline" onClick={() => (isDirty ? setConfirming(true) : close())}>
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
        <SupportNotice entries={[{ url: entry.url, check: parsed.check ?? null }]} locations={locations} />
        {children}
      </chakra.form>
      {isTriable && (
        <Box borderTopWidth="1px" mt="6" pt="6">
          <SheetPart title={t('check.trial.title')}>
            <TryItPanel
              answersRef={answersRef}
              trial={trying.trial}
              failure={trying.failure}
              isOutdated={trying.trial !== null && !isSame(parsed.check, trying.trial.check)}
              locations={tryFrom}
              onLocations={setTryFrom}
              {...(onAssert && { onAssert })}
            />
          </SheetPart>
          <Text role="status" textStyle="sm" color="text.muted" mt="2">
            {note}
          </Text>
        </Box>
      )}
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

/** A part of the options, with its title. */
export function SheetPart({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
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

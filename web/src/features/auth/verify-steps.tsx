import { Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/button-link.tsx';
import { PATHS } from '../../lib/paths.ts';
import { type VerifyResult, verifyOnce } from './verify-email.ts';

const REDIRECT_AFTER_MS = 3_000;

const toMonitors = () => window.location.replace(PATHS.monitors);

/** No code: the mail is on its way. */
export function Pending() {
  const { t } = useTranslation();
  return (
    <Outcome title={t('verify.pending')} text={t('verify.pendingHint')}>
      <ButtonLink to={PATHS.login} colorPalette="accent" w="full" h="11">
        {t('verify.backToLogin')}
      </ButtonLink>
    </Outcome>
  );
}

/** A code: redeeming it, then how that ended. */
export function Verifying({ code }: { code: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<VerifyResult | null>(null);
  useEffect(() => {
    void verifyOnce(code).then(setResult);
  }, [code]);
  useEffect(() => {
    if (!result?.ok) return;
    const timer = setTimeout(toMonitors, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [result]);

  if (result === null) return <Outcome title={t('verify.verifying')} busy />;
  if (result.ok) {
    return (
      <Outcome title={t('verify.success')} text={t('verify.redirecting')}>
        <Button colorPalette="accent" w="full" h="11" onClick={toMonitors}>
          {t('verify.continue')}
        </Button>
      </Outcome>
    );
  }
  return (
    <Outcome title={t('verify.failure')} text={t(`verify.errors.${result.reason}`)}>
      <ButtonLink to={PATHS.login} colorPalette="accent" w="full" h="11">
        {t('verify.backToLogin')}
      </ButtonLink>
    </Outcome>
  );
}

type OutcomeProps = { title: string; text?: string; busy?: boolean; children?: ReactNode };

function Outcome({ title, text, busy = false, children }: OutcomeProps) {
  return (
    <Flex role="status" direction="column" align="center" textAlign="center" gap="3">
      {busy && <Spinner size="lg" color="accent" />}
      <Heading as="h1" textStyle="xl" fontWeight="semibold">
        {title}
      </Heading>
      {text && <Text color="text.muted">{text}</Text>}
      {children && (
        <Flex w="full" mt="3">
          {children}
        </Flex>
      )}
    </Flex>
  );
}

import { Button } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { keepEmail } from '../../lib/kept-email.ts';
import { PATHS } from '../../lib/paths.ts';
import { type VerifyResult, verifyOnce } from './verify-email.ts';
import { VerifyOutcome } from './verify-outcome.tsx';

const REDIRECT_AFTER_MS = 3_000;

/** Loads a new page, which reads the session again. Signed-out users are asked to sign in there. */
export const toMonitors = () => window.location.replace(PATHS.monitors);

/** Redeems a code, then shows the result. */
export function Verifying({ code }: { code: string }) {
  const { t } = useTranslation();
  const [result, setResult] = useState<VerifyResult | null>(null);
  useEffect(() => {
    void verifyOnce(code).then(setResult);
  }, [code]);

  if (result === null) return <VerifyOutcome title={t('verify.verifying')} busy />;
  if (result.ok) return <Success />;
  return (
    <VerifyOutcome title={t('verify.failure')} text={t(`verify.errors.${result.reason}`)}>
      <ButtonLink to={PATHS.login} colorPalette="accent" w="full" h="11">
        {t('verify.backToLogin')}
      </ButtonLink>
    </VerifyOutcome>
  );
}

/** Shown after the provider's own page has verified the address. */
export function Verified({ email }: { email: string }) {
  useEffect(() => keepEmail({ email, sentAtMs: null, isVerified: true }), [email]);
  return <Success />;
}

function Success() {
  const { t } = useTranslation();
  useEffect(() => {
    const timer = setTimeout(toMonitors, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <VerifyOutcome title={t('verify.success')} text={t('verify.redirecting')}>
      <Button colorPalette="accent" w="full" h="11" onClick={toMonitors}>
        {t('verify.continue')}
      </Button>
    </VerifyOutcome>
  );
}

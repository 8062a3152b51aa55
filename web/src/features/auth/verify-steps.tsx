import { Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { storePendingEmail } from '../../lib/session/pending-email.ts';
import { useSession } from '../../lib/session/session.ts';
import { type VerifyResult, verifyOnce } from './verify-email.ts';

type Props = { title: string; text?: string | undefined; busy?: boolean; children?: ReactNode };

/** The state of the verification, also as the window's title, with the possible actions. */
export function VerifyOutcome({ title, text, busy = false, children }: Props) {
  useTitle(title);
  return (
    <Flex direction="column" align="center" textAlign="center" gap="3">
      <Flex role="status" direction="column" align="center" gap="3">
        {busy && <Spinner size="lg" color="accent" />}
        <Heading as="h1" textStyle="xl" fontWeight="semibold">
          {title}
        </Heading>
        {text && (
          <Text color="text.muted" overflowWrap="anywhere">
            {text}
          </Text>
        )}
      </Flex>
      {children && (
        <Flex direction="column" gap="3" w="full" mt="3" textAlign="start">
          {children}
        </Flex>
      )}
    </Flex>
  );
}

const REDIRECT_AFTER_MS = 3_000;

/** Reloads the app, which reads the session again and redirects signed-out users to sign-in. */
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
  useEffect(() => storePendingEmail({ email, sentAtMs: null, isVerified: true }), [email]);
  return <Success />;
}

/** A link opened in a browser without a session leads to the sign-in page, so the page says that before. */
function Success() {
  const { t } = useTranslation();
  const isSignedOut = useSession().state === 'signed-out';
  useEffect(() => {
    const timer = setTimeout(toMonitors, REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <VerifyOutcome title={t('verify.success')} text={t('verify.redirecting')}>
      {isSignedOut && (
        <Text color="text.muted" textAlign="center">
          {t('verify.signInNext')}
        </Text>
      )}
      <Button colorPalette="accent" w="full" h="11" onClick={toMonitors}>
        {t('verify.continue')}
      </Button>
    </VerifyOutcome>
  );
}

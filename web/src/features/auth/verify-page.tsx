import { Button, Flex, Heading, Spinner, Text } from '@chakra-ui/react';
import { SECOND_MS } from '@farwatch/core/values/time';
import { applyActionCode, checkActionCode } from 'firebase/auth';
import type { ParseKeys } from 'i18next';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ENV } from '../../lib/env.ts';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useTitle } from '../../lib/navigation/window-title.ts';
import { pendingEmail, resendInSec, storePendingEmail } from '../../lib/session/pending-email.ts';
import { useSession } from '../../lib/session/session.ts';
import { useNow } from '../../lib/time/now.ts';
import { Loading } from '../../ui/feedback/loading.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';
import { AuthLayout } from './auth-layout.tsx';
import { resendErrorKey, verifyProblem } from './provider/auth-errors.ts';
import { sendVerification, VERIFIED_QUERY } from './provider/sign-in.ts';

/** /verify-email: redeems the code if there is one, otherwise shows the state of the address. */
export default function VerifyPage() {
  const session = useSession();
  const [query] = useSearchParams();
  const code = query.get('oobCode');
  const verified = query.get(VERIFIED_QUERY);
  const isPasswordReset = code !== null && query.get('mode') === 'resetPassword';
  useEffect(() => {
    if (isPasswordReset) window.location.replace(providerPage(query));
  }, [isPasswordReset, query]);
  if (isPasswordReset) return <Loading tall />;
  if (code !== null) {
    return (
      <AuthLayout>
        <Verifying code={code} />
      </AuthLayout>
    );
  }
  if (session.state === 'verified') return <Navigate to={PATHS.monitors} replace />;
  // Verified by the provider's page. For a signed-in user the session decides instead.
  if (verified && session.state === 'signed-out') {
    return (
      <AuthLayout>
        <Verified email={verified} />
      </AuthLayout>
    );
  }
  return (
    <AuthLayout>
      <Pending email={session.state === 'unverified' ? session.user.email : null} />
    </AuthLayout>
  );
}

/** The provider's page for setting a new password, for a link that came here instead. */
function providerPage(query: URLSearchParams): string {
  const page = ENV.emulators.auth
    ? `http://${ENV.emulators.auth}/emulator/action`
    : `https://${ENV.firebase.authDomain}/__/auth/action`;
  return `${page}?${query}`;
}

const POLL_MS = 5 * SECOND_MS;

/**
 * Shown without a code: whether and where the mail was sent. `email` is the address of the signed-in account, which can
 * request another mail and continues once the link was opened anywhere; null if signed out.
 */
function Pending({ email }: { email: string | null }) {
  const { t } = useTranslation();
  const [saved, setSaved] = useState(pendingEmail);
  const sent = saved && (email === null || saved.email === email) && saved.sentAtMs !== null ? saved : null;
  useVerificationPolling(email !== null);
  return (
    <VerifyOutcome title={sent ? t('verify.pending') : t('verify.needed')} text={text()}>
      {email !== null && (
        <Resend sentAtMs={sent?.sentAtMs ?? null} email={email} onSent={() => setSaved(pendingEmail())} />
      )}
      <ButtonLink
        to={PATHS.login}
        {...(email === null ? { colorPalette: 'accent' } : { variant: 'outline', borderColor: 'edge' })}
        w="full"
        h="11"
      >
        {t('verify.backToLogin')}
      </ButtonLink>
    </VerifyOutcome>
  );

  function text(): string {
    if (sent) return t('verify.sentTo', { email: sent.email });
    return email === null ? t('verify.neededSignedOut') : t('verify.neededFor', { email });
  }
}

/** Continues once the address is verified, also in another tab or on another device. */
function useVerificationPolling(isSignedIn: boolean): void {
  const nowMs = useNow(POLL_MS);
  const poll = useEffectEvent(async () => {
    if (isSignedIn && (await isVerifiedNow())) toMonitors();
  });
  useEffect(() => {
    if (nowMs > 0) void poll();
  }, [nowMs]);
}

type ResendProps = { sentAtMs: number | null; email: string; onSent: () => void };

function Resend({ sentAtMs, email, onSent }: ResendProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [problem, setProblem] = useState<ParseKeys | null>(null);
  const seconds = resendInSec(sentAtMs, useNow(SECOND_MS));

  async function resend() {
    setBusy(true);
    setSent(false);
    setProblem(null);
    try {
      if (auth.currentUser) await sendVerification(auth.currentUser);
      // The page's own title mentions the first mail.
      setSent(sentAtMs !== null);
      onSent();
    } catch (thrown) {
      setProblem(resendErrorKey(authCode(thrown)));
    }
    setBusy(false);
  }

  return (
    <>
      {problem && <Notice kind="error">{t(problem)}</Notice>}
      {isSent && <Notice kind="success">{t('verify.resent', { email })}</Notice>}
      <BusyButton colorPalette="accent" h="11" loading={busy} disabled={seconds > 0} onClick={() => void resend()}>
        {seconds > 0 ? t('verify.resendIn', { seconds }) : t('verify.resend')}
      </BusyButton>
    </>
  );
}

type VerifyOutcomeProps = { title: string; text?: string | undefined; busy?: boolean; children?: ReactNode };

/** The state of the verification, also as the window's title, with the possible actions. */
function VerifyOutcome({ title, text, busy = false, children }: VerifyOutcomeProps) {
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
const toMonitors = () => window.location.replace(PATHS.monitors);

type VerifyResult = { ok: true } | { ok: false; reason: 'timeout' | 'code' | 'other' };

/** Redeems a code, then shows the result. */
function Verifying({ code }: { code: string }) {
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
function Verified({ email }: { email: string }) {
  useEffect(() => storePendingEmail({ email, sentAtMs: null, isVerified: true }), [email]);
  return <Success />;
}

/** A link opened in a browser without a session leads to the sign-in page, so the page announces that before. */
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

const TIMEOUT_MS = 10_000;

const results = new Map<string, Promise<VerifyResult>>();

/**
 * Redeems the code of a verification mail within 10 s, renews the identity token, and saves the address for signing in.
 * Codes work once, so repeated calls share one result, and a refused code counts as success if the address is verified.
 * Never throws.
 */
function verifyOnce(code: string): Promise<VerifyResult> {
  const result = results.get(code) ?? verify(code);
  results.set(code, result);
  return result;
}

function verify(code: string): Promise<VerifyResult> {
  const timeout = new Promise<VerifyResult>((resolve) => {
    setTimeout(() => resolve({ ok: false, reason: 'timeout' }), TIMEOUT_MS);
  });
  return Promise.race([redeem(code), timeout]);
}

async function redeem(code: string): Promise<VerifyResult> {
  try {
    const email = await emailOf(code);
    await applyActionCode(auth, code);
    if (email !== null) storePendingEmail({ email, sentAtMs: null, isVerified: true });
    await isVerifiedNow();
    return { ok: true };
  } catch (error) {
    if ((await isVerifiedNow()) || pendingEmail()?.isVerified) return { ok: true };
    console.warn('The verification code was refused', error);
    return { ok: false, reason: verifyProblem(authCode(error)) };
  }
}

/** Finds the address that a code verifies; null if unknown. */
async function emailOf(code: string): Promise<string | null> {
  try {
    return (await checkActionCode(auth, code)).data.email ?? null;
  } catch {
    // An invalid code is refused when it is redeemed.
    return null;
  }
}

/**
 * Whether the signed-in user's address is now verified, possibly by a link opened elsewhere; renews the token if so.
 */
async function isVerifiedNow(): Promise<boolean> {
  const { currentUser } = auth;
  if (!currentUser) return false;
  try {
    await currentUser.reload();
    if (currentUser.emailVerified) await currentUser.getIdToken(true);
    return currentUser.emailVerified;
  } catch {
    // Callers poll it, or only double-check, so a failure needs no handling.
    return false;
  }
}

import { SECOND_MS } from '@farwatch/core/values/time';
import type { ParseKeys } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { auth } from '../../lib/firebase/auth.ts';
import { authCode } from '../../lib/firebase/auth-code.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { pendingEmail, resendInSec } from '../../lib/session/pending-email.ts';
import { useNow } from '../../lib/time/now.ts';
import { resendErrorKey } from './auth-errors.ts';
import { sendVerification } from './sign-in.ts';
import { isVerifiedNow } from './verify-email.ts';
import { toMonitors, VerifyOutcome } from './verify-steps.tsx';

const POLL_MS = 5 * SECOND_MS;

/**
 * Shown without a code: whether and where the mail was sent. `email`: that of the signed-in account, which can request
 * another mail and continues once the link was opened anywhere; null if signed out.
 */
export function Pending({ email }: { email: string | null }) {
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

import { SECOND_MS } from '@farwatch/core/values/time';
import type { ParseKeys, TFunction } from 'i18next';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../components/feedback/notice.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { ButtonLink } from '../../components/navigation/links.tsx';
import { auth } from '../../lib/firebase/auth.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { type KeptEmail, keptEmail, resendInSec } from '../../lib/session/kept-email.ts';
import { useNow } from '../../lib/time/now.ts';
import { authCode, resendErrorKey } from './auth-errors.ts';
import { sendVerification } from './sign-in.ts';
import { isVerifiedNow } from './verify-email.ts';
import { toMonitors, VerifyOutcome } from './verify-steps.tsx';

const LOOK_EVERY_MS = 5 * SECOND_MS;

/**
 * Shown without a code: whether and where the mail was sent. `email`: the signed-in account's, which can have it sent
 * again and continues once the link was opened anywhere; null if nobody is signed in.
 */
export function Pending({ email }: { email: string | null }) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(keptEmail);
  const sent = kept && (email === null || kept.email === email) && kept.sentAtMs !== null ? kept : null;
  useVerificationPolling(email !== null);
  return (
    <VerifyOutcome title={sent ? t('verify.pending') : t('verify.needed')} text={textOf(sent, email, t)}>
      {email !== null && <Resend sentAtMs={sent?.sentAtMs ?? null} email={email} onSent={() => setKept(keptEmail())} />}
      <ButtonLink to={PATHS.login} {...(email === null ? { colorPalette: 'accent' } : QUIET)} w="full" h="11">
        {t('verify.backToLogin')}
      </ButtonLink>
    </VerifyOutcome>
  );
}

const QUIET = { variant: 'outline', borderColor: 'edge' } as const;

function textOf(sent: KeptEmail | null, email: string | null, t: TFunction): string {
  if (sent) return t('verify.sentTo', { email: sent.email });
  return email === null ? t('verify.neededSignedOut') : t('verify.neededFor', { email });
}

/** Continues once the address is verified, also in another tab or on another device. */
function useVerificationPolling(isSignedIn: boolean): void {
  const beat = useNow(LOOK_EVERY_MS);
  const look = useEffectEvent(async () => {
    if (isSignedIn && (await isVerifiedNow())) toMonitors();
  });
  useEffect(() => {
    if (beat > 0) void look();
  }, [beat]);
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

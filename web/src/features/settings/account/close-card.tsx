import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import type { Plan } from '@farwatch/core/documents/user';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import ClosingNotice from '../../../domain/closing-notice.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { CONTACT_EMAIL } from '../../../lib/contact.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { authCode } from '../../../lib/firebase/auth-code.ts';
import { fullDate } from '../../../lib/format/dates.ts';
import { planName } from '../../../lib/format/plan-name.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useProfile } from '../../../lib/live/account.ts';
import { useByNow } from '../../../lib/time/now.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { SettingsCard } from '../layout.tsx';
import { type AuthProblem, authProblem, loadGoogle, proveIdentity } from './prove-identity.ts';
import { hasPassword } from './sign-in-methods.ts';

/** Closes the account after a confirmation. While it is closing, shows when that ends, and a button that keeps it. */
export function CloseCard() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const closesAt = profile?.closesAt ?? null;
  return (
    <SettingsCard id="close" title={t('account.close.title')} text={t('account.close.text')}>
      {closesAt === null ? (
        <Button variant="outline" colorPalette="danger" alignSelf="flex-start" onClick={() => setOpen(true)}>
          {t('account.close.open')}
        </Button>
      ) : (
        <ClosingNotice closesAt={closesAt} />
      )}
      {isOpen && <CloseDialog plan={profile?.plan ?? null} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

type Problem = 'email' | { refused: NonNullable<AuthProblem> } | { failure: unknown } | null;

/** Explains closing, has the user confirm it by their address and prove their identity, and closes the account. */
function CloseDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const ownEmail = auth.currentUser?.email ?? '';
  const byPassword = hasPassword(auth.currentUser);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, save } = useSaving();
  const [problem, setProblem] = useState<Problem>(null);
  const refused = problem !== null && typeof problem === 'object' && 'refused' in problem ? problem.refused : null;

  useEffect(() => void (byPassword || loadGoogle()), [byPassword]);

  async function close(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (email.trim().toLowerCase() !== ownEmail.toLowerCase()) return setProblem('email');
    await save(async () => {
      const found = await closeAccount(byPassword ? password : null);
      if (found === 'closed') onClose();
      else setProblem(found);
    });
  }

  return (
    <AppDialog
      open
      onClose={() => !isBusy && onClose()}
      title={t('account.close.title')}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={id} colorPalette="danger" loading={isBusy}>
            {t('account.close.confirm')}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void close(event)} onChange={() => setProblem(null)}>
        <Flex direction="column" gap="4">
          {refused && !refused.isPassword && <Notice kind="error">{t(refused.text)}</Notice>}
          {problem !== null && typeof problem === 'object' && 'failure' in problem && (
            <FailureNotice failure={problem.failure} />
          )}
          <Consequences plan={plan} />
          <TextField
            label={t('account.close.typeEmail', { email: ownEmail })}
            type="email"
            autoComplete="off"
            value={email}
            error={problem === 'email' ? t('account.close.otherEmail') : undefined}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {byPassword ? (
            <PasswordField
              label={t('account.password.current')}
              autoComplete="current-password"
              value={password}
              error={refused?.isPassword ? t(refused.text) : undefined}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          ) : (
            <Text color="text.muted">{t('account.close.google')}</Text>
          )}
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

function Consequences({ plan }: { plan: Plan | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const date = useByNow((nowMs) => fullDate(nowMs + ACCOUNT.closesAfterMs, language));
  const isPaid = useByNow((nowMs) => runningPlan(plan, nowMs) !== null);
  const mail = <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>;
  return (
    <chakra.ul display="flex" flexDirection="column" gap="2" ps="5" listStyleType="disc">
      <li>{t('account.close.until', { date })}</li>
      <li>{t('account.close.keep')}</li>
      <li>{t('account.close.deleted')}</li>
      {isPaid && plan && (
        <li>
          <TextWithParts text={t('account.close.plan', { plan: planName(plan.name, t) })} parts={{ mail }} />
        </li>
      )}
    </chakra.ul>
  );
}

/** Returns 'closed', or what prevented it; null if the user closed Google's window. */
async function closeAccount(password: string | null): Promise<'closed' | Problem> {
  const user = auth.currentUser;
  if (!user) return { failure: new ApiFailure('unauthenticated') };
  if (password === '') return { refused: { text: 'account.errors.currentMissing', isPassword: true } };
  try {
    await proveIdentity(user, password);
    await callApi(accountCalls.close, {});
    return 'closed';
  } catch (thrown) {
    if (thrown instanceof ApiFailure) return { failure: thrown };
    const refused = authProblem(authCode(thrown), 'account.errors.other');
    return refused && { refused };
  }
}

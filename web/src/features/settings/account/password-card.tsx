import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { type User, updatePassword } from 'firebase/auth';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { authCode } from '../../../lib/firebase/auth-code.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { PasswordField } from '../../../ui/form/text-field.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { SettingsCard } from '../layout.tsx';
import { type PasswordFields, type PasswordProblem, passwordProblem } from './password-fields.ts';
import { authProblem, loadGoogle, proveIdentity } from './prove-identity.ts';
import { hasPassword } from './sign-in-methods.ts';

/** Changes the password; an account that only signs in with Google can set one. */
export function PasswordCard() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [done, setDone] = useState<'changed' | 'wasSet' | null>(null);
  const toChange = hasPassword(auth.currentUser);
  return (
    <SettingsCard
      id="password"
      title={t('account.password.title')}
      text={t(toChange ? 'account.password.text' : 'account.password.googleText')}
    >
      {done && <Notice kind="success">{t(`account.password.${done}`)}</Notice>}
      <Button
        variant="outline"
        alignSelf="flex-start"
        onClick={() => {
          setDone(null);
          setOpen(true);
        }}
      >
        {t(toChange ? 'account.password.change' : 'account.password.set')}
      </Button>
      {isOpen && (
        <PasswordDialog
          toChange={toChange}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setDone(toChange ? 'changed' : 'wasSet');
          }}
        />
      )}
    </SettingsCard>
  );
}

const EMPTY: PasswordFields = { current: '', next: '', repeated: '' };

type PasswordDialogProps = {
  /** Whether the account has a password, which proves who changes it; otherwise Google does. */
  toChange: boolean;
  onClose: () => void;
  onDone: () => void;
};

/**
 * Asks for the current password and the new one, twice, and changes it; or sets the first one. The link of a reset mail
 * would set it too, but disconnects Google from the account.
 */
function PasswordDialog({ toChange, onClose, onDone }: PasswordDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const form = useForm({ defaultValues: EMPTY });
  const busy = form.formState.isSubmitting;
  const errorOf = (field: keyof PasswordFields) => (problem?.field === field ? t(problem.text) : undefined);

  const submit = form.handleSubmit(async (fields) => {
    const found = passwordProblem(fields, toChange) ?? (await changePassword(fields, toChange));
    setProblem(found);
    if (!found) onDone();
    else if (found.field) form.setFocus(found.field);
  });

  useEffect(() => void (toChange || loadGoogle()), [toChange]);

  const title = t(toChange ? 'account.password.change' : 'account.password.set');
  return (
    <AppDialog
      open
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        <>
          <Button variant="outline" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={id} colorPalette="accent" loading={busy}>
            {title}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)} onChange={() => setProblem(null)}>
        <Flex direction="column" gap="4">
          {problem?.field === null && <Notice kind="error">{t(problem.text)}</Notice>}
          {/* For password managers. */}
          <input type="email" autoComplete="username" value={auth.currentUser?.email ?? ''} readOnly hidden />
          {toChange && (
            <PasswordField
              label={t('account.password.current')}
              autoComplete="current-password"
              error={errorOf('current')}
              {...form.register('current')}
            />
          )}
          <PasswordField
            label={t('account.password.next')}
            hint={t('signup.passwordHint')}
            autoComplete="new-password"
            error={errorOf('next')}
            {...form.register('next')}
          />
          <PasswordField
            label={t('account.password.repeated')}
            autoComplete="new-password"
            error={errorOf('repeated')}
            {...form.register('repeated')}
          />
          {!toChange && <Text color="text.muted">{t('account.password.google')}</Text>}
          <Text color="text.muted">{t('account.password.others')}</Text>
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

/** Returns why the provider refused the change; null if the password is changed or set. */
async function changePassword({ current, next }: PasswordFields, toChange: boolean): Promise<PasswordProblem | null> {
  const user = auth.currentUser;
  if (!user) return { field: null, text: 'failure.unauthenticated' };
  try {
    await proveIdentity(user, toChange ? current : null);
    await updatePassword(user, next);
    await staySignedIn(user, next);
    void announce();
    return null;
  } catch (thrown) {
    const refused = authProblem(authCode(thrown), 'account.errors.change');
    return { field: refused?.isPassword ? 'current' : null, text: refused?.text ?? 'account.errors.change' };
  }
}

/** Lets the server mail the owner about the change, which is made whether or not that succeeds. */
async function announce(): Promise<void> {
  await callApi(accountCalls.passwordChanged, {}).catch((thrown: unknown) =>
    console.warn('No mail about the new password', thrown),
  );
}

/**
 * Signs in with the new password: the change has revoked tokens of earlier sign-ins, which can include this browser's.
 * If that fails, the password is changed nevertheless.
 */
async function staySignedIn(user: User, password: string): Promise<void> {
  await proveIdentity(user, password).catch((thrown: unknown) => console.warn('The sign-in was not renewed', thrown));
}

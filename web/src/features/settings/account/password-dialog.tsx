import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { type User, updatePassword } from 'firebase/auth';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { PasswordField } from '../../../components/form/text-field.tsx';
import { AppDialog } from '../../../components/overlay/app-dialog.tsx';
import { auth } from '../../../lib/firebase/auth.ts';
import { authCode } from '../../../lib/firebase/auth-code.ts';
import { type PasswordFields, type PasswordProblem, passwordProblem } from './password-fields.ts';
import { authProblem, proveIdentity } from './prove-identity.ts';

const EMPTY: PasswordFields = { current: '', next: '', repeated: '' };

/** Asks for the current password and the new one, twice, and changes it. */
export function PasswordDialog({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [problem, setProblem] = useState<PasswordProblem | null>(null);
  const form = useForm({ defaultValues: EMPTY });
  const busy = form.formState.isSubmitting;
  const errorOf = (field: keyof PasswordFields) => (problem?.field === field ? t(problem.text) : undefined);

  const submit = form.handleSubmit(async (fields) => {
    const found = passwordProblem(fields) ?? (await changePassword(fields));
    setProblem(found);
    if (!found) onChanged();
    else if (found.field) form.setFocus(found.field);
  });

  return (
    <AppDialog
      open
      onClose={() => !busy && onClose()}
      title={t('account.password.change')}
      footer={
        <>
          <Button variant="outline" borderColor="edge" disabled={busy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={id} colorPalette="accent" loading={busy}>
            {t('account.password.change')}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)} onChange={() => setProblem(null)}>
        <Flex direction="column" gap="4">
          {problem?.field === null && <Notice kind="error">{t(problem.text)}</Notice>}
          {/* For password managers. */}
          <input type="email" autoComplete="username" value={auth.currentUser?.email ?? ''} readOnly hidden />
          <PasswordField
            label={t('account.password.current')}
            autoComplete="current-password"
            error={errorOf('current')}
            {...form.register('current')}
          />
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
          <Text color="text.muted">{t('account.password.others')}</Text>
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

/** Returns why the provider refused the change; null if the password is changed. */
async function changePassword({ current, next }: PasswordFields): Promise<PasswordProblem | null> {
  const user = auth.currentUser;
  if (!user) return { field: null, text: 'failure.unauthenticated' };
  try {
    await proveIdentity(user, current);
    await updatePassword(user, next);
    await staySignedIn(user, next);
    return null;
  } catch (thrown) {
    const refused = authProblem(authCode(thrown), 'account.errors.change');
    return { field: refused?.isPassword ? 'current' : null, text: refused?.text ?? 'account.errors.change' };
  }
}

/**
 * Signs in with the new password: the change has revoked tokens of earlier sign-ins, which can include this browser's.
 * If that fails, the password is changed nevertheless.
 */
async function staySignedIn(user: User, password: string): Promise<void> {
  await proveIdentity(user, password).catch((thrown: unknown) => console.warn('The sign-in was not renewed', thrown));
}

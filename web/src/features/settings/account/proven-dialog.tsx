import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../../lib/api/failure.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { authCode } from '../../../lib/firebase/auth-code.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { PasswordField, TextField } from '../../../ui/form/text-field.tsx';
import { AppDialog } from '../../../ui/overlay/app-dialog.tsx';
import { type AuthProblem, authProblem, loadGoogle, proveIdentity } from './prove-identity.ts';
import { hasPassword } from './sign-in-methods.ts';

type Props = {
  title: string;
  confirm: string;
  /** The address that the user types to confirm, and the texts of its field. */
  typed: { email: string; label: string; wrong: string };
  /** Says that Google asks to sign in again. */
  google: string;
  /** The title of a failure. */
  failed?: string;
  /** What is done once the user has proved who they are. */
  onProven: () => Promise<void>;
  onDone: () => void;
  onClose: () => void;
  /** What happens then. */
  children: ReactNode;
};

type Problem = 'email' | { refused: NonNullable<AuthProblem> } | { failure: unknown } | null;

/** Explains a final action on the account, and has the user confirm it by an address and prove their identity. */
export function ProvenDialog({ title, confirm, typed, google, failed, onProven, onDone, onClose, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const byPassword = hasPassword(auth.currentUser);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { isBusy, save } = useSaving();
  const [problem, setProblem] = useState<Problem>(null);
  const refused = problem !== null && typeof problem === 'object' && 'refused' in problem ? problem.refused : null;

  useEffect(() => void (byPassword || loadGoogle()), [byPassword]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    if (email.trim().toLowerCase() !== typed.email.toLowerCase()) return setProblem('email');
    await save(async () => {
      const found = await act(byPassword ? password : null, onProven);
      if (found === 'done') onDone();
      else setProblem(found);
    });
  }

  return (
    <AppDialog
      open
      onClose={() => !isBusy && onClose()}
      title={title}
      footer={
        <>
          <Button variant="outline" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <BusyButton type="submit" form={id} colorPalette="danger" loading={isBusy}>
            {confirm}
          </BusyButton>
        </>
      }
    >
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)} onChange={() => setProblem(null)}>
        <Flex direction="column" gap="4">
          {refused && !refused.isPassword && <Notice kind="error">{t(refused.text)}</Notice>}
          {problem !== null && typeof problem === 'object' && 'failure' in problem && (
            <FailureNotice title={failed} failure={problem.failure} />
          )}
          {children}
          <TextField
            label={typed.label}
            type="email"
            autoComplete="off"
            value={email}
            error={problem === 'email' ? typed.wrong : undefined}
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
            <Text color="text.muted">{google}</Text>
          )}
        </Flex>
      </chakra.form>
    </AppDialog>
  );
}

/** Returns 'done', or what prevented it; null if the user closed Google's window. */
async function act(password: string | null, onProven: () => Promise<void>): Promise<'done' | Problem> {
  const user = auth.currentUser;
  if (!user) return { failure: new ApiFailure('unauthenticated') };
  if (password === '') return { refused: { text: 'account.errors.currentMissing', isPassword: true } };
  try {
    await proveIdentity(user, password);
    await onProven();
    return 'done';
  } catch (thrown) {
    if (thrown instanceof ApiFailure) return { failure: thrown };
    const refused = authProblem(authCode(thrown), 'account.errors.other');
    return refused && { refused };
  }
}

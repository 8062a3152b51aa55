import { chakra, Flex } from '@chakra-ui/react';
import { type Settings, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { LIMITS } from '@farwatch/core/values/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { callApi } from '../../lib/api/client.ts';
import { auth } from '../../lib/firebase/auth.ts';
import { useProfile } from '../../lib/live/account.ts';
import { CloseCard } from './account/close-card.tsx';
import { CopyCard } from './account/copy-card.tsx';
import { PasswordCard } from './account/password-card.tsx';
import { hasGoogle } from './account/sign-in-methods.ts';
import { SettingsCard, TabParts } from './layout.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { PlanSection } from './plan-section.tsx';
import { SaveBar, useSave } from './saving.tsx';
import { captureSent, useStoredForm } from './stored-form.ts';
import { useSettings } from './use-settings.ts';

type Dirty = { onDirty: (dirty: boolean) => void };

/** The user's name and email, plan and payments, password, a copy of the data, and the end of the account. */
export function AccountTab({ onDirty }: Dirty) {
  const { t } = useTranslation();
  const settings = useSettings();
  const profile = useProfile();
  // Shown together, because each would push down the content below it.
  const isLoading = (!settings.data && !settings.error) || (profile.data === undefined && !profile.error);
  useScrollToCard(!isLoading);
  if (isLoading) return <Loading />;
  const payments = (
    <>
      <PlanSection />
      <PaymentHistory />
      <PasswordCard />
      <CopyCard />
      <CloseCard />
    </>
  );
  const { data, error, isRetrying, retry, change } = settings;
  return (
    <TabParts>
      {data ? (
        <AccountForm stored={data} onSaved={change} onDirty={onDirty}>
          {payments}
        </AccountForm>
      ) : (
        <>
          <FailureNotice title={t('settings.loadFailed')} failure={error} isRetrying={isRetrying} onRetry={retry} />
          {payments}
        </>
      )}
    </TabParts>
  );
}

/** Scrolls to the card that the address names, each time such a link is opened. */
function useScrollToCard(isShown: boolean): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key differs for each navigation.
  useEffect(() => {
    if (isShown && hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [isShown, hash, key]);
}

type Props = Dirty & {
  stored: Settings;
  onSaved: (saved: Partial<Settings>) => Promise<unknown>;
  /** Shown between the form and its save bar. */
  children: ReactNode;
};

/** The account's name, which can be changed, and its address, which cannot. */
function AccountForm({ stored, onSaved, onDirty, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const save = useSave('settings.accountFailed');
  const google = hasGoogle(auth.currentUser);
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(settingsCalls.changeAccount.body), onDirty);
  const invalid = form.formState.errors.displayName?.type;
  const problem =
    invalid === 'too_small' ? t('settings.nameMissing') : t('settings.nameLong', { max: LIMITS.nameLength });

  const submit = form.handleSubmit((body) =>
    save.run(async () => {
      const applyStored = captureSent(form, ['displayName']);
      const saved = await callApi(settingsCalls.changeAccount, { body });
      applyStored(saved);
      await onSaved(saved);
      return { done: 'settings.accountSaved' };
    }),
  );

  function undo() {
    discard();
    save.forget();
  }

  return (
    <>
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)} onChange={save.forget}>
        <SettingsCard title={t('settings.account')} text={t('settings.accountText')}>
          <Flex direction="column" gap="5" maxW="480px">
            <TextField
              label={t('settings.name')}
              hint={t(google ? 'settings.nameGoogleHint' : 'settings.nameHint')}
              error={invalid && problem}
              autoComplete="name"
              required
              {...form.register('displayName')}
            />
            <TextField
              label={t('settings.email')}
              hint={t(google ? 'settings.emailGoogleHint' : 'settings.emailHint')}
              value={stored.email}
              readOnly
              disabled
            />
          </Flex>
        </SettingsCard>
      </chakra.form>
      {children}
      <SaveBar form={id} dirty={isDirty} saving={save.busy} outcome={save.outcome} onDiscard={undo} />
    </>
  );
}

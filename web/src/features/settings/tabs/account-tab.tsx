import { Box, chakra, Flex, Text } from '@chakra-ui/react';
import { meCalls } from '@farwatch/core/contracts/api/me';
import { type Account, settingsCalls } from '@farwatch/core/contracts/api/settings';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import { hasMoney } from '@farwatch/core/decisions/payments/progress';
import type { OrderState, Payment } from '@farwatch/core/documents/payment';
import type { Plan } from '@farwatch/core/documents/user';
import { LIMITS } from '@farwatch/core/values/limits';
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PlanChoices } from '../../../domain/payments/plan-choices.tsx';
import { StatusLabel, type StatusLook } from '../../../domain/status/status.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useMarkedIssues } from '../../../lib/api/mark-issues.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { useSaving } from '../../../lib/api/use-saving.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { usd } from '../../../lib/format/numbers.ts';
import { planName } from '../../../lib/format/plan-name.ts';
import { withTexts } from '../../../lib/i18n/i18n.ts';
import { useOwnProfile, useProfile } from '../../../lib/live/account.ts';
import { usePayments } from '../../../lib/live/payments.ts';
import { checkoutPath } from '../../../lib/navigation/paths.ts';
import { useByNow } from '../../../lib/time/now.ts';
import { useOnChange } from '../../../lib/use-on-change.ts';
import { useHighlight } from '../../../ui/data-table/highlight.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { lazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { ButtonLink } from '../../../ui/navigation/links.tsx';
import { FullDate } from '../../../ui/text/time.tsx';
import { CloseCard } from '../account/close-card.tsx';
import { CopyCard } from '../account/copy-card.tsx';
import { PasswordCard } from '../account/password-card.tsx';
import { hasGoogle } from '../account/sign-in-methods.ts';
import { CardFor, SettingsCard, TabParts } from '../layout.tsx';
import { LiveListCard } from '../live-list-card.tsx';
import { type DoneTexts, SaveBar } from '../saving.tsx';
import { captureSent, useStoredForm } from '../stored-form.ts';

const MembersCard = lazyPart(withTexts('accounts', () => import('../account/members-card.tsx')));
const OtherAccountsCard = lazyPart(() => import('../account/other-accounts-card.tsx'));
const HistoryCard = lazyPart(() => import('../account/history-card.tsx'));
// Its code is loaded with the page, its texts are not.
const CloseCardWithTexts = lazyPart(withTexts('accounts', async () => ({ default: CloseCard })));
const ActivityCard = lazyPart(() => import('../account/activity-card.tsx'));

type Dirty = { onDirty: (dirty: boolean) => void };

/** The person's name, email and password; plan and payments, members, a copy of the data, and the end of the account. */
export function AccountTab({ onDirty }: Dirty) {
  const { t } = useTranslation();
  const person = useApi(meCalls.read, {});
  const profile = useProfile();
  const ownName = useOwnProfile().data?.displayName;
  useOnChange(ownName, (before) => before !== undefined && void person.mutate());
  // Shown together, because each would push down the content below it.
  const isLoading = (!person.data && !person.error) || (profile.data === undefined && !profile.error);
  if (isLoading) return <Loading />;
  const payments = (
    <>
      <CardFor id="plan">
        <PlanSection />
      </CardFor>
      <CardFor id="payments">
        <PaymentHistory />
      </CardFor>
      <PasswordCard />
      <Suspense fallback={null}>
        <MembersCard />
        <OtherAccountsCard />
        <CardFor id="activity">
          <ActivityCard />
        </CardFor>
      </Suspense>
      <CardFor id="copy">
        <CopyCard />
      </CardFor>
      <Suspense fallback={null}>
        <HistoryCard />
        <CardFor id="close">
          <CloseCardWithTexts />
        </CardFor>
      </Suspense>
    </>
  );
  const { data, error, isValidating, mutate } = person;
  const change = (saved: Account) => mutate((before) => before && { ...before, ...saved }, { revalidate: false });
  return (
    <TabParts>
      {data ? (
        <AccountForm stored={data} onSaved={change} onDirty={onDirty}>
          {payments}
        </AccountForm>
      ) : (
        <>
          <FailureNotice
            title={t('settings.loadFailed')}
            failure={error}
            isRetrying={isValidating}
            onRetry={() => void mutate()}
          />
          {payments}
        </>
      )}
    </TabParts>
  );
}

type Props = Dirty & {
  stored: Account;
  onSaved: (saved: Account) => Promise<unknown>;
  /** Shown between the form and its save bar. */
  children: ReactNode;
};

/** The person's name, which can be changed, and their address, which cannot. */
function AccountForm({ stored, onSaved, onDirty, children }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const saving = useSaving<DoneTexts>();
  const google = hasGoogle(auth.currentUser);
  const { form, isDirty, discard } = useStoredForm(stored, zodResolver(settingsCalls.changeAccount.body), onDirty);
  useMarkedIssues(form, saving.failure);
  const invalid = form.formState.errors.displayName?.type;
  const problem =
    invalid === 'too_small' ? t('settings.nameMissing') : t('settings.nameLong', { max: LIMITS.nameLength });

  const submit = form.handleSubmit((body) =>
    saving.save(async () => {
      const applyStored = captureSent(form, ['displayName']);
      const saved = await callApi(settingsCalls.changeAccount, { body });
      applyStored(saved);
      await onSaved(saved);
      return ['settings.accountSaved'];
    }),
  );

  return (
    <>
      <chakra.form id={id} noValidate onSubmit={(event) => void submit(event)} onChange={saving.forget}>
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
      <SaveBar form={id} dirty={isDirty} saving={saving} failed="settings.accountFailed" onDiscard={discard} />
    </>
  );
}

/** The current plan, live, and the offers: another month or another plan while it is active, otherwise any plan. */
function PlanSection() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const plan = profile?.plan ?? null;
  const isActive = useByNow((nowMs) => runningPlan(plan, nowMs) !== null);
  if (profile === undefined) return null;
  return (
    <SettingsCard id="plan" title={t('settings.plan.title')} text={t('settings.plan.text')}>
      {plan && <PlanDetails plan={plan} isActive={isActive} />}
      {plan && isActive ? (
        <>
          <ButtonLink to={checkoutPath(plan)} variant="outline" alignSelf="flex-start">
            {t('settings.plan.extend')}
          </ButtonLink>
          <Choices title={t('settings.plan.other')} text={t('settings.plan.otherText')} except={plan} />
        </>
      ) : (
        <Choices
          title={plan ? undefined : t('settings.plan.none')}
          text={t(plan ? 'settings.plan.endedText' : 'settings.plan.noneText')}
        />
      )}
    </SettingsCard>
  );
}

function Choices({ title, text, except }: { title?: string | undefined; text: string; except?: Plan }) {
  return (
    <Flex direction="column" gap="3" maxW="480px">
      <div>
        {title && <Text fontWeight="medium">{title}</Text>}
        <Text color={title ? 'text.muted' : 'text'}>{text}</Text>
      </div>
      <PlanChoices except={except} />
    </Flex>
  );
}

function PlanDetails({ plan, isActive }: { plan: Plan; isActive: boolean }) {
  const { t } = useTranslation();
  return (
    <Flex direction="column" gap="4">
      <Flex align="center" columnGap="4" rowGap="1" wrap="wrap">
        <Text textStyle="xl" fontWeight="semibold">
          {planName(plan.name, t)}
        </Text>
        <StatusLabel
          look={isActive ? 'up' : 'none'}
          text={t(isActive ? 'settings.plan.active' : 'settings.plan.ended')}
        />
      </Flex>
      <chakra.dl display="grid" gridTemplateColumns="repeat(auto-fit, minmax(120px, 1fr))" gap="4" maxW="480px">
        <Detail name={t('settings.plan.price')}>
          {usd(plan.price)}{' '}
          <Text as="span" color="text.muted">
            {t('checkout.perMonth')}
          </Text>
        </Detail>
        <Detail name={t('settings.plan.since')}>
          <FullDate atMs={plan.since} />
        </Detail>
        <Detail name={t('settings.plan.until')}>
          <FullDate atMs={plan.until} />
        </Detail>
      </chakra.dl>
    </Flex>
  );
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <chakra.dt color="text.muted" textStyle="sm">
        {name}
      </chakra.dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The account's payments, live, without orders that received no money. */
function PaymentHistory() {
  const { t } = useTranslation();
  const live = usePayments();
  const paid = live.data?.items.filter(({ state }) => hasMoney(state));
  return (
    <LiveListCard
      id="payments"
      title={t('payments.title')}
      text={t('payments.text')}
      loadFailed={t('payments.loadFailed')}
      live={live}
      items={paid}
      empty={<EmptyState title={t('payments.empty')} hint={t('payments.emptyHint')} />}
      renderItem={(payment) => <PaymentRow key={payment.id} payment={payment} />}
    />
  );
}

const InvoiceLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** Two lines on small screens. */
const AREAS = { base: '"state amount" "plan date"', lg: '"state plan date amount"' };
const COLUMNS = { base: 'minmax(0, 1fr) auto', lg: '160px minmax(0, 1fr) auto 80px' };

function PaymentRow({ payment }: { payment: Payment }) {
  const { t } = useTranslation();
  const highlight = useHighlight(payment.state);
  return (
    <chakra.li display="grid" gridTemplateAreas={AREAS} gridTemplateColumns={COLUMNS} style={highlight}>
      <Box gridArea="state">
        <StatusLabel look={LOOKS[payment.state]} text={t(`payments.states.${payment.state}`)} />
      </Box>
      <Text gridArea="plan" fontWeight={{ lg: 'medium' }}>
        {planName(payment.planName, t)}
        <Missing payment={payment} />
      </Text>
      <Text gridArea="date" color="text.muted">
        <FullDate atMs={payment.paidAt ?? payment.createdAt} />
      </Text>
      <Text gridArea="amount" textAlign="end">
        {usd(payment.amountUsd)}
      </Text>
    </chakra.li>
  );
}

/** The amount missing from a partial payment, and a link to the invoice where it can be paid. */
function Missing({ payment: { state, amountUsd, receivedUsd, invoiceUrl } }: { payment: Payment }) {
  const { t } = useTranslation();
  if (state !== 'partially_paid' || receivedUsd === 0) return null;
  const text = t('payments.missing', { amount: usd(amountUsd - receivedUsd) });
  return (
    <>
      {' · '}
      {invoiceUrl === null ? text : <InvoiceLink href={invoiceUrl}>{text}</InvoiceLink>}
    </>
  );
}

const LOOKS: Record<OrderState, StatusLook> = {
  created: 'none',
  waiting: 'none',
  confirming: 'pending',
  confirmed: 'pending',
  sending: 'pending',
  partially_paid: 'partial',
  finished: 'up',
  failed: 'down',
  expired: 'down',
  refunded: 'none',
};

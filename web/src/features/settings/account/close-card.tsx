import { Button, chakra, Text } from '@chakra-ui/react';
import { accountCalls } from '@farwatch/core/contracts/api/account';
import { accountsCalls } from '@farwatch/core/contracts/api/members';
import { runningPlan } from '@farwatch/core/decisions/payments/paid-plan';
import type { Plan } from '@farwatch/core/documents/user';
import { ACCOUNT } from '@farwatch/core/values/limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ClosingNotice from '../../../domain/closing-notice.tsx';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { CONTACT_EMAIL } from '../../../lib/contact.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { fullDate } from '../../../lib/format/dates.ts';
import { planName } from '../../../lib/format/plan-name.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useProfile } from '../../../lib/live/account.ts';
import { useSession } from '../../../lib/session/session.ts';
import { useByNow } from '../../../lib/time/now.ts';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { SettingsCard } from '../layout.tsx';
import { ProvenDialog } from './proven-dialog.tsx';

/** Closes the account after a confirmation. While it is closing, shows when that ends, and a button that keeps it. */
export function CloseCard() {
  const { t } = useTranslation();
  const { data: profile } = useProfile();
  const [isOpen, setOpen] = useState(false);
  const closesAt = profile?.closesAt ?? null;
  return (
    <SettingsCard id="close" title={t('account.close.title')} text={t('closeAccount.text')}>
      {closesAt === null ? (
        <Button variant="outline" colorPalette="danger" alignSelf="flex-start" onClick={() => setOpen(true)}>
          {t('closeAccount.open')}
        </Button>
      ) : (
        <ClosingNotice closesAt={closesAt} />
      )}
      {isOpen && <CloseDialog plan={profile?.plan ?? null} onClose={() => setOpen(false)} />}
    </SettingsCard>
  );
}

/** Explains closing, and has the user confirm it by their address. */
function CloseDialog({ plan, onClose }: { plan: Plan | null; onClose: () => void }) {
  const { t } = useTranslation();
  const email = auth.currentUser?.email ?? '';
  const name = useShownName();
  return (
    <ProvenDialog
      title={t('account.close.title')}
      confirm={t('closeAccount.confirm')}
      typed={{ email, label: t('closeAccount.typeEmail', { email }), wrong: t('closeAccount.otherEmail') }}
      google={t('closeAccount.google')}
      onProven={async () => void (await callApi(accountCalls.close, {}))}
      onDone={onClose}
      onClose={onClose}
    >
      {name !== null && (
        <Text overflowWrap="anywhere">
          <TextWithParts
            text={t('accounts.closes')}
            parts={{ name: <chakra.bdi fontWeight="medium">{name}</chakra.bdi> }}
          />
        </Text>
      )}
      <Consequences plan={plan} />
    </ProvenDialog>
  );
}

/** The name in the menu of the account that is shown; null for a person who belongs to no other. */
function useShownName(): string | null {
  const { t } = useTranslation();
  const session = useSession();
  const isOnly = session.state !== 'verified' || Object.keys(session.memberOf).length === 0;
  const { data } = useApi(accountsCalls.list, isOnly ? null : {});
  if (isOnly) return null;
  const { account, own, user } = session;
  if (account?.id === own) return t('accounts.own', { name: user.displayName || user.email });
  // Until the list is loaded.
  return data?.accounts.find(({ id }) => id === account?.id)?.name ?? '…';
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
      <li>{t('closeAccount.until', { date })}</li>
      <li>{t('closeAccount.keep')}</li>
      <li>{t('closeAccount.deleted')}</li>
      {isPaid && plan && (
        <li>
          <TextWithParts text={t('closeAccount.plan', { plan: planName(plan.name, t) })} parts={{ mail }} />
        </li>
      )}
    </chakra.ul>
  );
}

import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { accountsCalls, invitationCalls } from '@farwatch/core/contracts/api/members';
import type { AccountRole } from '@farwatch/core/values/account';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../../lib/api/use-saving.ts';
import { auth } from '../../../lib/firebase/auth.ts';
import { PATHS } from '../../../lib/navigation/paths.ts';
import { NAMED_ACCOUNT, pathInAccount } from '../../../lib/session/account-address.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { FullDate } from '../../../ui/text/time.tsx';
import { ROWS_IN_CARD, SettingsCard } from '../layout.tsx';

type Account = { id: string; name: string; role: AccountRole };
type Invited = Account & { expiresAt: string };

/** The accounts of others that the person belongs to, and invitations; nothing for whom has neither. */
export default function OtherAccountsCard() {
  const { t } = useTranslation();
  const { data, error, isValidating, mutate } = useApi(accountsCalls.list, {});
  const isNone = data ? data.accounts.length + data.invitations.length === 0 : !error;
  if (isNone) return null;
  // The next token has the changed roles, by which the browser may read.
  const onChanged = () => Promise.all([mutate(), auth.currentUser?.getIdToken(true)]);
  return (
    <SettingsCard id="otherAccounts" title={t('otherAccounts.title')} text={t('otherAccounts.text')}>
      {!data && (
        <FailureNotice
          title={t('otherAccounts.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {data && (
        <chakra.ul aria-label={t('otherAccounts.title')} css={ROWS_IN_CARD}>
          {data.invitations.map((invited) => (
            <InvitedRow key={invited.id} invited={invited} onChanged={onChanged} />
          ))}
          {data.accounts.map((account) => (
            <AccountRow key={account.id} account={account} onLeft={onChanged} />
          ))}
        </chakra.ul>
      )}
    </SettingsCard>
  );
}

function Named({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box flex="1 1 200px" minW="0" overflowWrap="anywhere">
      <chakra.bdi fontWeight="medium">{name}</chakra.bdi>
      <Text color="text.muted" textStyle="sm">
        {children}
      </Text>
    </Box>
  );
}

type InvitedProps = { invited: Invited; onChanged: () => Promise<unknown> };

function InvitedRow({ invited: { id, name, role, expiresAt }, onChanged }: InvitedProps) {
  const { t } = useTranslation();
  const accepting = useSaving();
  const declining = useSaving();
  const isBusy = accepting.isBusy || declining.isBusy;
  const failure = accepting.failure ?? declining.failure;
  const accept = () =>
    accepting.save(async () => {
      await callApi(invitationCalls.accept, { params: { id } });
      await onChanged();
    });
  const decline = () =>
    declining.save(async () => {
      await unlessDeleted(callApi(invitationCalls.decline, { params: { id } }));
      await onChanged();
    });
  return (
    <chakra.li>
      <div>
        <Named name={name}>
          <TextWithParts
            text={t('members.invited', { role: t(`members.roles.${role}`) })}
            parts={{ date: <FullDate atMs={Date.parse(expiresAt)} /> }}
          />
        </Named>
        <Flex gap="2">
          <BusyButton
            colorPalette="accent"
            aria-label={t('otherAccounts.acceptNamed', { name })}
            loading={accepting.isBusy}
            disabled={isBusy}
            onClick={() => void accept()}
          >
            {t('otherAccounts.accept')}
          </BusyButton>
          <BusyButton
            variant="outline"
            aria-label={t('otherAccounts.declineNamed', { name })}
            loading={declining.isBusy}
            disabled={isBusy}
            onClick={() => void decline()}
          >
            {t('otherAccounts.decline')}
          </BusyButton>
        </Flex>
      </div>
      {failure !== null && <FailureNotice title={t('otherAccounts.failed')} failure={failure} />}
    </chakra.li>
  );
}

type AccountProps = { account: Account; onLeft: () => Promise<unknown> };

function AccountRow({ account: { id, name, role }, onLeft }: AccountProps) {
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const leaving = useSaving();
  const leave = () =>
    leaving.save(async () => {
      await unlessDeleted(callApi(accountsCalls.leave, { params: { id } }));
      if (NAMED_ACCOUNT === id) window.location.assign(PATHS.monitors);
      else await onLeft();
    });
  return (
    <chakra.li>
      <div>
        <Named name={name}>{t(`members.roles.${role}`)}</Named>
        <Flex gap="2">
          {NAMED_ACCOUNT !== id && (
            <Button
              variant="outline"
              aria-label={t('otherAccounts.openNamed', { name })}
              onClick={() => window.location.assign(pathInAccount(PATHS.monitors, id))}
            >
              {t('otherAccounts.open')}
            </Button>
          )}
          {role !== 'owner' && (
            <Button
              variant="outline"
              aria-label={t('otherAccounts.leaveNamed', { name })}
              onClick={() => setLeaving(true)}
            >
              {t('otherAccounts.leave')}
            </Button>
          )}
        </Flex>
      </div>
      {isLeaving && (
        <AskDialog
          open
          danger
          title={t('otherAccounts.leaveTitle')}
          confirm={t('otherAccounts.leave')}
          onConfirm={() => void leave()}
          busy={leaving.isBusy}
          dismiss={{ text: t('cancel'), onDismiss: () => setLeaving(false) }}
        >
          <Flex direction="column" gap="3">
            {t('otherAccounts.leaveText', { name })}
            {leaving.failure !== null && <FailureNotice title={t('otherAccounts.failed')} failure={leaving.failure} />}
          </Flex>
        </AskDialog>
      )}
    </chakra.li>
  );
}

import { Box, Button, chakra, Flex, Text } from '@chakra-ui/react';
import { channelCalls } from '@farwatch/core/contracts/api/channels';
import {
  accountsCalls,
  type InvitationAnswer,
  invitationCalls,
  type MemberAnswer,
  memberCalls,
} from '@farwatch/core/contracts/api/members';
import { MEMBER_ROLES, type MemberRole } from '@farwatch/core/values/account';
import { UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../../lib/api/client.ts';
import { useApi } from '../../../lib/api/use-api.ts';
import { unlessDeleted, useSaving } from '../../../lib/api/use-saving.ts';
import { channelName } from '../../../lib/format/channel-name.ts';
import { signingOut } from '../../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../../lib/navigation/paths.ts';
import { useAccountId, useMayCall, useOwnAccountId, useUid } from '../../../lib/session/session.ts';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { Loading } from '../../../ui/feedback/loading.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { BusyButton } from '../../../ui/form/busy-button.tsx';
import { Choice } from '../../../ui/form/choice.tsx';
import { RadioField } from '../../../ui/form/radio-field.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { AskDialog } from '../../../ui/overlay/ask-dialog.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { TextWithParts } from '../../../ui/text/text-with-parts.tsx';
import { FullDate } from '../../../ui/text/time.tsx';
import { ROWS_IN_CARD, SettingsCard } from '../layout.tsx';
import { ProvenDialog } from './proven-dialog.tsx';

type Sent = { email: string; isSent: boolean };

/** Who belongs to the account. Its owner invites people, and changes or ends what they may do. */
export default function MembersCard() {
  const { t } = useTranslation();
  const isManager = useMayCall()(invitationCalls.create);
  const [isInviting, setInviting] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const { data, error, isValidating, mutate } = useApi(memberCalls.list, {});
  const onChanged = async () => {
    setSent(null);
    await mutate();
  };
  const onInvited = async (invited: Sent) => {
    setInviting(false);
    setSent(invited);
    await mutate();
  };
  return (
    <SettingsCard id="members" title={t('members.title')} text={t('members.text')}>
      {!data && error && (
        <FailureNotice
          title={t('members.loadFailed')}
          failure={error}
          isRetrying={isValidating}
          onRetry={() => void mutate()}
        />
      )}
      {!data && !error && <Loading />}
      {data && isManager && (
        <Button colorPalette="accent" alignSelf="flex-start" onClick={() => setInviting(true)}>
          <UserPlus aria-hidden="true" />
          {t('members.invite')}
        </Button>
      )}
      {sent && (
        <Notice kind={sent.isSent ? 'success' : 'warning'}>
          {t(sent.isSent ? 'members.sent' : 'members.notSent', { email: sent.email })}
        </Notice>
      )}
      {data && (
        <chakra.ul aria-label={t('members.title')} css={ROWS_IN_CARD}>
          {data.members.map((member) => (
            <MemberRow key={member.id} member={member} isManager={isManager} onChanged={onChanged} />
          ))}
          {data.invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onSent={onInvited} onRevoked={onChanged} />
          ))}
        </chakra.ul>
      )}
      {isInviting && <InviteDialog onInvited={onInvited} onClose={() => setInviting(false)} />}
    </SettingsCard>
  );
}

type MemberRowProps = { member: MemberAnswer; isManager: boolean; onChanged: () => Promise<unknown> };

function MemberRow({ member: { id, displayName, email, role }, isManager, onChanged }: MemberRowProps) {
  const { t } = useTranslation();
  const uid = useUid();
  const changing = useSaving();
  const [isRemoving, setRemoving] = useState(false);
  const [isTransferring, setTransferring] = useState(false);
  const [chosen, setChosen] = useState(role);
  const name = displayName || email;
  const change = (next: MemberRole) => {
    setChosen(next);
    void changing.save(async () => {
      await callApi(memberCalls.change, { params: { id }, body: { role: next } });
      await onChanged();
    });
  };
  const shown = changing.isBusy ? chosen : role;
  return (
    <chakra.li>
      <div>
        <Person name={name} details={[displayName ? email : '', id === uid ? t('members.you') : '']} />
        {isManager && shown !== 'owner' ? (
          <Flex gap="2" align="center" wrap="wrap">
            <Choice
              label={t('members.roleOf', { name })}
              value={shown}
              options={MEMBER_ROLES.map((value) => ({ value, label: t(`members.roles.${value}`) }))}
              onChoose={change}
            />
            <Button
              variant="outline"
              aria-label={t('members.transferNamed', { name })}
              disabled={changing.isBusy}
              onClick={() => setTransferring(true)}
            >
              {t('members.transfer')}
            </Button>
            <Button
              variant="outline"
              aria-label={t('members.removeNamed', { name })}
              disabled={changing.isBusy}
              onClick={() => setRemoving(true)}
            >
              {t('members.remove')}
            </Button>
          </Flex>
        ) : (
          <Text color="text.muted">{t(`members.roles.${role}`)}</Text>
        )}
      </div>
      {changing.failure !== null && <FailureNotice title={t('members.changeFailed')} failure={changing.failure} />}
      {isTransferring && <TransferDialog id={id} name={name} email={email} onClose={() => setTransferring(false)} />}
      {isRemoving && <RemoveDialog id={id} name={name} onRemoved={onChanged} onClose={() => setRemoving(false)} />}
    </chakra.li>
  );
}

function Person({ name, details }: { name: string; details: readonly string[] }) {
  const shown = details.filter((each) => each !== '');
  return (
    <Box flex="1 1 200px" minW="0" overflowWrap="anywhere">
      <chakra.bdi fontWeight="medium">{name}</chakra.bdi>
      {shown.length > 0 && (
        <Text color="text.muted" textStyle="sm">
          {shown.join(' · ')}
        </Text>
      )}
    </Box>
  );
}

type RemoveProps = { id: string; name: string; onRemoved: () => Promise<unknown>; onClose: () => void };

function RemoveDialog({ id, name, onRemoved, onClose }: RemoveProps) {
  const { t } = useTranslation();
  const removing = useSaving();
  const remove = () =>
    removing.save(async () => {
      await unlessDeleted(callApi(memberCalls.remove, { params: { id } }));
      await onRemoved();
    });
  return (
    <AskDialog
      open
      danger
      title={t('members.removeTitle')}
      confirm={t('members.remove')}
      onConfirm={() => void remove()}
      busy={removing.isBusy}
      dismiss={{ text: t('cancel'), onDismiss: onClose }}
    >
      <Flex direction="column" gap="3">
        {t('members.removeText', { name })}
        <ChannelsLeft id={id} name={name} />
        {removing.failure !== null && <FailureNotice title={t('members.removeFailed')} failure={removing.failure} />}
      </Flex>
    </AskDialog>
  );
}

/** The channels of a member that is removed, which go on. */
function ChannelsLeft({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation();
  const { data, error } = useApi(channelCalls.list, {});
  if (!data) return error ? <FailureNotice title={t('channels.loadFailed')} failure={error} /> : <Loading />;
  // One that has stopped resumes by itself.
  const left = data.channels.filter(
    ({ personId, state: { status } }) => personId === id && status !== 'off' && status !== 'unverified',
  );
  if (left.length === 0) return null;
  return (
    <div>
      {t('members.removeChannels', { name })}
      <chakra.ul ps="5" listStyleType="disc" overflowWrap="anywhere">
        {left.map((channel) => (
          <li key={channel.id}>
            <bdi>{channelName(channel, t)}</bdi>
          </li>
        ))}
      </chakra.ul>
      {t('members.removeChannelsHint')}
    </div>
  );
}

type TransferProps = { id: string; name: string; email: string; onClose: () => void };

/** Says what a transfer of the account changes, and makes it. The owner is signed out by it. */
function TransferDialog({ id, name, email, onClose }: TransferProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useAccountId() ?? '';
  const isOwn = useOwnAccountId() === account;
  const transfer = async () => {
    await callApi(accountsCalls.transfer, { params: { id: account }, body: { uid: id } });
  };
  return (
    <ProvenDialog
      title={t('accounts.transfer.title')}
      confirm={t('accounts.transfer.confirm')}
      typed={{
        email,
        label: t('closeAccount.typeEmail', { email }),
        wrong: t('accounts.transfer.other', { name }),
      }}
      google={t('accounts.transfer.google')}
      failed={t('accounts.transfer.failed')}
      onProven={transfer}
      onDone={() => void navigate(PATHS.login, { replace: true, state: signingOut() })}
      onClose={onClose}
    >
      <chakra.ul display="flex" flexDirection="column" gap="2" ps="5" listStyleType="disc" overflowWrap="anywhere">
        <li>{t('accounts.transfer.owner', { name })}</li>
        <li>{t(isOwn ? 'accounts.transfer.own' : 'accounts.transfer.editor')}</li>
        <li>{t('accounts.transfer.stays', { email })}</li>
        <li>{t('accounts.transfer.signOut', { name })}</li>
      </chakra.ul>
    </ProvenDialog>
  );
}

type InvitationRowProps = {
  invitation: InvitationAnswer;
  onSent: (sent: Sent) => Promise<unknown>;
  onRevoked: () => Promise<unknown>;
};

function InvitationRow({ invitation: { id, email, role, expiresAt }, onSent, onRevoked }: InvitationRowProps) {
  const { t } = useTranslation();
  const sending = useSaving();
  const revoking = useSaving();
  const isBusy = sending.isBusy || revoking.isBusy;
  const sendAgain = () =>
    sending.save(async () => onSent(await callApi(invitationCalls.create, { body: { email, role } })));
  const revoke = () =>
    revoking.save(async () => {
      await unlessDeleted(callApi(invitationCalls.revoke, { params: { id } }));
      await onRevoked();
    });
  return (
    <chakra.li>
      <div>
        <Box flex="1 1 200px" minW="0" overflowWrap="anywhere">
          <chakra.bdi fontWeight="medium">{email}</chakra.bdi>
          <Text color="text.muted" textStyle="sm">
            <TextWithParts
              text={t('members.invited', { role: t(`members.roles.${role}`) })}
              parts={{ date: <FullDate atMs={Date.parse(expiresAt)} /> }}
            />
          </Text>
        </Box>
        <Flex gap="2">
          <BusyButton
            variant="outline"
            aria-label={t('members.againNamed', { email })}
            loading={sending.isBusy}
            disabled={isBusy}
            onClick={() => void sendAgain()}
          >
            {t('members.again')}
          </BusyButton>
          <BusyButton
            variant="outline"
            aria-label={t('members.revokeNamed', { email })}
            loading={revoking.isBusy}
            disabled={isBusy}
            onClick={() => void revoke()}
          >
            {t('members.revoke')}
          </BusyButton>
        </Flex>
      </div>
      {sending.failure !== null && <FailureNotice title={t('members.inviteFailed')} failure={sending.failure} />}
      {revoking.failure !== null && <FailureNotice title={t('members.revokeFailed')} failure={revoking.failure} />}
    </chakra.li>
  );
}

type InviteProps = { onInvited: (sent: Sent) => Promise<unknown>; onClose: () => void };

/** Asks for an address and a role. */
function InviteDialog({ onInvited, onClose }: InviteProps) {
  const { t } = useTranslation();
  const id = useId();
  const inviting = useSaving();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<MemberRole>('viewer');
  const [attempts, setAttempts] = useState(0);
  const input = invitationCalls.create.body.safeParse({ email: email.trim(), role });

  function invite() {
    setAttempts(attempts + 1);
    if (!input.success) return;
    const body = input.data;
    void inviting.save(async () => onInvited(await callApi(invitationCalls.create, { body })));
  }

  return (
    <FormDialog
      title={t('members.inviteTitle')}
      confirm={t('members.invite')}
      saving={inviting}
      failed={t('members.inviteFailed')}
      isDirty={email !== ''}
      attempts={attempts}
      onConfirm={invite}
      onClose={onClose}
    >
      <TextField
        label={t('members.email')}
        hint={t('members.emailHint')}
        type="email"
        value={email}
        autoComplete="off"
        error={attempts > 0 && !input.success ? t('members.emailWrong') : undefined}
        onChange={(event) => {
          setEmail(event.currentTarget.value);
          inviting.forget();
        }}
      />
      <chakra.fieldset minW="0">
        <chakra.legend fontWeight="medium" mb="1">
          {t('members.role')}
        </chakra.legend>
        {MEMBER_ROLES.map((each) => (
          <RadioField key={each} name={id} checked={each === role} onChoose={() => setRole(each)}>
            <chakra.span py="1">
              {t(`members.roles.${each}`)}
              <chakra.span display="block" color="text.muted" textStyle="sm">
                {t(`members.hints.${each}`)}
              </chakra.span>
            </chakra.span>
          </RadioField>
        ))}
      </chakra.fieldset>
    </FormDialog>
  );
}

import { chakra } from '@chakra-ui/react';
import { accountsCalls } from '@farwatch/core/contracts/api/members';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../../lib/api/client.ts';
import { signingOut } from '../../../lib/navigation/navigation-state.ts';
import { PATHS } from '../../../lib/navigation/paths.ts';
import { useAccountId, useOwnAccountId } from '../../../lib/session/session.ts';
import { ProvenDialog } from './proven-dialog.tsx';

type Props = { id: string; name: string; email: string; onClose: () => void };

/** Says what a transfer of the account changes, and makes it. The owner is signed out by it. */
export default function TransferDialog({ id, name, email, onClose }: Props) {
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
        label: t('account.close.typeEmail', { email }),
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

import { chakra } from '@chakra-ui/react';
import { accountsCalls } from '@farwatch/core/contracts/api/members';
import { useTranslation } from 'react-i18next';
import { useApiOnce } from '../../lib/api/use-api.ts';
import { PATHS } from '../../lib/navigation/paths.ts';
import { pathInAccount } from '../../lib/session/account-address.ts';
import { type SessionUser, useAccountId, useOwnAccountId } from '../../lib/session/session.ts';
import { Choice } from '../../ui/form/choice.tsx';

/** Chooses the account that is shown. Another one is another document, which asks about unsaved changes. */
export default function AccountChoice({ user: { displayName, email } }: { user: SessionUser }) {
  const { t } = useTranslation();
  const shown = useAccountId() ?? '';
  const own = useOwnAccountId() ?? '';
  const others = useApiOnce(accountsCalls.list, {}).data?.accounts ?? [];
  const options = [
    { value: own, label: t('accounts.own', { name: displayName || email }) },
    ...others.map(({ id, name }) => ({ value: id, label: name })),
  ];
  // Until the list is loaded, and for an account that was left meanwhile.
  if (!options.some(({ value }) => value === shown)) options.push({ value: shown, label: '…' });
  return (
    <chakra.div css={{ '& > div': { width: '100%' } }}>
      <Choice
        label={t('accounts.switch')}
        value={shown}
        options={options}
        onChoose={(id) => window.location.assign(pathInAccount(PATHS.monitors, id === own ? null : id))}
      />
    </chakra.div>
  );
}

import { chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { CheckField } from '../../components/form/check-field.tsx';
import { AppDialog } from '../../components/overlay/app-dialog.tsx';
import { setSingleKeys, useSingleKeys } from '../../lib/browser/single-keys.ts';
import { useSession } from '../../lib/session/session.ts';
import { Palette } from './palette.tsx';
import { PALETTE_KEYS } from './shortcuts.ts';

type Props = { open: 'palette' | 'help' | null; onClose: () => void; onHelp: () => void };

/** The command palette and the list of shortcuts, loaded when one of them is first opened. */
export default function CommandDialogs({ open, onClose, onHelp }: Props) {
  return (
    <>
      <Palette open={open === 'palette'} onClose={onClose} onHelp={onHelp} />
      <ShortcutsHelp open={open === 'help'} onClose={onClose} />
    </>
  );
}

const SHORTCUTS = [
  { what: 'palette', keys: PALETTE_KEYS },
  { what: 'search', keys: ['/'] },
  { what: 'monitors', keys: ['g', 'd'] },
  { what: 'incidents', keys: ['g', 'i'] },
  { what: 'agents', keys: ['g', 'a'] },
  { what: 'settings', keys: ['g', 's'] },
  { what: 'help', keys: ['?'] },
] as const;

const Key = chakra('kbd', {
  base: {
    minW: '6',
    px: '1.5',
    py: '0.5',
    borderWidth: '1px',
    borderColor: 'edge',
    borderRadius: 'l1',
    textStyle: 'xs',
    textAlign: 'center',
    fontFamily: 'inherit',
  },
});

/** The list of shortcuts, with the setting that turns single-key shortcuts on and off. */
export function ShortcutsHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const singleKeys = useSingleKeys();
  const isAdmin = session.state === 'verified' && session.isAdmin;
  return (
    <AppDialog open={open} onClose={onClose} title={t('palette.shortcuts')}>
      <chakra.dl display="flex" flexDirection="column" gap="2" mb="4">
        {SHORTCUTS.filter(({ what }) => isAdmin || what !== 'agents').map(({ what, keys }) => (
          <Flex key={what} justify="space-between" gap="4">
            <chakra.dt>{t(`palette.does.${what}`)}</chakra.dt>
            <chakra.dd display="flex" gap="1" alignItems="center">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </chakra.dd>
          </Flex>
        ))}
      </chakra.dl>
      <CheckField checked={singleKeys} onChange={setSingleKeys}>
        {t('palette.singleKeys')}
      </CheckField>
    </AppDialog>
  );
}

import { Palette } from './palette.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';

type Props = { open: 'palette' | 'help' | null; onClose: () => void; onHelp: () => void };

/** The palette and the list of shortcuts, which come when one of them is first asked for. */
export default function CommandDialogs({ open, onClose, onHelp }: Props) {
  return (
    <>
      <Palette open={open === 'palette'} onClose={onClose} onHelp={onHelp} />
      <ShortcutsHelp open={open === 'help'} onClose={onClose} />
    </>
  );
}

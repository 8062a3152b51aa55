import { Palette } from './palette.tsx';
import { ShortcutsHelp } from './shortcuts-help.tsx';

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

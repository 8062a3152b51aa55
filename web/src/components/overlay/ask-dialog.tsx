import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { AppDialog } from './app-dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  /** What the other answer says, and does; without it there is only one. Escape means it, or the only one. */
  dismiss?: { text: string; onDismiss: () => void };
  danger?: boolean;
  /** While what was confirmed is being done there is no way back. */
  busy?: boolean;
  /** What the confirming button says meanwhile; only that it is busy by default. */
  busyText?: string;
  returnTo?: () => HTMLElement | null;
};

/** One question with one or two answers. */
export function AskDialog(props: Props) {
  const {
    open,
    title,
    children,
    confirm,
    onConfirm,
    dismiss,
    danger = false,
    busy = false,
    busyText,
    returnTo,
  } = props;
  const close = dismiss?.onDismiss ?? onConfirm;
  return (
    <AppDialog
      open={open}
      onClose={() => !busy && close()}
      title={title}
      alert
      returnTo={returnTo}
      footer={
        <>
          {dismiss && (
            <Button variant="outline" onClick={dismiss.onDismiss} disabled={busy}>
              {dismiss.text}
            </Button>
          )}
          <Button colorPalette={danger ? 'danger' : 'accent'} onClick={onConfirm} loading={busy} loadingText={busyText}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </AppDialog>
  );
}

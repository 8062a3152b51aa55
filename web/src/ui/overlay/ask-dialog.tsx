import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { BusyButton } from '../form/busy-button.tsx';
import { AppDialog } from './app-dialog.tsx';

type Props = {
  open: boolean;
  title: string;
  children: ReactNode;
  confirm: string;
  onConfirm: () => void;
  /** The other answer, if there is one. Escape gives this answer, else the only one. */
  dismiss?: { text: string; onDismiss: () => void };
  danger?: boolean;
  /** While the confirmed action runs, the dialog cannot be dismissed. */
  busy?: boolean;
  /** The confirming button's text while busy; only a spinner by default. */
  busyText?: string;
  returnTo?: () => HTMLElement | null;
  /** As of `AppDialog`. */
  leavesBack?: boolean;
};

/** A question with one or two answers. */
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
    leavesBack = false,
  } = props;
  const close = dismiss?.onDismiss ?? onConfirm;
  return (
    <AppDialog
      open={open}
      onClose={() => !busy && close()}
      title={title}
      alert
      returnTo={returnTo}
      leavesBack={leavesBack}
      footer={
        <>
          {dismiss && (
            <Button variant="outline" onClick={dismiss.onDismiss} disabled={busy}>
              {dismiss.text}
            </Button>
          )}
          <BusyButton
            colorPalette={danger ? 'danger' : 'accent'}
            onClick={onConfirm}
            loading={busy}
            loadingText={busyText}
          >
            {confirm}
          </BusyButton>
        </>
      }
    >
      {children}
    </AppDialog>
  );
}

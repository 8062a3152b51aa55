import { Button, Dialog, IconButton, Portal } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/browser/media.ts';
import { useBackCloses } from '../../lib/navigation/back-closes.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** A close button by default. */
  footer?: ReactNode;
  size?: 'sm' | 'lg';
  /** A question that must be answered: no close button, and a click outside does not close it. */
  alert?: boolean;
  /** The element to focus on closing if the opener may be gone; the opener for null. */
  returnTo?: (() => HTMLElement | null) | undefined;
  /** Identifies the step if one dialog shows several: each is shown from its top. */
  step?: string;
  /** Leaves Back to the history, because the dialog is an entry there, or asks before Back. */
  leavesBack?: boolean;
};

/** A dialog; on phones a full-height sheet, except for questions. The browser's Back closes it. */
export function AppDialog({
  open,
  onClose,
  title,
  children,
  footer,
  size = 'sm',
  alert = false,
  returnTo,
  step,
  leavesBack = false,
}: Props) {
  const { t } = useTranslation();
  useBackCloses(open && !leavesBack, onClose);
  const sheet = usePhone() && !alert;
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(change) => !change.open && onClose()}
      role={alert ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!alert}
      size={sheet ? 'full' : size}
      placement="center"
      scrollBehavior="inside"
      {...(returnTo && { finalFocusEl: returnTo })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content {...(sheet ? { maxH: '100dvh', borderWidth: '0' } : { mx: '4' })}>
            <Dialog.Header {...(!alert && { pe: '14' })}>
              <Dialog.Title textStyle="lg">{title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body key={step}>{children}</Dialog.Body>
            <Dialog.Footer borderTopWidth="1px" pt="4" flexWrap="wrap">
              {footer ?? (
                <Button variant="outline" onClick={onClose}>
                  {t('close')}
                </Button>
              )}
            </Dialog.Footer>
            {!alert && (
              <Dialog.CloseTrigger asChild>
                <IconButton variant="ghost" aria-label={t('close')}>
                  <X />
                </IconButton>
              </Dialog.CloseTrigger>
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

import { Button, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Saving } from '../../lib/api/use-saving.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { BusyButton } from '../form/busy-button.tsx';
import { AppDialog } from './app-dialog.tsx';
import { AskDialog } from './ask-dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  saving: Pick<Saving, 'isBusy' | 'failure'>;
  /** The title of a failure, if the dialog shows it. */
  failed?: string;
  /** Whether closing would lose any input. */
  isDirty: boolean;
  /** How often confirming was tried: each time the first wrong field gets the focus. */
  attempts?: number;
  /** The question before input is lost, if not the one before leaving a page. */
  discard?: { title: string; text: string; confirm: string; dismiss: string };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with the fields of a form, which confirms before input is lost. */
export function FormDialog(props: Props) {
  const { title, confirm, saving, failed, isDirty, attempts = 0, discard, onConfirm, onClose, children } = props;
  const { isBusy, failure } = saving;
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const close = () => (isDirty ? setLeaving(true) : onClose());

  useEffect(() => {
    if (attempts > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);

  return (
    <>
      <AppDialog
        open
        size="lg"
        title={title}
        onClose={() => !isBusy && close()}
        footer={
          <>
            <Button variant="outline" disabled={isBusy} onClick={close}>
              {t('cancel')}
            </Button>
            <BusyButton colorPalette="accent" loading={isBusy} onClick={onConfirm}>
              {confirm}
            </BusyButton>
          </>
        }
      >
        <Flex ref={fields} direction="column" gap="5">
          {failed !== undefined && failure !== null && <FailureNotice title={failed} failure={failure} />}
          {children}
        </Flex>
      </AppDialog>
      <AskDialog
        open={isLeaving}
        danger
        title={discard?.title ?? t('unsaved.title')}
        confirm={discard?.confirm ?? t('unsaved.leave')}
        onConfirm={onClose}
        dismiss={{ text: discard?.dismiss ?? t('unsaved.stay'), onDismiss: () => setLeaving(false) }}
      >
        {discard?.text ?? t('unsaved.text')}
      </AskDialog>
    </>
  );
}

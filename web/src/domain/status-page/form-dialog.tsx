import { Button, Flex } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { useRun } from '../../lib/api/use-run.ts';
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { AppDialog } from '../../ui/overlay/app-dialog.tsx';
import { AskDialog } from '../../ui/overlay/ask-dialog.tsx';

type Props = {
  title: string;
  confirm: string;
  /** The title of a failure. */
  failed: string;
  saving: Pick<ReturnType<typeof useRun>, 'isBusy' | 'failure'>;
  /** Whether closing would lose any input. */
  isDirty: boolean;
  /** How often confirming was refused: each time the first wrong field gets the focus. */
  refusals: number;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with the fields of an incident or an update, which asks before what was entered is lost. */
export function FormDialog(props: Props) {
  const { title, confirm, failed, saving, isDirty, refusals, onConfirm, onClose, children } = props;
  const { isBusy, failure } = saving;
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const close = () => (isDirty ? setLeaving(true) : onClose());

  useEffect(() => {
    if (refusals > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);

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
          {failure !== null && <FailureNotice title={failed} failure={failure} />}
          {children}
        </Flex>
      </AppDialog>
      <AskDialog
        open={isLeaving}
        danger
        title={t('unsaved.title')}
        confirm={t('unsaved.leave')}
        onConfirm={onClose}
        dismiss={{ text: t('unsaved.stay'), onDismiss: () => setLeaving(false) }}
      >
        {t('unsaved.text')}
      </AskDialog>
    </>
  );
}

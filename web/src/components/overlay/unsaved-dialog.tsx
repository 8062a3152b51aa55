import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { AskDialog } from './ask-dialog.tsx';

/** Asks before a page with unsaved changes is left in any way; when the tab is closed, the browser itself asks. */
export function UnsavedDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // The changes were saved while the question was open: nothing is left to ask.
  useEffect(() => {
    if (!unsaved) blocker.reset?.();
  }, [unsaved, blocker]);
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => unsaved && event.preventDefault(), [unsaved]));
  return (
    <AskDialog
      open={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      confirm={t('unsaved.leave')}
      danger
      onConfirm={() => blocker.proceed?.()}
      dismiss={{ text: t('unsaved.stay'), onDismiss: () => blocker.reset?.() }}
    >
      {t('unsaved.text')}
    </AskDialog>
  );
}

import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { AskDialog } from './ask-dialog.tsx';

/** Asks before a page with unsaved changes is left, whichever way; the browser itself when its tab is closed. */
export function UnsavedDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // What was saved while the question stood is no longer one.
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

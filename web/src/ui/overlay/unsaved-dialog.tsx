import { Button } from '@chakra-ui/react';
import { useCallback, useContext, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import { PATHS } from '../../lib/navigation/paths.ts';
import { useIsSaving, useReportUnsaved } from '../../lib/navigation/unsaved.ts';
import { LeavePageContext } from '../../lib/session/session.ts';
import { AppDialog } from './app-dialog.tsx';
import { AskDialog } from './ask-dialog.tsx';

/**
 * Confirms before the user leaves a page with unsaved changes, and when its account was signed out elsewhere. When the tab
 * is closed, the browser asks.
 */
export function UnsavedDialog({ unsaved }: { unsaved: boolean }) {
  const { t } = useTranslation();
  useReportUnsaved(unsaved);
  const saving = useIsSaving();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  // The changes were saved while the question was open.
  useEffect(() => {
    if (!unsaved) blocker.reset?.();
  }, [unsaved, blocker]);
  useBeforeUnload(useCallback((event: BeforeUnloadEvent) => unsaved && event.preventDefault(), [unsaved]));
  return (
    <>
      <AskDialog
        open={blocker.state === 'blocked'}
        title={t(saving ? 'unsaved.savingTitle' : 'unsaved.title')}
        confirm={t('unsaved.leave')}
        danger
        leavesBack
        onConfirm={() => blocker.proceed?.()}
        dismiss={{ text: t('unsaved.stay'), onDismiss: () => blocker.reset?.() }}
      >
        {t(saving ? 'unsaved.savingText' : 'unsaved.text')}
      </AskDialog>
      <SignedOutDialog />
    </>
  );
}

/** Covers a page with unsaved changes until its account is signed in again or the user leaves it. */
function SignedOutDialog() {
  const { t } = useTranslation();
  const leave = useContext(LeavePageContext);
  return (
    <AppDialog
      open={leave !== null}
      // Escape is not an answer.
      onClose={() => undefined}
      title={t('signedOut.title')}
      alert
      leavesBack
      footer={
        <>
          <Button variant="outline" onClick={() => leave?.()}>
            {t('unsaved.leave')}
          </Button>
          <Button colorPalette="accent" asChild>
            <a href={PATHS.login} target="_blank" rel="noreferrer">
              {t('signedOut.signIn')}
            </a>
          </Button>
        </>
      }
    >
      {t('signedOut.text')}
    </AppDialog>
  );
}

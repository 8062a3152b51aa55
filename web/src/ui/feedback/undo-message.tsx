import { Box, Button, Flex, IconButton, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type FocusEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { deletions } from '../../lib/deletion/deletions.ts';
import { type Deleted, showDeletion, useDeletionMessage } from '../../lib/deletion/message.ts';
import { FailureNotice } from './failure-notice.tsx';

/** Above the bar at the foot of a form, wherever there is one. */
const ABOVE_BAR = { 'body:has([data-foot-bar]) &': { bottom: { base: '176px', md: '88px' } } };

/** Shows what was deleted, and undoes it, with a button or Ctrl+Z; and what could not be deleted. */
export default function UndoMessage() {
  const { undoable, failed } = useDeletionMessage();
  const { t } = useTranslation();
  return (
    <Flex
      direction="column"
      gap="2"
      position="fixed"
      zIndex="toast"
      insetX="0"
      bottom={{ base: '4', md: '6' }}
      mx="auto"
      w="fit-content"
      maxW="min(480px, calc(100% - 32px))"
      css={ABOVE_BAR}
      _print={{ display: 'none' }}
    >
      {failed && (
        <Flex bg="surface.raised" borderRadius="l2" borderWidth="1px" borderColor="danger" align="center" pe="1">
          <Box flex="1">
            <FailureNotice title={failed.title} failure={failed.failure} />
          </Box>
          <IconButton variant="ghost" aria-label={t('close')} onClick={() => showDeletion({ failed: null })}>
            <X />
          </IconButton>
        </Flex>
      )}
      {undoable && <Undo deleted={undoable} />}
    </Flex>
  );
}

/** The time stops while the pointer or the keyboard's focus is on it. It gets the focus of a row that has disappeared. */
function Undo({ deleted }: { deleted: Deleted }) {
  const { t } = useTranslation();
  useUndoKey();
  const button = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each deletion takes another focus away.
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus();
  }, [deleted]);
  const onFocus = ({ target }: FocusEvent) => deletions.hold(target.matches(':focus-visible'));
  const text =
    'name' in deleted ? t('undo.deleted', { name: deleted.name }) : t('undo.endpoints', { count: deleted.endpoints });
  return (
    <Flex
      role="status"
      align="center"
      gap="3"
      bg="surface.raised"
      borderWidth="1px"
      borderColor="edge"
      borderRadius="l3"
      boxShadow="md"
      ps="4"
      pe="2"
      py="2"
      onPointerEnter={() => deletions.hold(true)}
      onPointerLeave={() => deletions.hold(false)}
      onFocus={onFocus}
      onBlur={() => deletions.hold(false)}
    >
      <Box flex="1" minW="0" overflowWrap="anywhere">
        {text}
        {'hint' in deleted && (
          <Text textStyle="sm" color="text.muted">
            {deleted.hint}
          </Text>
        )}
      </Box>
      <Button ref={button} variant="ghost" color="accent" aria-keyshortcuts="Control+Z Meta+Z" onClick={undo}>
        {t('undo.undo')}
      </Button>
    </Flex>
  );
}

function undo(): void {
  // The pressed button disappears.
  document.getElementById('content')?.focus({ preventScroll: true });
  deletions.undo();
}

/** Fields, which undo what was typed. */
const FIELDS = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]';

function useUndoKey(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      const isTyping = target instanceof Element && target.closest(FIELDS) !== null;
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || isTyping) return;
      event.preventDefault();
      undo();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

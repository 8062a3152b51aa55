import { Button, Field, Flex, Input, Text } from '@chakra-ui/react';
import { distinctTags, isSameTag, TAG_LENGTH, TAGS_PER_MONITOR } from '@farwatch/core/values/tags';
import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, type RefCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tagCounts } from '../../lib/list/tag-counts.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { Tag } from '../../ui/text/tag.tsx';

type Props = {
  /** Replaces the label for a monitor's own tags. */
  label?: string;
  value: readonly string[];
  onChange: (tags: string[]) => void;
  focusRef: RefCallback<HTMLInputElement>;
  error: string | undefined;
};

const MAX_SUGGESTED = 8;
/** The ends of what moves the focus out of a field. */
const LEFT_BY = ['pointerup', 'click', 'keyup'] as const;

/** Edits tags: Enter or a comma adds what was typed, as does leaving the field; Backspace removes the last one. */
export function TagsField({ label, value, onChange, focusRef, error }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [wasFocused, setFocused] = useState(false);
  // What is listed until a click that left the field is over: a new tag would move its target away.
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const shown = held ?? value;
  const isFull = shown.length >= TAGS_PER_MONITOR;

  function addQuietly(text: string) {
    const parts = text.split(/[,，\n]/).map((part) => part.trim().slice(0, TAG_LENGTH));
    onChange(distinctTags([...value, ...parts]).slice(0, TAGS_PER_MONITOR));
  }

  function add(text: string) {
    addQuietly(text);
    setTyped('');
  }

  function leave() {
    if (typed.trim() === '') return;
    setHeld(value);
    addQuietly(typed);
    const waiting = new AbortController();
    const show = () => {
      waiting.abort();
      setTimeout(() => {
        setHeld(null);
        setTyped('');
      });
    };
    for (const name of LEFT_BY) addEventListener(name, show, { capture: true, signal: waiting.signal });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return; // Enter chooses a word of an input method.
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    }
    if (event.key === 'Backspace' && typed === '') onChange(value.slice(0, -1));
  }

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!/[,，\n]/.test(text)) return;
    event.preventDefault();
    add(typed + text);
  }

  return (
    <Field.Root invalid={error !== undefined}>
      <Field.Label>
        {label ?? t('form.tags')}{' '}
        <Text as="span" color="text.muted" fontWeight="normal">
          {t('form.optional')}
        </Text>
      </Field.Label>
      {shown.length > 0 && (
        <Flex as="ul" listStyleType="none" wrap="wrap" gap="1.5">
          {shown.map((tag) => (
            <li key={tag}>
              <Tag name={tag}>
                <Button
                  variant="plain"
                  size="xs"
                  minW={{ base: '10', sm: '6' }}
                  h={{ base: '10', sm: '6' }}
                  my={{ base: '-2', sm: '0' }}
                  px="0"
                  color="inherit"
                  aria-label={t('form.removeTag', { tag })}
                  onClick={() => onChange(value.filter((each) => each !== tag))}
                >
                  <X aria-hidden="true" size={14} />
                </Button>
              </Tag>
            </li>
          ))}
        </Flex>
      )}
      <Input
        ref={focusRef}
        value={typed}
        maxLength={TAG_LENGTH}
        autoComplete="off"
        enterKeyHint="done"
        disabled={isFull}
        placeholder={t('form.tagsPlaceholder')}
        onChange={({ target }) => (/[,，]$/.test(target.value) ? add(target.value) : setTyped(target.value))}
        onFocus={() => setFocused(true)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={leave}
      />
      {wasFocused && !isFull && <Suggestions chosen={shown} typed={typed} onAdd={add} />}
      <Field.HelperText>{isFull ? t('form.tagsFull', { max: TAGS_PER_MONITOR }) : t('form.tagsHint')}</Field.HelperText>
      <Field.ErrorText>{error}</Field.ErrorText>
    </Field.Root>
  );
}

type SuggestionsProps = { chosen: readonly string[]; typed: string; onAdd: (tag: string) => void };

/** Suggests tags of other monitors that contain what is typed. */
function Suggestions({ chosen, typed, onAdd }: SuggestionsProps) {
  const { t } = useTranslation();
  const known = tagCounts(useMonitors().data?.items ?? []).map(({ tag }) => tag);
  const text = typed.trim().toLowerCase();
  const offered = known.filter(
    (tag) => !chosen.some((each) => isSameTag(each, tag)) && tag.toLowerCase().includes(text),
  );
  if (offered.length === 0) return null;
  return (
    <Flex wrap="wrap" gap="1" role="group" aria-label={t('form.tagsUsed')}>
      {offered.slice(0, MAX_SUGGESTED).map((tag) => (
        <Button
          key={tag}
          variant="ghost"
          size="sm"
          px="1.5"
          aria-label={t('form.addTag', { tag })}
          // This runs before the field loses the focus, which would add what was typed.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onAdd(tag)}
        >
          <Tag name={tag} />
        </Button>
      ))}
    </Flex>
  );
}

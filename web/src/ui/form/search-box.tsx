import { Box, Input } from '@chakra-ui/react';
import { LIMITS } from '@farwatch/core/values/limits';
import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { isSubmitted, newDraft, submitted, withValue } from './search-draft.ts';

const DELAY_MS = 200;

type Props = { label: string; value: string; onSearch: (value: string) => void };

/** A search field. The text is submitted 200 ms after the last key, so that typing stays fast. */
export function SearchBox({ label, value, onSearch }: Props) {
  const [draft, setDraft] = useState(() => newDraft(value));
  if (value !== draft.value) setDraft(withValue(draft, value));
  const submit = useEffectEvent(() => {
    setDraft(submitted(draft));
    onSearch(draft.text);
  });
  useEffect(() => {
    if (isSubmitted(draft)) return undefined;
    const timer = setTimeout(submit, DELAY_MS);
    return () => clearTimeout(timer);
  }, [draft]);
  return (
    <Box position="relative" flex={{ base: 'none', sm: '1 1 220px' }} minW="0" maxW={{ sm: '360px' }}>
      <Box
        position="absolute"
        insetStart="3"
        top="0"
        h="full"
        display="flex"
        alignItems="center"
        color="text.muted"
        pointerEvents="none"
        zIndex="1"
      >
        <Search size={16} aria-hidden="true" />
      </Box>
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        ps="9"
        maxLength={LIMITS.nameLength}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.currentTarget.value })}
      />
    </Box>
  );
}

import { Button, chakra, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddUrlsDialog } from './add-urls-dialog.tsx';
import type { Draft } from './draft.ts';

type Entry = Draft['endpoints'][number];
type Props = {
  value: readonly Entry[];
  onChange: (entries: Entry[]) => void;
  /** How many more the account may have. */
  room: number;
  onLimit: () => void;
  available: { current: number; max: number };
  error?: string | undefined;
};

/** The URLs of the monitor, with the ways to add and to remove them (spec 2). */
export function UrlsField({ value, onChange, room, onLimit, available, error }: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  return (
    <chakra.section aria-label={t('form.urls', { count: value.length })} display="flex" flexDirection="column" gap="2">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.urls', { count: value.length })}
          </Heading>
          <Text textStyle="sm" color="text.muted">
            {t('form.available', available)}
          </Text>
        </Flex>
        <Button variant="outline" borderColor="edge" onClick={() => (room > 0 ? setAdding(true) : onLimit())}>
          <Plus aria-hidden="true" />
          {t('form.addUrl')}
        </Button>
      </Flex>
      {value.length === 0 ? (
        <Text color={error ? 'danger' : 'text.muted'} role={error ? 'alert' : undefined} py="4">
          {error ?? t('form.noUrls')}
        </Text>
      ) : (
        <UrlList value={value} onChange={onChange} />
      )}
      {adding && (
        <AddUrlsDialog
          taken={value.map((entry) => entry.url)}
          onClose={() => setAdding(false)}
          onAdd={(entries) => {
            setAdding(false);
            if (entries.length > room) return onLimit();
            onChange([...value, ...entries]);
          }}
        />
      )}
    </chakra.section>
  );
}

function UrlList({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <chakra.ul listStyleType="none" borderWidth="1px" borderRadius="l2">
      {value.map((entry) => (
        <chakra.li
          key={entry.url}
          display="flex"
          alignItems="center"
          gap="3"
          ps="4"
          pe="1"
          minH="12"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: 0 }}
        >
          <Flex flex="1" minW="0" columnGap="4" direction={{ base: 'column', sm: 'row' }}>
            <Text truncate flex="1 1 auto" title={entry.url}>
              {entry.url}
            </Text>
            <Text truncate color="text.muted" flex="0 1 40%">
              {entry.description || entry.name}
            </Text>
          </Flex>
          <IconButton
            variant="ghost"
            minW={{ base: '11', sm: '9' }}
            aria-label={t('form.remove', { url: entry.url })}
            onClick={() => onChange(value.filter((each) => each !== entry))}
          >
            <X />
          </IconButton>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}

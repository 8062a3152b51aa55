import { Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import { Plus } from 'lucide-react';
import { type RefCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddUrlsDialog } from './add-urls-dialog.tsx';
import { type Entry, withMore } from './draft.ts';
import { UrlEntries } from './url-entries.tsx';
import type { UrlEntry } from './url-rows.ts';
import type { Limits } from './use-form-limits.ts';

type Props = {
  value: readonly Entry[];
  /** Stays the same function. */
  onEdit: (edit: (entries: readonly Entry[]) => Entry[]) => void;
  /** Endpoints of the account once this is saved, and how many it may have; null while unknown. */
  available: Limits | null;
  onLimit: () => void;
  /** Told whether there are URLs typed that are not in the list yet. */
  onTyped: (typed: boolean) => void;
  /** What is wrong with the list as a whole, or how many of its URLs are wrong. */
  error?: string | undefined;
  /** Takes what is focused when something is wrong with the list. */
  focusRef: RefCallback<HTMLElement>;
};

/** The URLs of the monitor, with the ways to add and to remove them. */
export function UrlsField({ value, onEdit, available, onLimit, onTyped, error, focusRef }: Props) {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const addRef = useRef<HTMLButtonElement>(null);
  const taken = useMemo(() => new Set(value.map((entry) => entry.url)), [value]);
  const room = available && available.max - available.current;
  const hasRoomFor = (count: number) => room === null || count <= room;

  function close() {
    setAdding(false);
    onTyped(false);
  }

  function add(entries: UrlEntry[]) {
    if (!hasRoomFor(entries.length)) return onLimit();
    close();
    onEdit((before) => withMore(before, entries));
  }

  return (
    <chakra.section aria-label={t('form.urls', { count: value.length })} display="flex" flexDirection="column" gap="3">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.urls', { count: value.length })}
          </Heading>
          {/* Both lines have their place before the limits are there. */}
          <Text textStyle="sm" color="text.muted" minH="10" whiteSpace="pre-line">
            {available && t('form.available', available)}
            {available && `\n${t('form.availableLeft', { count: Math.max(0, available.max - available.current) })}`}
          </Text>
        </Flex>
        <Button
          ref={(element) => {
            addRef.current = element;
            focusRef(element);
          }}
          variant="outline"
          borderColor="edge"
          onClick={() => (hasRoomFor(1) ? setAdding(true) : onLimit())}
        >
          <Plus aria-hidden="true" />
          {t('form.addUrl')}
        </Button>
      </Flex>
      {value.length === 0 ? (
        <Text color={error ? 'danger' : 'text.muted'} role={error ? 'alert' : undefined} py="4">
          {error ?? t('form.noUrls')}
        </Text>
      ) : (
        <>
          {error && (
            <Text color="danger" role="alert">
              {error}
            </Text>
          )}
          <UrlEntries entries={value} onEdit={onEdit} isTried={error !== undefined} next={addRef} />
        </>
      )}
      {adding && <AddUrlsDialog taken={taken} room={room} onAdd={add} onTyped={onTyped} onClose={close} />}
    </chakra.section>
  );
}

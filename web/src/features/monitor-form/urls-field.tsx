import { Button, chakra, Flex, Heading, Text } from '@chakra-ui/react';
import type { EndpointContent } from '@farwatch/core/contracts/api/monitors';
import type { LocationCode } from '@farwatch/core/values/locations';
import { HeartPulse, Plus } from 'lucide-react';
import { type RefCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLimits } from '../../lib/api/queries.ts';
import { useMonitors } from '../../lib/live/account.ts';
import { AddUrlsDialog } from './add-urls-dialog.tsx';
import type { StoredOrigins } from './check/known-secrets.ts';
import { SupportNotice } from './check/support-notice.tsx';
import { appendEntries, freeHeartbeatUrl, heartbeatUrls } from './draft.ts';
import type { UrlEntry } from './paste.ts';
import { UrlEntries } from './url-entries.tsx';

/** The account's number of endpoints, and the limit. */
export type Limits = { current: number; max: number };

/** Assumed if the limits cannot be loaded. */
const FALLBACK: Limits = { current: 0, max: 8 };

/** The account's endpoint limits; null while loading, when nothing is refused because the API checks them anyway. */
export function useFormLimits() {
  const { data, error, mutate } = useLimits();
  const limits: Limits | null = data?.limits ?? (error === undefined ? null : FALLBACK);
  return { limits, refresh: () => void mutate() };
}

type Props = {
  value: readonly EndpointContent[];
  /** A stable function. */
  onEdit: (edit: (entries: readonly EndpointContent[]) => EndpointContent[]) => void;
  /** The account's number of endpoints after this save, and its limit; null while loading. */
  available: Limits | null;
  onLimit: () => void;
  /** Reports whether URLs were entered that are not in the list yet. */
  onUnsaved: (hasUnsaved: boolean) => void;
  stored: StoredOrigins;
  locations: readonly LocationCode[];
  /** The list's own error, or how many of its URLs are invalid. */
  error?: string | undefined;
  /** Receives the element to focus if the list is invalid. */
  focusRef: RefCallback<HTMLElement>;
};

/** The monitor's URLs, with a button to add more. */
export function UrlsField(props: Props) {
  const { value, onEdit, available, onLimit, onUnsaved, stored, locations, error, focusRef } = props;
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const addRef = useRef<HTMLButtonElement>(null);
  const taken = useMemo(() => new Set(value.map((entry) => entry.url)), [value]);
  const { data: account } = useMonitors();
  const capacity = available && available.max - available.current;
  const hasCapacityFor = (count: number) => capacity === null || count <= capacity;

  function close() {
    setAdding(false);
    onUnsaved(false);
  }

  function add(entries: UrlEntry[]): boolean {
    const fits = hasCapacityFor(entries.length);
    if (fits) onEdit((before) => appendEntries(before, entries));
    else onLimit();
    return fits;
  }

  function addHeartbeat() {
    const names = new Set([...taken, ...heartbeatUrls(account?.items ?? [])]);
    add([{ url: freeHeartbeatUrl(names), description: '' }]);
  }

  return (
    <chakra.section aria-label={t('form.urls', { count: value.length })} display="flex" flexDirection="column" gap="3">
      <Flex align="center" justify="space-between" gap="3" wrap="wrap">
        <Flex direction="column">
          <Heading as="h2" textStyle="lg" fontWeight="semibold">
            {t('form.urls', { count: value.length })}
          </Heading>
          {/* Space for both lines is reserved while the limits are loading. */}
          <Text textStyle="sm" color="text.muted" minH="10" whiteSpace="pre-line">
            {available && t('form.available', available)}
            {available &&
              `\n${t('form.availableLeft', { used: available.current, count: Math.max(0, available.max - available.current) })}`}
          </Text>
        </Flex>
        <Flex gap="2" wrap="wrap">
          <Button variant="ghost" onClick={addHeartbeat}>
            <HeartPulse aria-hidden="true" />
            {t('form.addHeartbeat')}
          </Button>
          <Button
            ref={(element) => {
              addRef.current = element;
              focusRef(element);
            }}
            variant="outline"
            borderColor="edge"
            onClick={() => (hasCapacityFor(1) ? setAdding(true) : onLimit())}
          >
            <Plus aria-hidden="true" />
            {t('form.addUrl')}
          </Button>
        </Flex>
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
          <SupportNotice entries={value} locations={locations} />
          <UrlEntries
            entries={value}
            onEdit={onEdit}
            isSubmitted={error !== undefined}
            checks={{ stored, locations, onUnsaved }}
            fallbackFocus={addRef}
          />
        </>
      )}
      {adding && <AddUrlsDialog taken={taken} capacity={capacity} onAdd={add} onUnsaved={onUnsaved} onClose={close} />}
    </chakra.section>
  );
}

import { chakra, type SystemStyleObject } from '@chakra-ui/react';
import { endpointName } from '@farwatch/core/api/monitors';
import { X } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft.ts';

export type Entry = Draft['endpoints'][number];

type Props = {
  entries: readonly Entry[];
  onRemove: (url: string) => void;
  /** What is focused when the last one is removed. */
  next: RefObject<HTMLElement | null>;
};

/** Plain elements styled from their list, since there may be two hundred; those out of sight are not laid out. */
const styles: SystemStyleObject = {
  listStyleType: 'none',
  borderWidth: '1px',
  borderRadius: 'l2',
  maxH: '480px',
  overflowY: 'auto',
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    ps: '4',
    pe: '1',
    py: '1',
    minH: '12',
    borderBottomWidth: '1px',
    contentVisibility: 'auto',
    containIntrinsicSize: { base: 'auto 53px', sm: 'auto 49px' },
    _last: { borderBottomWidth: 0 },
  },
  '& > li > div': {
    display: 'flex',
    flexDirection: { base: 'column', sm: 'row' },
    columnGap: '4',
    flex: '1',
    minW: '0',
  },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& span:first-of-type': { flex: '1 1 auto' },
  '& span + span': { color: 'text.muted', flex: '0 1 40%', textAlign: { base: 'start', sm: 'end' } },
  '& button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    boxSize: { base: '11', sm: '9' },
    borderRadius: 'l2',
    color: 'text.muted',
    cursor: 'pointer',
    _hover: { bg: 'surface.sunken', color: 'text' },
    _focusVisible: { outline: '2px solid', outlineColor: 'accent', outlineOffset: '-2px' },
  },
};

/** The URLs that the monitor has or is to have, each with the name it gets (spec 5). */
export const UrlEntries = memo(function UrlEntries({ entries, onRemove, next }: Props) {
  const { t } = useTranslation();

  function remove(button: HTMLElement, url: string) {
    const row = button.closest('li');
    const beside = row?.nextElementSibling ?? row?.previousElementSibling;
    (beside?.querySelector('button') ?? next.current)?.focus();
    onRemove(url);
  }

  return (
    <chakra.ul css={styles}>
      {entries.map((entry, index) => (
        <li key={entry.url}>
          <div>
            <span title={entry.url}>{entry.url}</span>
            <span>{endpointName({ name: entry.name, description: entry.description ?? '' }, index)}</span>
          </div>
          <button
            type="button"
            aria-label={t('form.remove', { url: entry.url })}
            onClick={(event) => remove(event.currentTarget, entry.url)}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </li>
      ))}
    </chakra.ul>
  );
});

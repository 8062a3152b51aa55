import { Button, Flex, Text } from '@chakra-ui/react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { filledCount, invalidCount, type UrlList } from './url-list.ts';
import { canAdd, MOST_ROWS } from './url-rows.ts';

type Props = {
  list: UrlList;
  /** How many more endpoints the account may have; null while unknown. */
  room: number | null;
  onRemoveInvalid: () => void;
};

/** The state of the rows, also for screen readers, and a way to remove the invalid ones. */
export function UrlListStatus({ list, room, onRemoveInvalid }: Props) {
  const { t } = useTranslation();
  const invalid = invalidCount(list.rows);
  const { text, bad } = statusOf(list, invalid, room, t);
  return (
    <Flex align="center" justify="space-between" gap="3" minH={{ base: '11', sm: '8' }}>
      <Text role="status" textStyle="sm" color={bad ? 'danger' : 'text.muted'}>
        {text}
      </Text>
      {invalid > 0 && (
        <Button size="sm" variant="outline" borderColor="edge" flexShrink="0" onClick={onRemoveInvalid}>
          {t('addUrls.removeInvalid')}
        </Button>
      )}
    </Flex>
  );
}

function statusOf({ rows, pasted }: UrlList, invalid: number, room: number | null, t: TFunction) {
  const count = filledCount(rows);
  if (pasted && pasted.left > 0) return { text: t('addUrls.left', { count: pasted.left, max: MOST_ROWS }), bad: true };
  if (invalid > 0) return { text: t('addUrls.invalid', { count: invalid }), bad: true };
  if (room !== null && count > room)
    return { text: t('addUrls.tooMany', { count, room: Math.max(0, room) }), bad: true };
  if (canAdd(rows)) return { text: t('addUrls.allValid', { count }), bad: false };
  if (pasted) return { text: t('addUrls.pasted', { count: pasted.taken }), bad: false };
  return { text: room === null ? '' : t('addUrls.room', { count: room }), bad: false };
}

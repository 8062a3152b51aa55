import { Button, chakra, Flex, Text } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pagerItems } from '../../lib/list/paging.ts';

type Props = { page: number; pageCount: number; onPage: (page: number) => void };

/** Arrows on phones, so that the pager fits on one line. */
const STEP = { px: { base: '2', sm: '4' }, minW: { base: '11', sm: '9' } };

/**
 * Previous, Next, and the pages around the current one. Pages count from 1. Chakra's Pagination would add 6 kB to the
 * first load, and shows other pages.
 */
export function Pager({ page, pageCount, onPage }: Props) {
  const { t } = useTranslation();
  const items = pagerItems(page, pageCount);
  return (
    <Flex
      as="nav"
      aria-label={t('pager.label')}
      align="center"
      justify="center"
      wrap="wrap"
      gap={{ base: '0', sm: '1' }}
      px={{ base: '2', sm: '4' }}
      py="3"
    >
      <Button variant="ghost" {...STEP} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <chakra.span hideFrom="sm" aria-hidden="true">
          <ChevronLeft />
        </chakra.span>
        <Text as="span" srOnly={{ base: true, sm: false }}>
          {t('pager.previous')}
        </Text>
      </Button>
      {items.map((item, index) =>
        item === 'gap' ? (
          <chakra.span key={`after ${items[index - 1]}`} color="text.muted" px="1">
            {t('pager.gap')}
          </chakra.span>
        ) : (
          <Button
            key={item}
            variant={item === page ? 'outline' : 'ghost'}
            px="2"
            minW={{ base: '10', sm: '9' }}
            aria-label={t('pager.page', { page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </Button>
        ),
      )}
      <Button variant="ghost" {...STEP} disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        <Text as="span" srOnly={{ base: true, sm: false }}>
          {t('pager.next')}
        </Text>
        <chakra.span hideFrom="sm" aria-hidden="true">
          <ChevronRight />
        </chakra.span>
      </Button>
    </Flex>
  );
}

import { Button, chakra, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { pagerItems } from '../lib/list/paging.ts';

type Props = { page: number; pageCount: number; onPage: (page: number) => void };

/** The shared pager: Previous, Next, and the pages around the current one (spec 2). Pages count from 1. */
export function Pager({ page, pageCount, onPage }: Props) {
  const { t } = useTranslation();
  const items = pagerItems(page, pageCount);
  return (
    <Flex as="nav" aria-label={t('pager.label')} align="center" justify="center" wrap="wrap" gap="1" px="4" py="3">
      <Button variant="ghost" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pager.previous')}
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
            aria-label={t('pager.page', { page: item })}
            aria-current={item === page ? 'page' : undefined}
            onClick={() => onPage(item)}
          >
            {item}
          </Button>
        ),
      )}
      <Button variant="ghost" disabled={page >= pageCount} onClick={() => onPage(page + 1)}>
        {t('pager.next')}
      </Button>
    </Flex>
  );
}

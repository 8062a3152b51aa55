import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { titleWith, useDownCount } from './down-badge.ts';

/** Sets the window's title, after the number of monitors that are down. */
export function useTitle(title: string) {
  const { t } = useTranslation();
  const product = t('product');
  const count = useDownCount();
  useEffect(() => {
    document.title = titleWith(title, product, count);
  }, [title, product, count]);
}

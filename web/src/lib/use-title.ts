import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Names the page in the window's title. */
export function useTitle(title: string) {
  const { t } = useTranslation();
  const product = t('product');
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product;
  }, [title, product]);
}

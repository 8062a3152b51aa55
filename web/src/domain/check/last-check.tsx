import { chakra } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '../../ui/text/time.tsx';

type Props = { atMs: number | null; isLoading: boolean };

/** How long ago the last check was; a grey bar while that is loading, a dash if there was none. */
export function LastCheck({ atMs, isLoading }: Props) {
  const { t } = useTranslation();
  if (atMs !== null || !isLoading) return <TimeAgo atMs={atMs} missing={t('noValue')} />;
  return (
    <chakra.span
      role="img"
      aria-label={t('loading')}
      display="inline-block"
      w="7em"
      h="0.75em"
      borderRadius="l1"
      bg="surface.sunken"
    />
  );
}

import { chakra, Flex } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../ui/feedback/notice.tsx';
import { TextWithParts } from '../../ui/text/text-with-parts.tsx';
import { ExactTime } from '../../ui/text/time.tsx';

/** 'Flapping', next to the status that an endpoint has at the moment; explained on hover. */
export function FlappingMark() {
  const { t } = useTranslation();
  return (
    <Flex
      as="span"
      display="inline-flex"
      align="center"
      gap="1"
      textStyle="xs"
      fontWeight="normal"
      title={t('flapping.explained')}
    >
      <chakra.span color="status.partial" aria-hidden="true" css={{ '& svg': { width: '12px', height: '12px' } }}>
        <Activity />
      </chakra.span>
      <chakra.span color="text.muted">{t('flapping.mark')}</chakra.span>
    </Flex>
  );
}

type Props = {
  /** `until`: when it became stable; absent or null while it flaps. */
  flapping: { since: number; outages: number; until?: number | null };
};

/** Explains that an endpoint flaps, or that it did: how often it went down and since when. */
export function FlappingNotice({ flapping: { since, outages, until = null } }: Props) {
  const { t } = useTranslation();
  const parts = { since: <ExactTime atMs={since} />, until: until !== null && <ExactTime atMs={until} /> };
  return (
    <Notice kind={until === null ? 'warning' : 'info'}>
      <TextWithParts text={t(until === null ? 'flapping.since' : 'flapping.past', { count: outages })} parts={parts} />
    </Notice>
  );
}

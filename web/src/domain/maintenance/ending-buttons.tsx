import { Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ENDINGS, type useEnding } from './use-ending.ts';

type Props = { state: ReturnType<typeof useEnding>; name: string };

/** Shows 'End now' and the buttons that extend a running occurrence. `name` is its window's, for screen readers. */
export function EndingButtons({ state: { busy, run }, name }: Props) {
  const { t } = useTranslation();
  return (
    <Flex role="group" aria-label={name} wrap="wrap" gap="2">
      {ENDINGS.map((ending) => (
        <BusyButton
          key={ending}
          size="sm"
          variant="outline"
          loading={busy === ending}
          disabled={busy !== null && busy !== ending}
          onClick={() => run(ending)}
        >
          {t(`maintenance.endings.${ending}`)}
        </BusyButton>
      ))}
    </Flex>
  );
}

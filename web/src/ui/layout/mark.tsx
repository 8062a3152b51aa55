import { chakra, Flex, Text } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';

/** The logo mark: an eye rising over the horizon. One colour, the brand's by default. */
export function Mark({ size = 24, color = 'accent' }: { size?: number; color?: string }) {
  return (
    <chakra.svg
      viewBox="0 0 32 32"
      width={`${size}px`}
      height={`${size}px`}
      color={color}
      flexShrink="0"
      aria-hidden="true"
    >
      <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
        <path d="M2.5 25.5h27" />
        <path d="M5 18.5C8.5 12.5 12 9.5 16 9.5s7.5 3 11 9" />
      </g>
      <circle cx="16" cy="18" r="3" fill="currentColor" />
    </chakra.svg>
  );
}

/** The link around the name to the landing page. */
export const HomeLink = chakra('a', {
  base: { display: 'inline-flex', alignItems: 'center', minH: '10', borderRadius: 'l1', focusVisibleRing: 'outside' },
});

/** The mark with the product's name. */
export function Wordmark({ size = 24 }: { size?: number }) {
  const { t } = useTranslation();
  return (
    <Flex align="center" gap="2">
      <Mark size={size} />
      <Text as="span" textStyle="lg" fontWeight="semibold" letterSpacing="-0.01em">
        {t('product')}
      </Text>
    </Flex>
  );
}

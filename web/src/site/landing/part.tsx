import { Box, type BoxProps, Heading, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

type Props = {
  id: string;
  eyebrow: string;
  title: string;
  text?: string;
  children: ReactNode;
  tinted?: boolean;
  isSplit?: boolean;
};

/**
 * A section of the landing page that the header links to; its content is below the heading or, if `isSplit`, next to it
 * on wide screens.
 */
export function Part({ id, eyebrow, title, text, children, tinted = false, isSplit = false }: Props) {
  return (
    <Box
      as="section"
      id={id}
      aria-labelledby={`${id}-title`}
      bg={tinted ? 'surface.raised' : undefined}
      borderYWidth={tinted ? '1px' : undefined}
    >
      <Width
        py={{ base: '16', md: '28' }}
        {...(isSplit && { display: { lg: 'grid' }, gridTemplateColumns: '4fr 7fr', columnGap: '16' })}
      >
        <Box>
          <Text color="accent" fontWeight="semibold" textStyle="md" mb="3">
            {eyebrow}
          </Text>
          <Heading as="h2" id={`${id}-title`} textStyle="title" maxW="720px" textWrap="balance">
            {title}
          </Heading>
          {text && (
            <Text textStyle="lead" color="text.muted" mt="4" maxW="640px">
              {text}
            </Text>
          )}
        </Box>
        {children}
      </Width>
    </Box>
  );
}

/** Limits content to the page's width. */
export function Width(props: BoxProps) {
  return <Box maxW="1200px" mx="auto" px={{ base: '4', md: '8' }} {...props} />;
}

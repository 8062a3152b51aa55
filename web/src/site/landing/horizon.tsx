import { Box } from '@chakra-ui/react';

/** The horizon of the mark, as wide as the page: the earth's lit edge behind the content above it. */
export function Horizon() {
  return (
    <Box aria-hidden="true" position="absolute" inset="0" zIndex="-1" pointerEvents="none">
      <Box
        position="absolute"
        left="50%"
        top={{ base: '72%', lg: '62%' }}
        w="max(1800px, 170vw)"
        aspectRatio="1"
        transform="translateX(-50%)"
        borderRadius="full"
        borderTopWidth="1px"
        borderColor="#2b5bdb4d"
        bgImage="linear-gradient(to bottom, #d3dffc, #f5f7fa 26%)"
        boxShadow="0 -30px 160px 0 #2b5bdb2b"
        _dark={{
          borderColor: '#8fb0ff66',
          bgImage: 'linear-gradient(to bottom, #15244a, #0b1118 22%)',
          boxShadow: '0 -30px 160px 0 #3a67e659',
        }}
      />
    </Box>
  );
}

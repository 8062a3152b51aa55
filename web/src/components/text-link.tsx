import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link within text. */
export const TextLink = chakra(Link, {
  base: {
    color: 'accent',
    borderRadius: 'l1',
    focusVisibleRing: 'outside',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    _hover: { textDecorationThickness: '2px' },
  },
});

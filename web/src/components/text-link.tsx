import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link within text. */
export const TextLink = chakra(Link, {
  base: {
    color: 'accent',
    borderRadius: 'l1',
    textUnderlineOffset: '3px',
    focusVisibleRing: 'outside',
    _hover: { textDecoration: 'underline' },
  },
});

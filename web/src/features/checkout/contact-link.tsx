import { chakra } from '@chakra-ui/react';
import { CONTACT_EMAIL } from '../../lib/contact.ts';

const MailLink = chakra('a', {
  base: { color: 'accent', textDecoration: 'underline', textUnderlineOffset: '3px', focusVisibleRing: 'outside' },
});

/** The contact address, as a link within a text. */
export function ContactLink() {
  return <MailLink href={`mailto:${CONTACT_EMAIL}`}>{CONTACT_EMAIL}</MailLink>;
}

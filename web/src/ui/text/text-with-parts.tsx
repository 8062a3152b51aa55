import { Fragment, type ReactNode } from 'react';

type Props = {
  text: string;
  /** The elements to show in place of `<name/>`, by name. */
  parts: Readonly<Record<string, ReactNode>>;
};

/** A translated text with elements in it. The Trans of react-i18next brings an HTML parser, 4 KiB of every first load. */
export function TextWithParts({ text, parts }: Props) {
  // Texts and names alternate.
  return text
    .split(/<(\w+)\/>/)
    .map((piece, index) => (index % 2 === 0 ? piece : <Fragment key={piece}>{parts[piece]}</Fragment>));
}

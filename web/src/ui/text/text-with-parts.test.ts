import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { TextWithParts } from './text-with-parts.tsx';

it.each([
  ['Last check: <ago/>', 'Last check: <b>now</b>'],
  ['<ago/>, by <mail/>.', '<b>now</b>, by <i>us</i>.'],
  ['a < b', 'a &lt; b'],
])('%s', (text, html) => {
  const parts = { ago: createElement('b', null, 'now'), mail: createElement('i', null, 'us') };
  expect(renderToStaticMarkup(createElement(TextWithParts, { text, parts }))).toBe(html);
});

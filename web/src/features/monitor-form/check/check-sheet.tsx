import { optionsForUrl } from '@farwatch/core/values/check-options';
import { checkTypeOf, normalizeUrl } from '@farwatch/core/values/url';
import { HttpSheet } from './http-sheet.tsx';
import type { SheetProps } from './sheet-frame.tsx';
import { TypeSheet } from './types/type-sheet.tsx';

/** The options of an endpoint's check, by the check type of its URL. */
export default function CheckSheet(props: SheetProps) {
  const url = normalizeUrl(props.entry.url) ?? props.entry.url;
  const type = checkTypeOf(url) ?? 'http';
  const entry = { ...props.entry, check: optionsForUrl(url, props.entry.check) };
  return type === 'http' ? <HttpSheet {...props} entry={entry} /> : <TypeSheet {...props} entry={entry} type={type} />;
}

import { createHash } from 'node:crypto';
import type { Language } from '@farwatch/core/values/languages';
import { STATUS_PAGE } from '@farwatch/core/values/status-page/limits';
import type { Embedding } from '@farwatch/core/values/status-page/page-fields';
import { accentStyle, languageStyle, SCRIPT, STYLE } from './style.ts';

/**
 * The headers of every answer. Hosting adds none of its own to these addresses (firebase.json), so each answer has all
 * that it needs.
 */
export const COMMON_HEADERS = {
  'Permissions-Policy':
    'accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), fullscreen=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** The policy of answers that are no page. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** The answer is not stored anywhere: forms' answers, tokens, and all of a page with a password. */
export const NOT_STORED = 'private, no-store';
/**
 * Kept by the CDN alone, which a visitor gets until it has passed. Without stale-while-revalidate, by which the first
 * visitor in a while would see a page of any age. If the function fails, an older one is better than none.
 */
export const SHORTLY_STORED = `public, max-age=0, s-maxage=${STATUS_PAGE.cdnSec}, stale-if-error=600`;
/** Hosting would keep a 404 without a rule for ten minutes, and a page that was just published seems missing. */
export const MISSING_STORED = 'public, max-age=0, s-maxage=10';
/** For answers that never change at their address. */
export const LONG_STORED = 'public, max-age=31536000, immutable';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const [STYLE_HASH, SCRIPT_HASH] = [hashOf(STYLE), hashOf(SCRIPT)];

/** Any website over HTTPS for `anywhere`, and this one, where the editor shows what it looks like. */
function ancestorsOf(embedding: Embedding): string {
  if (embedding === 'nobody') return "'none'";
  return embedding === 'anywhere' ? "'self' https:" : ["'self'", ...embedding].join(' ');
}

/**
 * The content policy of a page in that language, with that accent. In a sandbox with an origin of its own, it reaches nothing of the app,
 * which is on the same site: neither its storage nor its session.
 */
export function pagePolicy(language: Language, accent: string | null, embedding: Embedding = 'nobody'): string {
  const own = [languageStyle(language), ...(accent === null ? [] : [accentStyle(accent)])];
  const styles = [STYLE_HASH, ...own.map(hashOf)].join(' ');
  return [
    `default-src 'none'; style-src ${styles}; script-src ${SCRIPT_HASH}; img-src 'self'; connect-src 'self'; form-action 'self'`,
    `base-uri 'none'; frame-ancestors ${ancestorsOf(embedding)}`,
    'sandbox allow-forms allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ');
}

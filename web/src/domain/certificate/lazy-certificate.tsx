import { withTexts } from '../../lib/i18n/i18n.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

/** A certificate's details, loaded when first shown. */
export const LazyCertificate = lazyPart(withTexts('evidence', () => import('./certificate-details.tsx')));

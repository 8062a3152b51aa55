import type { ComponentStatus } from '@farwatch/core/values/status-page/component-status';

const CIRCLE = 'M8 0a8 8 0 0 1 0 16A8 8 0 0 1 8 0z';
const RING = `${CIRCLE}m0 2a6 6 0 0 0 0 12A6 6 0 0 0 8 2z`;
/** In 16 by 16. Their shapes differ too, for those who cannot tell the colors apart. */
const SHAPES: Record<ComponentStatus, string> = {
  up: `${CIRCLE}M3.9 8.8l3 3.1 5.3-5.7-1.4-1.2-3.9 4.3-1.8-1.7z`,
  down: 'M4 0h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4zM5.6 4.4L4.4 5.6 6.7 8l-2.3 2.4 1.2 1.2L8 9.3l2.4 2.3 1.2-1.2L9.3 8l2.3-2.4-1.2-1.2L8 6.7z',
  partial:
    'M8 .3a.9.9 0 0 1 .8.4l7.1 13.4a.7.7 0 0 1-.7 1H.8a.7.7 0 0 1-.7-1L7.2.7A.9.9 0 0 1 8 .3zM7.2 5.2v5h1.6v-5zm0 6.2V13h1.6v-1.6z',
  maintenance: `${RING}M7.1 4v4.5l3 2 1-1.5-2.2-1.4V4z`,
  unknown: `${RING}M7 0h2v2H7zm7 7h2v2h-2zm-7 7h2v2H7zM0 7h2v2H0z`,
  paused: `${RING}M5.3 5v6h1.8V5zm3.6 0v6h1.8V5z`,
};

/**
 * The icon of each status, before its word. Drawn by the style, since elements for the icons would make up a sixth of a
 * page with many components.
 */
export const STATUS_ICONS = `.icon::before,.rows span::before{content:"";flex:none;width:16px;height:16px;background:var(--tone)}
${Object.entries(SHAPES)
  .map(([status, shape]) => `.${status}::before{clip-path:path(evenodd,"${shape}")}`)
  .join('')}
@media(forced-colors:active){.icon::before,.rows span::before{background:CanvasText;forced-color-adjust:none}}`;

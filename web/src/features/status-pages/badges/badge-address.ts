/** A badge's content: the status, uptime over a range, or the mean response time. */
export const BADGE_TYPES = ['status', 'uptime', 'response'] as const;
export const BADGE_RANGES = ['24h', '7d', '30d', '90d'] as const;

/** The settings of a badge. */
export type Badge = {
  /** The component's key; null for the whole page. */
  component: string | null;
  type: (typeof BADGE_TYPES)[number];
  /** Used only for uptime. */
  range: (typeof BADGE_RANGES)[number];
  /** The text at the left; empty for the usual one. */
  label: string;
};

/** The path of a badge, from the origin of the page. */
export function badgePath(slug: string, { component, type, range, label }: Badge): string {
  const query = new URLSearchParams({
    ...(type !== 'status' && { type }),
    ...(type === 'uptime' && { range }),
    ...(label.trim() !== '' && { label: label.trim() }),
  });
  const path = component === null ? `/badge/${slug}.svg` : `/badge/${slug}/${component}.svg`;
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Returns a badge that links to its page, as Markdown and as HTML. `alt` is its text where no pictures are shown. */
export function badgeCode(image: string, page: string, alt: string): { markdown: string; html: string } {
  return {
    markdown: `[![${alt.replaceAll(/[[\]\\]/g, '\\$&')}](${image})](${page})`,
    html: `<a href="${escaped(page)}"><img src="${escaped(image)}" alt="${escaped(alt)}"></a>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

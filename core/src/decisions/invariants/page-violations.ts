import { componentsOf, monitorsOn } from '../status-page/page-groups.ts';
import type { Stored, Violation } from './stored.ts';

/** Components are of monitors and endpoints of the page's owner; a monitor names exactly the pages that show it. */
export function pageViolations({ monitors, pages }: Pick<Stored, 'monitors' | 'pages'>): Violation[] {
  const found: Violation[] = [];
  for (const [slug, page] of pages) {
    const report = (text: string) => found.push({ document: `pages/${slug}`, text });
    for (const { key, monitorId, endpointId } of componentsOf(page)) {
      const monitor = monitors.get(monitorId);
      if (!monitor) report(`shows ${key} of monitor ${monitorId}, which is gone`);
      else if (monitor.ownerId !== page.ownerId) report(`shows ${key} of another owner's monitor ${monitorId}`);
      else if (endpointId !== null && monitor.endpoints[endpointId] === undefined)
        report(`shows ${key} of endpoint ${endpointId}, which ${monitorId} does not have`);
    }
  }
  const shown = new Map([...pages].map(([slug, page]) => [slug, monitorsOn(page)]));
  for (const [id, { pages: named }] of monitors) {
    const report = (text: string) => found.push({ document: `monitors/${id}`, text });
    for (const slug of named) if (!shown.get(slug)?.has(id)) report(`names page ${slug}, which does not show it`);
    for (const [slug, ids] of shown) if (ids.has(id) && !named.includes(slug)) report(`does not name page ${slug}`);
  }
  return found;
}

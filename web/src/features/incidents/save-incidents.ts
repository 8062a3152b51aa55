import { type ExportedIncident, type ExportPart, incidentCalls } from '@farwatch/core/contracts/api/incidents';
import { isoOf } from '@farwatch/core/contracts/api/parts';
import type { IncidentSpan } from '@farwatch/core/decisions/incidents/incident-span';
import type { TFunction } from 'i18next';
import type { IncidentView } from '../../domain/incidents/incident-view.ts';
import { callApi } from '../../lib/api/client.ts';
import { downloadCsv, fileDay } from '../../lib/browser/download.ts';
import { currentMs } from '../../lib/time/now.ts';
import { incidentsCsv } from './incidents-csv.ts';

/**
 * The incidents to export: the view's filters, and its range, whose start stays the same from part to part. `uid`: the
 * viewer. The file's times are in `zone`.
 */
type Request = { view: IncidentView; uid: string | null; span: IncidentSpan; zone: string };

/** Loads all incidents part by part and saves them as one file; null if it was cancelled. Throws ApiFailure. */
export async function saveIncidents(
  { view, uid, span, zone }: Request,
  t: TFunction,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<{ count: number; name: string } | null> {
  const { status, location, severity, search, monitor, tag } = view;
  const query = {
    status,
    location,
    severity,
    search,
    from: isoOf(span.fromMs),
    ...(span.toMs !== null && { to: isoOf(span.toMs) }),
    ...(monitor !== '' && { monitorId: monitor }),
    ...(tag !== '' && { tag }),
    ...(view.assignee === 'me' && uid !== null && { assigneeId: uid }),
  };
  const found: ExportedIncident[] = [];
  let place: { after?: string } | null = {};
  while (place) {
    const part: ExportPart = await callApi(incidentCalls.export, { query: { ...query, ...place } });
    if (signal.aborted) return null;
    found.push(...part.data);
    onProgress(found.length);
    place = part.next === null ? null : { after: part.next };
  }
  const name = `incidents-${fileDay(currentMs(), zone)}.csv`;
  downloadCsv(name, incidentsCsv(found, t, zone));
  return { count: found.length, name };
}

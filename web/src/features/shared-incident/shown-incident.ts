import type { SharedIncident } from '@farwatch/core/contracts/api/shared-incidents';

/** A shared incident with all times as epoch ms, as components take them. */
export type ShownIncident = ReturnType<typeof shownIncident>;

export function shownIncident({
  outage,
  details,
  failures,
  updates,
  actions,
  acknowledgement,
  ...incident
}: SharedIncident) {
  return {
    ...incident,
    triggeredAt: Date.parse(incident.triggeredAt),
    resolvedAt: msOf(incident.resolvedAt),
    outage: outage && { ...outage, startedAt: Date.parse(outage.startedAt), endedAt: msOf(outage.endedAt) },
    details: { ...details, certificateEndsAt: msOf(details.certificateEndsAt) },
    failures: Object.fromEntries(
      Object.entries(failures).map(([code, line]) => [code, { ...line, at: Date.parse(line.at) }]),
    ),
    updates: updates.map((update) => ({ ...update, createdAt: Date.parse(update.createdAt) })),
    actions: actions.map((action) => ({
      ...action,
      until: msOf(action.until),
      createdAt: Date.parse(action.createdAt),
    })),
    acknowledgement: acknowledgement && { ...acknowledgement, at: Date.parse(acknowledgement.at) },
    snoozedUntil: msOf(incident.snoozedUntil),
    expiresAt: Date.parse(incident.expiresAt),
  };
}

function msOf(iso: string | null): number | null {
  return iso === null ? null : Date.parse(iso);
}

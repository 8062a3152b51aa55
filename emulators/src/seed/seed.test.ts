import { DEFAULT_NOTIFICATION_SETTINGS } from '@farwatch/core/documents/notification-settings';
import { describe, expect, it } from 'vitest';
import { demoDocuments } from './seed.ts';
import { DEMO_NOTIFICATIONS } from './users.ts';

describe('the demo project', () => {
  const nowMs = Date.parse('2026-03-01T12:34:56.000Z');

  it('has only documents that match their schemas, and an agent to register in each country', () => {
    const { waiting } = demoDocuments('http://localhost:5803', nowMs);
    expect(waiting.map((agent) => agent.location)).toEqual(['tw', 'th', 'bd']);
    expect(new Set(waiting.map((agent) => agent.code)).size).toBe(3);
  });

  it('has the settings of a new account without the silence period, which would hide a second outage', () => {
    const { telegram, thresholds } = DEMO_NOTIFICATIONS;
    expect(telegram.enabled && telegram.verified).toBe(true);
    expect({ ...thresholds, silencePeriod: 15 }).toEqual(DEFAULT_NOTIFICATION_SETTINGS.thresholds);
  });
});

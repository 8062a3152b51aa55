import { describe, expect, it } from 'vitest';
import { expectedSeverity, GOES_ON, localMinute, type PreviewDraft, parsePreview } from './preview-draft.ts';

const draft: PreviewDraft = {
  monitorId: 'm',
  locations: null,
  severity: null,
  start: '2026-11-20T12:30',
  duration: GOES_ON,
};

describe('an assumed outage', () => {
  it('fails from all locations by default, with the severity that follows, and starts in local time', () => {
    const { body } = parsePreview(draft, ['tw', 'th', 'bd']);
    expect(body).toMatchObject({ locations: ['tw', 'th', 'bd'], severity: 'critical', durationMin: null });
    expect(localMinute(Date.parse(body?.startsAt ?? ''))).toBe(draft.start);
    expect(expectedSeverity(['tw'], ['tw', 'th', 'bd'])).toBe('minor');
    expect(parsePreview({ ...draft, severity: 'major', duration: '5' }, ['tw']).body).toMatchObject({
      severity: 'major',
      durationMin: 5,
    });
  });

  it.each([
    ['no locations', { locations: [] }, 'locations'],
    ['no start', { start: '' }, 'start'],
    ['a duration of no minutes', { duration: '0' }, 'duration'],
    ['a duration of more than a day', { duration: '1441' }, 'duration'],
  ])('with %s is refused', (_, changes, field) => {
    expect(parsePreview({ ...draft, ...changes }, ['tw']).errors).toMatchObject({ [field]: true });
  });
});

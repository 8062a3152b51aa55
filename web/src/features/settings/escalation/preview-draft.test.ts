import { describe, expect, it } from 'vitest';
import { expectedSeverity, GOES_ON, localMinute, type PreviewDraft, parsePreview } from './preview-draft.ts';

const draft: PreviewDraft = {
  monitorId: 'm',
  locations: null,
  severity: null,
  start: '2026-11-20T12:30',
  lasts: GOES_ON,
};

describe('an assumed outage', () => {
  it('fails from all locations by default, as severely as that is, and begins in local time', () => {
    const { body } = parsePreview(draft, ['tw', 'th', 'bd']);
    expect(body).toMatchObject({ locations: ['tw', 'th', 'bd'], severity: 'critical', lastsMin: null });
    expect(localMinute(Date.parse(body?.startsAt ?? ''))).toBe(draft.start);
    expect(expectedSeverity(['tw'], ['tw', 'th', 'bd'])).toBe('minor');
    expect(parsePreview({ ...draft, severity: 'major', lasts: '5' }, ['tw']).body).toMatchObject({
      severity: 'major',
      lastsMin: 5,
    });
  });

  it.each([
    ['no locations', { locations: [] }, 'locations'],
    ['no start', { start: '' }, 'start'],
    ['a length of no minutes', { lasts: '0' }, 'lasts'],
    ['a length of more than a day', { lasts: '1441' }, 'lasts'],
  ])('with %s is refused', (_, changes, field) => {
    expect(parsePreview({ ...draft, ...changes }, ['tw']).errors).toMatchObject({ [field]: true });
  });
});

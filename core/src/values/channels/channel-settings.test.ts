import { describe, expect, test } from 'vitest';
import { maskSettings, readSettings, targetOf } from './channel-settings.ts';

const URL = 'https://hooks.slack.com/services/T0AAAA/B0BBBB/secretsecret1234';
const MASK = '••••••••1234';

test('answers mask secrets and show the rest', () => {
  const ntfy = { serverUrl: 'https://ntfy.sh', topic: 'alerts', token: 'tk_short' };
  expect(maskSettings('ntfy', ntfy)).toEqual({ ...ntfy, token: '••••••••' });
  expect(maskSettings('slack', { webhookUrl: URL })).toEqual({ webhookUrl: MASK });
});

describe('settings of an input', () => {
  test('keep the stored secret for its mask', () => {
    expect(readSettings('slack', { webhookUrl: MASK }, { webhookUrl: URL }, '')).toEqual({
      settings: { webhookUrl: URL },
    });
  });

  test.each([
    ['a mask without a stored secret', 'slack', { webhookUrl: MASK }, null, 'webhookUrl', 'has to be entered again'],
    ['a wrong URL', 'slack', { webhookUrl: 'https://farwatch.test' }, null, 'webhookUrl', 'is not the URL'],
    ['a missing field', 'ntfy', { serverUrl: 'https://ntfy.sh', token: '' }, null, 'topic', ''],
    [
      'the mask of a token that another server would receive',
      'ntfy',
      { serverUrl: 'https://evil.farwatch.test', topic: 'alerts', token: '••••••••' },
      { serverUrl: 'https://ntfy.sh', topic: 'alerts', token: 'tk_secret' },
      'token',
      'has to be entered again',
    ],
  ] as const)('are refused for %s', (_, type, input, stored, key, message) => {
    expect(readSettings(type, input, stored, '')).toEqual({
      issues: [{ key, message: expect.stringContaining(message) }],
    });
  });

  test.each([
    ['ann@例子.台灣', 'ann@xn--fsqu00a.xn--kpry57d'],
    ['Ann@BÜCHER.example', 'Ann@xn--bcher-kva.example'],
    [' ann@farwatch.test ', 'ann@farwatch.test'],
  ])('have the address %j as %s', (address, stored) => {
    expect(readSettings('email', { address }, null, '')).toEqual({ settings: { address: stored } });
  });

  test('take the secret of a webhook from the server alone', () => {
    const input = { url: 'https://farwatch.test/hook', secret: 'chosen' };
    expect(readSettings('webhook', input, null, 'whsec_new')).toEqual({ settings: { ...input, secret: 'whsec_new' } });
    const stored = { url: 'https://farwatch.test/', secret: 'whsec_old' };
    expect(readSettings('webhook', input, stored, 'whsec_new')).toEqual({
      settings: { ...input, secret: 'whsec_old' },
    });
  });
});

test('a target is the settings without the generated secret', () => {
  const target = targetOf('webhook', { url: 'https://farwatch.test/', secret: 'a' });
  expect(targetOf('webhook', { secret: 'b', url: 'https://farwatch.test/' })).toBe(target);
  expect(targetOf('webhook', { secret: 'a', url: 'https://farwatch.test/x' })).not.toBe(target);
});

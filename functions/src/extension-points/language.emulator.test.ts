import { FRENCH, WITH_FRENCH, WITH_FRENCH_LOCALE } from '@farwatch/core/testing/sample-language';
import { SECOND_MS } from '@farwatch/core/values/time';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { messagesIn, useTelegram } from '../testing/telegram-chat.ts';

// A new language: one line in core's table. All users of the table are imported again with it.
beforeAll(() => {
  vi.resetModules();
  vi.doMock('@farwatch/core/values/language-table', () => WITH_FRENCH);
  vi.doMock('@farwatch/core/texts/locales/table', () => WITH_FRENCH_LOCALE);
  useTelegram();
});
afterAll(() => {
  vi.doUnmock('@farwatch/core/values/language-table');
  vi.doUnmock('@farwatch/core/texts/locales/table');
  vi.resetModules();
});

it('is used for tests and alerts once a user selects it', async () => {
  const { newTestApi } = await import('../api/testing/test-api.ts');
  const { alertSample, newChat, putAlerts } = await import('../testing/outbox.ts');
  const { sendAlerts } = await import('../alerts/send-alerts.ts');
  const { virtualClock } = await import('../testing/virtual-clock.ts');
  const { T0 } = await import('../testing/test-project.ts');
  const api = await newTestApi();
  try {
    const user = await api.user();
    const chat = newChat();
    expect((await api.call(user, 'PUT', '/api/me', { language: FRENCH })).body).toMatchObject({ language: 'fr' });
    expect((await api.call(user, 'PUT', '/api/me', { language: 'de' })).status).toBe(400);

    const telegram = { enabled: true, botToken: `${chat}:token`, chatId: chat, verified: false };
    const thresholds = { severity: 'all', silencePeriod: 0 };
    await api.call(user, 'PUT', '/api/v1/notifications/settings', { telegram, thresholds });
    const verify = { botToken: telegram.botToken, chatId: chat };
    expect((await api.call(user, 'POST', '/api/v1/notifications/telegram/verify', verify)).status).toBe(200);

    const alert = alertSample(T0, { ownerId: user.uid });
    const values = { ...alert.values, endpoint: 'Boutique', statusCode: 503, error: 'status' as const };
    await putAlerts(api.project, { a: { ...alert, values } });
    await sendAlerts(api.project.run(T0), { ownerId: user.uid }, virtualClock(T0 + SECOND_MS));
    const [test, outage = ''] = await messagesIn(chat);
    expect(test).toBe('Farwatch peut écrire ici.');
    expect(outage.split('\n')).toEqual(
      expect.arrayContaining(['Boutique est en panne', 'Lieux: Taïwan', 'Raison: Le serveur a répondu 503']),
    );
  } finally {
    await api.close();
  }
});

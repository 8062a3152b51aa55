import { FRENCH, WITH_FRENCH, WITH_FRENCH_LOCALE } from '@farwatch/core/testing/sample-language';
import { MINUTE_MS } from '@farwatch/core/values/time';
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

it('is used for tests and messages once a user selects it', async () => {
  const { newTestApi } = await import('../testing/api/test-api.ts');
  const { newChat, outageIncident, putIncidents } = await import('../testing/outbox.ts');
  const { notifyOwner } = await import('../entry/tasks/notify-owner.ts');
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

    const endpoint = { name: 'Boutique', url: 'https://boutique.farwatch.test/' };
    await putIncidents(api.project, { i: outageIncident(T0, { ownerId: user.uid, endpoint }) });
    const atMs = T0 + MINUTE_MS;
    await notifyOwner(api.project.run(atMs), { ownerId: user.uid }, virtualClock(atMs));
    const [test, outage = ''] = await messagesIn(chat);
    expect(test).toBe('Farwatch peut écrire ici.');
    expect(outage.split('\n')).toEqual(
      expect.arrayContaining(['Shops › Boutique est en panne', 'Lieux: Taïwan', 'Raison: Le serveur a répondu 500']),
    );
  } finally {
    await api.close();
  }
});

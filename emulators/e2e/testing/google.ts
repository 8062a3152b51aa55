import type { BrowserContext, Page } from 'playwright-core';

/**
 * Replaces the script that the Firebase SDK loads from Google, in the app and in the Auth emulator's frame: both
 * use it only to send each other messages.
 */
const API_SCRIPT = `(() => {
  const { src } = document.currentScript;
  const answers = new Map();

  function connect(otherWindow) {
    const handlers = new Map();
    const early = [];
    const post = (message) => otherWindow().postMessage({ ofStandIn: true, ...message }, '*');
    async function receive(message) {
      const handler = handlers.get(message.name);
      if (handler) post({ answerTo: message.id, results: [await handler(message.data)] });
      else early.push(message);
    }
    addEventListener('message', ({ source, data }) => {
      if (source !== otherWindow() || !data?.ofStandIn) return;
      if (data.answerTo === undefined) return void receive(data);
      try {
        answers.get(data.answerTo)?.(data.results);
      } catch {
        // The SDK throws after each answer about storage, which Google's script ignores too.
      }
    });
    return {
      register(name, handler) {
        handlers.set(name, handler);
        for (const message of early.splice(0)) void receive(message);
      },
      send(name, data, onAnswer) {
        const id = crypto.randomUUID();
        answers.set(id, onAnswer);
        post({ id, name, data });
      },
      restyle: async () => undefined,
      ping: async () => undefined,
    };
  }

  function open({ url, where }, use) {
    const frame = Object.assign(document.createElement('iframe'), { src: url, hidden: true });
    where.append(frame);
    return new Promise((resolve) => {
      frame.onload = () => resolve(use(connect(() => frame.contentWindow)));
    });
  }

  const parent = connect(() => window.parent);
  window.gapi = {
    load: (_name, { callback }) => callback(),
    iframes: {
      CROSS_ORIGIN_IFRAMES_FILTER: {},
      Iframe: class {},
      getContext: () => ({ open, getParentIframe: () => parent }),
    },
  };
  const onload = new URL(src).searchParams.get('onload') ?? 'gapi_onload';
  setTimeout(() => window[onload]?.());
})();`;

/** Makes Google's popup work in all pages of the context, without a connection to Google. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  const script = { contentType: 'text/javascript', body: API_SCRIPT };
  await context.route('https://apis.google.com/**', (route) => route.fulfill(script));
}

/** Clicks the button that opens Google's popup, and signs in there, on the Auth emulator's page. */
export async function signInInPopup(page: Page, button: string, email: string): Promise<void> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: button, exact: true }).last().click(),
  ]);
  const known = popup.locator('.js-reuse-account', { hasText: email });
  await popup.locator('#add-account-button').waitFor({ state: 'attached' });
  if ((await known.count()) > 0) return known.click();
  await popup.locator('#add-account-button').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#sign-in').click();
}

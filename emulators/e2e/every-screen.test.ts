import { LANGUAGE_CODES } from '@farwatch/core/values/languages';
import { beforeAll, expect, test } from 'vitest';
import { type Look, looksIn, nameOf } from '../screenshots/looks.ts';
import { makePeople, type People } from '../screenshots/people.ts';
import { type Screen, untilLoaded } from '../screenshots/screen.ts';
import { screens } from '../screenshots/screens.ts';
import { VARIANTS } from '../screenshots/variants.ts';
import { expectNoViolations } from './testing/accessible.ts';
import { showAs } from './testing/app.ts';
import { it } from './testing/app-test.ts';
import { expectNoHorizontalScroll, expectTappable } from './testing/layout.ts';

const looks = LANGUAGE_CODES.flatMap((language) => looksIn(language, false));
const phones = LANGUAGE_CODES.flatMap((language) => looksIn(language, false, 'phone'));
/** Narrower windows are those of phones. */
const PHONE_BELOW = 640;
const everyLook = process.env.FARWATCH_EVERY_LOOK === 'yes';
const persons = [...new Set(screens.map((screen) => screen.as))];

/** One of a screen's looks, in turn, in one of the two languages of its person: each language is loaded again. */
function lookInTurn(screen: Screen, index: number): Look[] {
  const language = LANGUAGE_CODES[(2 * persons.indexOf(screen.as) + 3 + (index % 2)) % LANGUAGE_CODES.length];
  const choices = language ? looksIn(language, false, screen.only) : [];
  const at = Math.floor(index / 2) % choices.length;
  return choices.slice(at, at + 1);
}

/**
 * Each page as it loads, unless it is a variant, in one look; with `npm run test:all` also dialogs and steps, and every
 * screen in each width and theme, the languages in turn.
 */
const views = screens
  .filter(({ name, prepare }) => everyLook || !(prepare || VARIANTS.has(name)))
  .flatMap((screen, index) => {
    const choices = screen.only ? phones : looks;
    const count = choices.length / LANGUAGE_CODES.length;
    const inTurn = (_: Look, at: number) => ((at % count) + index) % LANGUAGE_CODES.length === Math.floor(at / count);
    const chosen = everyLook ? choices.filter(inTurn) : lookInTurn(screen, index);
    return chosen.map((look) => ({ screen, look, name: screen.name, as: nameOf(look) }));
  })
  .toSorted((one, other) => pageKeyOf(one).localeCompare(pageKeyOf(other)));

test('the variants are screens', () => {
  const names = new Set(screens.map(({ name }) => name));
  expect([...VARIANTS].filter((name) => !names.has(name))).toEqual([]);
});

let people: People;
beforeAll(async () => {
  people = await makePeople();
});

/** Screens of one person in one language run in a row, on one page. */
function pageKeyOf({ screen, look }: { screen: Screen; look: Look }): string {
  return `${screen.as ?? ''} ${look.language}`;
}

it.for(views)('$name loads, fits and is accessible as $as', async ({ screen, look }, { tab }) => {
  const [first] = screen.prepare ? looksIn(look.language, false) : [look];
  const page = await tab(screen.as ? people[screen.as] : null, screen.path(people, look), first);
  try {
    await screen.prepare?.(page, look);
    await showAs(page, look);
    await untilLoaded(page, look);
    await expectNoHorizontalScroll(page);
    if (look.width < PHONE_BELOW) await expectTappable(page);
    await expectNoViolations(page);
  } finally {
    await page.context().setOffline(false);
  }
});

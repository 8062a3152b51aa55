import type { Page } from 'playwright-core';

/** From the narrowest phone to a wide desktop, with smaller steps where columns appear or disappear. */
const WIDTHS = {
  all: [320, 480, 640, 700, 768, 840, 900, 960, 1024, 1100, 1180, 1280, 1920],
  some: [320, 640, 768, 1024, 1280],
};

/** The texts that are cut off or overlap others in the page's tables and cards. */
const FIND = `(() => {
  const found = [];
  const isShown = (text) => {
    const { width, height } = text.parentElement.getBoundingClientRect();
    return text.data.trim() !== '' && width > 1 && height > 1;
  };
  const textsOf = (cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) if (isShown(walker.currentNode)) texts.push(walker.currentNode);
    return texts;
  };
  const rectOf = (text, length) => {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEnd(text, Math.min(length, text.data.length));
    return range.getBoundingClientRect();
  };
  const boundsFor = (text, cell) => {
    let { left, right } = cell.getBoundingClientRect();
    for (let box = text.parentElement; cell.contains(box); box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const own = box.getBoundingClientRect();
      left = Math.max(left, own.left);
      right = Math.min(right, own.right);
    }
    return { left, right };
  };
  const cells = [...document.querySelectorAll('main table :is(th, td), main li dd')];
  for (const cell of cells.filter((each) => each.checkVisibility())) {
    for (const text of textsOf(cell)) {
      const [rect, bounds] = [rectOf(text, 8), boundsFor(text, cell)];
      if (rect.right > bounds.right + 1 || rect.left < bounds.left - 1) {
        found.push(text.data + ' is cut to ' + Math.round(bounds.right - rect.left) + ' px of ' + Math.round(rect.width));
      }
    }
  }
  for (const row of document.querySelectorAll('main table tr')) {
    const places = [...row.cells].map((cell) => textsOf(cell).map((text) => {
      const [rect, bounds] = [rectOf(text, Infinity), boundsFor(text, cell)];
      const overflows = getComputedStyle(cell).overflowX === 'visible';
      return { left: rect.left, right: overflows ? rect.right : Math.min(rect.right, bounds.right) };
    }));
    places.forEach((texts, at) => {
      const end = Math.max(...texts.map(({ right }) => right));
      const next = Math.min(...places.slice(at + 1).flat().map(({ left }) => left));
      if (end > next) found.push(row.cells[at].innerText + ' runs over the next cell');
    });
  }
  for (const table of document.querySelectorAll('main table')) {
    if (table.offsetWidth > table.parentElement.clientWidth + 1) found.push(table.ariaLabel + ' is too wide');
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('the page is too wide');
  return [...new Set(found)];
})()`;

/** The same after the page has adapted to a new width, which takes it a few frames. */
const FIND_STABLE = `new Promise((resolve) => {
  const find = () => ${FIND};
  const look = (frame) => requestAnimationFrame(() => {
    const found = frame < 2 ? ['not drawn yet'] : find();
    if (found.length === 0 || frame === 20) resolve(found);
    else look(frame + 1);
  });
  look(1);
})`;

/** The problems of the page's tables by width. */
export async function findTableFaults(page: Page, which: keyof typeof WIDTHS): Promise<Record<number, string[]>> {
  const faults: Record<number, string[]> = {};
  for (const width of WIDTHS[which]) {
    await page.setViewportSize({ width, height: 900 });
    const found = await page.evaluate<string[]>(FIND_STABLE);
    if (found.length > 0) faults[width] = found;
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  return faults;
}

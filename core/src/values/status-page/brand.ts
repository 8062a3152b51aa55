/** What a page's logo and title start with: where the editor shows a logo that is not saved yet in the page's preview. */
export const BRAND_START = '<div class="brand">';

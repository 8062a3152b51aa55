/** The key of the chosen language in local storage. */
export const LANGUAGE_KEY = 'language';

/** How many processes run the functions' tests beside each other, each with stand-ins of its own. */
export const BACKEND_PROCESSES = 2;

import * as library from 'rrule';

/** A bundler sees a module with names; Node sees CommonJS, all of it in `default`, which the types do not declare. */
export const { RRule } = 'default' in library ? (library.default as typeof library) : library;

/** Looked for by modules that run in Node too; a browser has none. */
declare var setImmediate: undefined;

/** A turn of the event loop: at once where there is `setImmediate`, else after a browser's shortest timer. */
const nextTurn: (resolve: () => void) => void =
  typeof globalThis.setImmediate === 'function'
    ? globalThis.setImmediate
    : (resolve) => globalThis.setTimeout(resolve, 0);

/** Lets other work of this thread run between two pieces of a long computation. */
export const pause = (): Promise<void> => new Promise<void>((resolve) => nextTurn(resolve));

/** Lets other work of this thread run between two pieces of a long computation. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

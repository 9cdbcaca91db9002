import { fileURLToPath } from 'node:url';

/** Path of a file or folder that ships with the service, e.g. `tools`. */
export const projectPath = (name: string): string => fileURLToPath(new URL(`../../${name}`, import.meta.url));
